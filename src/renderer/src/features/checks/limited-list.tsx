import type { ReactNode } from 'react';
import { Limited } from '../../ui/limited';

/** Rows shown at first and added by each "Show more": a report may list a hundred thousand. */
export const STEP = 200;

interface LimitedListProps<T> {
  items: readonly T[];
  /** What one of them is called: `commit`. */
  noun: string;
  children: (item: T, index: number) => ReactNode;
}

/** A list that shows its first rows, and more on demand. */
export function LimitedList<T>({ items, noun, children }: LimitedListProps<T>) {
  return (
    <Limited items={items} first={STEP} step={STEP} noun={noun}>
      {(shown) => <ul>{shown.map(children)}</ul>}
    </Limited>
  );
}
