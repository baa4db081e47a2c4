import { type ReactNode, useState } from 'react';
import { Button } from './button';
import styles from './limited.module.css';
import { countOf } from './number-format';

interface LimitedProps<T> {
  items: readonly T[];
  /** How many are drawn at first, and how many more each button brings. */
  first: number;
  step: number;
  /** How many have to be drawn, whatever was asked for. */
  atLeast?: number;
  /** What one of them is called: `line`. */
  noun: string;
  /** Draws those that are shown. */
  children: (shown: readonly T[]) => ReactNode;
}

/** As many of a list as are drawn at once, and a button for more. */
export function Limited<T>({ items, first, step, atLeast = 0, noun, children }: LimitedProps<T>) {
  const [asked, setAsked] = useState(first);
  const most = Math.max(asked, atLeast);
  const left = items.length - most;
  return (
    <>
      {children(left > 0 ? items.slice(0, most) : items)}
      {left > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setAsked(most + step)}>Show more ({countOf(left, noun)})</Button>
        </div>
      )}
    </>
  );
}
