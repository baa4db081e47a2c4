import type { PathItems } from '../../../../shared/tree/path-items';
import { Button, IconButton } from '../../ui/button';
import { CloseIcon, CopyIcon } from '../../ui/icons';
import { countOf } from '../../ui/number-format';
import styles from './transcript-float.module.css';

/** Entries chosen to be copied together: those of the items from one to another, both among them, in either order. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

/** Whether an item is in a range. */
export function isInRange(range: EntryRange | null, item: number): boolean {
  return range !== null && item >= Math.min(range.from, range.to) && item <= Math.max(range.from, range.to);
}

/** The rows of a range in the order of the path: its items with the results that are shown in them. */
export function rowsInRange({ rows, resultsOf }: PathItems, { from, to }: EntryRange): number[] {
  const inside: number[] = [];
  for (const row of rows.subarray(Math.min(from, to), Math.max(from, to) + 1)) {
    inside.push(row);
    for (const result of resultsOf.get(row) ?? []) inside.push(result);
  }
  // Rows ascend along a path.
  return inside.sort((a, b) => a - b);
}

interface RangeBarProps {
  range: EntryRange;
  onCopy: () => void;
  onClear: () => void;
}

/** How many entries are chosen, and what can be done with them. */
export function RangeBar({ range, onCopy, onClear }: RangeBarProps) {
  const count = Math.abs(range.to - range.from) + 1;
  return (
    <div className={styles.float} role="status">
      <span>{countOf(count, 'entry', 'entries')} chosen</span>
      <Button icon={<CopyIcon sizeRem={0.875} />} onClick={onCopy}>
        Copy
      </Button>
      <IconButton isSmall label="Choose none" icon={<CloseIcon sizeRem={0.875} />} onClick={onClear} />
    </div>
  );
}
