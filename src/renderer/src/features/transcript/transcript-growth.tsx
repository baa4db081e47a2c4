import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { Button } from '../../ui/button';
import { ArrowDownIcon } from '../../ui/icons';
import { formatCount } from '../../ui/number-format';
import { isAtEnd } from './scroll-target';
import styles from './transcript-float.module.css';

type List = Virtualizer<HTMLElement, HTMLDivElement>;

/**
 * Follows the newest entry of a path that grows while its end is in view; else it counts what is new and leaves the view alone.
 * Gives that count, 0 once the end was seen.
 */
export function useGrowth(
  list: List,
  index: SessionIndex,
  rows: Int32Array,
  goToEnd: (item: number) => void,
): number {
  const [seen, setSeen] = useState<number | null>(null);
  const before = useRef({ index, rows, wasAtEnd: true });
  const follow = useEffectEvent(goToEnd);

  useLayoutEffect(() => {
    const { index: oldIndex, rows: oldRows, wasAtEnd } = before.current;
    before.current = { index, rows, wasAtEnd };
    // Another branch has other rows, too; the path has grown where the file was read again.
    if (index === oldIndex) {
      if (rows !== oldRows && !isGrown(oldRows, rows)) setSeen(null);
      return;
    }
    if (!isGrown(oldRows, rows)) setSeen(null);
    else if (wasAtEnd) follow(rows.length - 1);
    else if (rows.length > oldRows.length) setSeen((known) => known ?? oldRows.length);
  }, [index, rows]);

  const element = list.scrollElement;
  const totalPx = list.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights that change move the end
  useEffect(() => {
    if (!element) return;
    let frame = 0;
    const note = () => {
      frame = 0;
      const isThere = isAtEnd(list);
      before.current.wasAtEnd = isThere;
      if (isThere) setSeen(null);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(note);
    };
    soon();
    element.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', soon);
    };
  }, [list, element, totalPx]);

  return seen === null ? 0 : Math.max(rows.length - seen, 0);
}

/** Whether a path goes on where another ended, or is the same. */
function isGrown(before: Int32Array, now: Int32Array): boolean {
  return before.length <= now.length && before[before.length - 1] === now[before.length - 1];
}

/** Says how many entries came after those that were seen, and leads to the last. */
export function NewEntries({ count, onGo }: { count: number; onGo: () => void }) {
  return (
    <div className={styles.new} role="status">
      <Button variant="primary" icon={<ArrowDownIcon sizeRem={0.875} />} onClick={onGo}>
        {formatCount(count)} new
      </Button>
    </div>
  );
}
