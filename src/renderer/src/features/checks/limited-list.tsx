import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';
import { countOf } from '../../ui/number-format';
import styles from './lists.module.css';

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
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <ul>{items.slice(0, shown).map(children)}</ul>
      {items.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({countOf(items.length - shown, noun)})
          </Button>
        </div>
      )}
    </>
  );
}
