import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button';
import { countOf } from '../../../ui/number-format';
import styles from './code-lines.module.css';

/** Lines drawn before one asks for the rest: each is a few elements of the page. */
const FIRST_LINES = 300;
/** Lines that each further button brings. */
const MORE_LINES = 2_000;

interface LimitedLinesProps<T> {
  lines: readonly T[];
  children: (shown: readonly T[]) => ReactNode;
}

/** As many lines as are drawn at once, and a button for more. */
export function LimitedLines<T>({ lines, children }: LimitedLinesProps<T>) {
  const [most, setMost] = useState(FIRST_LINES);
  const left = lines.length - most;
  return (
    <>
      {children(left > 0 ? lines.slice(0, most) : lines)}
      {left > 0 && (
        <div className={styles.more}>
          <Button onClick={() => setMost(most + MORE_LINES)}>Show more ({countOf(left, 'line')})</Button>
        </div>
      )}
    </>
  );
}
