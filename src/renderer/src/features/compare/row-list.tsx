// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a table is read, its controls are the stops
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { ROW_STATES } from '../../../../shared/compare/align';
import type { Comparison } from '../../../../shared/contract/comparison';
import { useMainView } from '../../app/main-view';
import { useViewState } from '../../app/view-state';
import { announce } from '../../ui/announcer';
import { EmptyState } from '../../ui/empty-state';
import { formatCount } from '../../ui/number-format';
import { useScopeOf } from '../entry/session-scope';
import { CompareRow } from './compare-row';
import type { ComparedPath } from './compared-sides';
import styles from './row-list.module.css';

/** What the header asks of the list. */
export interface RowListHandle {
  goToDifference(step: 1 | -1): void;
}

interface RowListProps {
  comparison: Comparison;
  /** Indexes of the rows that are shown. */
  rows: Int32Array;
  left: ComparedPath;
  right: ComparedPath;
  ref: Ref<RowListHandle>;
}

/** Rows drawn beyond the window; their bodies are read ahead. */
const OVERSCAN_ROWS = 4;
/** Rows that are listed: a browser lays out no list much higher than what this many take. */
const MOST_ROWS = 150_000;
const SAME_PX = 31;
const CHANGED_PX = 96;

/** The aligned rows of a comparison, of any height and any number. */
export function RowList({ comparison, rows, left, right, ref }: RowListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);
  /** By index of the row: unfolded where it is folded at first, or the other way round. */
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const leftScope = useScopeOf(left.file, left.session.id);
  const rightScope = useScopeOf(right.file, right.session.id);
  const count = Math.min(rows.length, MOST_ROWS);
  const stateAt = useCallback(
    (place: number) => ROW_STATES[comparison.states[rows[place] ?? -1] ?? -1] ?? 'changed',
    [comparison, rows],
  );
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (stateAt(place) === 'same' ? SAME_PX : CHANGED_PX),
    overscan: OVERSCAN_ROWS,
    paddingEnd: 24,
  });

  useImperativeHandle(ref, () => ({
    goToDifference(step) {
      const first = list.getVirtualItemForOffset(list.scrollOffset ?? 0)?.index ?? 0;
      // Before any was gone to, the search begins with what is in view.
      let place = current < 0 ? first - (step > 0 ? 1 : 0) : current;
      do place += step;
      while (place >= 0 && place < count && stateAt(place) === 'same');
      if (place < 0 || place >= count)
        return announce(step > 0 ? 'No further difference' : 'No difference before');
      setCurrent(place);
      list.scrollToIndex(place, { align: 'start' });
      announce(`Difference in row ${place + 1} of ${rows.length}`);
    },
  }));

  const toggle = useCallback((at: number) => {
    setTurned((known) => {
      const next = new Set(known);
      if (!next.delete(at)) next.add(at);
      return next;
    });
  }, []);

  /** Shows the entry in its session; the way back to the comparison stands above the transcript there. */
  const goTo = useCallback(
    (side: 'left' | 'right', row: number) => {
      const { file, session, heads } = side === 'left' ? left : right;
      const chosen = { id: heads.index.id(row), row };
      const viewedLeaf = {
        id: heads.index.id(side === 'left' ? left.row : right.row),
        row: side === 'left' ? left.row : right.row,
      };
      useMainView.getState().setAside(left.file.fileId, left.session.id, true);
      useViewState.getState().selectSession(file.fileId, session.id);
      useViewState.getState().choose(file.fileId, session.id, { selected: chosen, viewedLeaf });
    },
    [left, right],
  );

  if (rows.length === 0)
    return (
      <EmptyState title="Nothing differs">
        {comparison.states.length === 0
          ? 'Both sides end with the same entry.'
          : 'What follows the common ancestor is the same on both sides.'}
      </EmptyState>
    );
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="table"
      aria-label="Aligned entries"
      aria-rowcount={rows.length}
      aria-colcount={3}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
    >
      <div role="rowgroup" className={styles.list} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const at = rows[item.index] ?? -1;
          return (
            <div
              key={item.key}
              ref={list.measureElement}
              data-index={item.index}
              role="row"
              aria-rowindex={item.index + 1}
              className={styles.place}
              style={{ top: item.start }}
            >
              <CompareRow
                at={at}
                state={stateAt(item.index)}
                leftIndex={left.heads.index}
                rightIndex={right.heads.index}
                leftScope={leftScope}
                rightScope={rightScope}
                leftRow={comparison.leftRows[at] ?? -1}
                rightRow={comparison.rightRows[at] ?? -1}
                isTurned={turned.has(at)}
                isCurrent={item.index === current}
                onToggle={toggle}
                onGoTo={goTo}
              />
            </div>
          );
        })}
      </div>
      {rows.length > count && (
        <p className={styles.more}>
          {formatCount(rows.length - count)} more rows are not listed here; `ramify compare --json` has all.
        </p>
      )}
    </div>
  );
}
