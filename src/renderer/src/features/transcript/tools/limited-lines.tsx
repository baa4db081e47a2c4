import type { ReactNode } from 'react';
import { Limited } from '../../../ui/limited';

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
  return (
    <Limited items={lines} first={FIRST_LINES} step={MORE_LINES} noun="line">
      {children}
    </Limited>
  );
}
