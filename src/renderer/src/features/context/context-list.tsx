// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a table is read, its controls are the stops
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useMainView } from '../../app/main-view';
import type { SessionPaneProps } from '../../app/session-pane';
import { useViewState } from '../../app/view-state';
import { formatCount } from '../../ui/number-format';
import styles from './context.module.css';
import { ContextLine } from './context-line';
import type { ContextRow } from './context-rows';

interface ContextListProps extends SessionPaneProps {
  rows: readonly ContextRow[];
  leafRow: number;
}

const OVERSCAN_ROWS = 4;
/** Rows that are listed: a browser lays out no list much higher than what this many take. */
const MOST_ROWS = 150_000;
const LINE_PX = 31;
const GIVEN_PX = 110;
/** Lines left in view above the first that is given. */
const LINES_ABOVE = 3;

/** The path, and beside each entry what the model is given of it. */
export function ContextList({ file, session, heads, rows, leafRow }: ContextListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { index } = heads;
  const count = Math.min(rows.length, MOST_ROWS);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => ((rows[at]?.order ?? 0) > 0 ? GIVEN_PX : LINE_PX),
    overscan: OVERSCAN_ROWS,
    paddingEnd: 24,
  });
  // What a model is given is what one comes for; what was removed stands above it.
  const opened = useRef({ list, firstGiven: rows.findIndex(({ order }) => order > 0) });
  useLayoutEffect(() => {
    const { list: shown, firstGiven } = opened.current;
    if (firstGiven > LINES_ABOVE) shown.scrollToIndex(firstGiven - LINES_ABOVE, { align: 'start' });
  }, []);
  const { fileId } = file;
  const sessionId = session.id;
  const goTo = useCallback(
    (row: number) => {
      const viewedLeaf = { id: index.id(leafRow), row: leafRow };
      useMainView.getState().setAside(fileId, sessionId, true);
      useViewState.getState().choose(fileId, sessionId, { selected: { id: index.id(row), row }, viewedLeaf });
    },
    [index, leafRow, fileId, sessionId],
  );
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span>Path, as stored</span>
        <span />
        <span>Given to the model</span>
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        role="table"
        aria-label="Path and context"
        aria-rowcount={rows.length}
        aria-colcount={3}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
      >
        <div role="rowgroup" className={styles.list} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            const line = rows[item.index];
            return (
              line && (
                <div
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  role="row"
                  aria-rowindex={item.index + 1}
                  className={styles.place}
                  style={{ top: item.start }}
                >
                  <ContextLine index={index} line={line} onGoTo={goTo} />
                </div>
              )
            );
          })}
        </div>
        {rows.length > count && (
          <p className={styles.more}>
            {formatCount(rows.length - count)} more are not listed here; `ramify context --json` has all.
          </p>
        )}
      </div>
    </>
  );
}
