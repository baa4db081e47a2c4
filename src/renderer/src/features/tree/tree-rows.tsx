// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
import { defaultRangeExtractor, elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { lineOfRow, rowOnLine } from '../../../../shared/tree/visible-tree';
import type { MenuPlace } from '../../ui/menu';
import { NO_LABELS } from '../entry/labels';
import type { SessionTree } from '../entry/session-tree';
import { LaneCanvas } from './lane-canvas';
import { graphWidth } from './lane-geometry';
import { moveFrom, moveOfKey } from './navigation';
import { offsetToShow, scrollHeight, scrollScale } from './scroll-scale';
import { type DrawnSession, type RowMark, TreeRow, treeRowId } from './tree-row';
import styles from './tree-rows.module.css';
import type { TreeViewport } from './tree-viewport';

interface TreeRowsProps {
  drawn: DrawnSession;
  viewport: TreeViewport;
  rowHeight: number;
  selectedRow: number;
  storedLeafRow: number;
  viewedLeafRow: number;
  /** The row the arrow keys go from, or one that a shown row stands for; -1 for none yet. */
  activeRow: number;
  onActivate: (row: number) => void;
  /** Shows an entry. */
  onPick: (row: number) => void;
  /** Folds or unfolds the run that starts at a row. */
  onTurnRun: (start: number) => void;
  /** Opens the menu of an entry. */
  onMenu: (row: number, place: MenuPlace) => void;
  /** Keys that are not the list's own; true when one was used. */
  onKey: (event: KeyboardEvent, row: number) => boolean;
}

/** Id of the list, for what gives it the focus. */
export const TREE_GRID_ID = 'tree-entries';

/** Rows drawn beyond the window, so that a fast scroll does not outrun the drawing. */
const OVERSCAN_ROWS = 5;

/** The rows in view, as an ARIA treegrid with one tab stop. */
export function TreeRows(props: TreeRowsProps) {
  const { drawn, viewport, rowHeight, onActivate, onPick, onTurnRun } = props;
  const { tree, shown } = drawn;
  const { count } = shown.shape;
  const grid = useRef<HTMLDivElement>(null);
  const listPx = count * rowHeight;
  const activeLine = lineOfRow(shown, props.activeRow);
  const activeRow = rowOnLine(shown, activeLine);

  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    // The active row is always there, for screen readers to find it.
    rangeExtractor: (range) => {
      const lines = defaultRangeExtractor(range);
      if (activeLine < 0 || activeLine >= range.count || lines.includes(activeLine)) return lines;
      return [...lines, activeLine].sort((a, b) => a - b);
    },
    observeElementOffset: (_instance, tell) => {
      const element = grid.current;
      if (!element) return;
      const listen = () => {
        const offset = element.scrollTop * currentScale.current;
        tell(offset, false);
        report.current?.();
      };
      listen();
      element.addEventListener('scroll', listen, { passive: true });
      return () => element.removeEventListener('scroll', listen);
    },
    scrollToFn: (offset, options, instance) =>
      elementScroll(offset / currentScale.current, options, instance),
  });
  // What the virtualiser was told last: asking the element would lay out the page in the middle of a change.
  const viewPx = viewHeight(rows);
  const scale = scrollScale(listPx, viewPx);
  const currentScale = useRef(scale);
  const report = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    currentScale.current = scale;
    report.current = () =>
      viewport.report((rows.scrollOffset ?? 0) / rowHeight, viewHeight(rows) / rowHeight);
    report.current();
  });
  useEffect(
    () =>
      viewport.attach((line) => {
        if (grid.current) grid.current.scrollTop = (line * rowHeight) / currentScale.current;
      }),
    [viewport, rowHeight],
  );

  // A row that becomes active is brought into view; one that is in view stays where it is.
  useEffect(() => {
    const element = grid.current;
    if (activeLine < 0 || !element) return;
    // By hand, as all lines are of one height: the virtualiser would have the page laid out even when nothing moves.
    const offset = offsetToShow(activeLine * rowHeight, rowHeight, rows.scrollOffset ?? 0, viewHeight(rows));
    if (offset !== null) element.scrollTop = offset / currentScale.current;
  }, [activeLine, rows, rowHeight]);

  function press(event: KeyboardEvent) {
    if (count === 0) return;
    const from = activeRow >= 0 ? activeRow : rowOnLine(shown, 0);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      return openMenuByKey();
    }
    if (props.onKey(event, from)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return show(from);
    }
    const move = moveOfKey(event.key, Math.floor(viewPx / rowHeight));
    if (!move) return;
    event.preventDefault();
    onActivate(moveFrom(shown, from, move));
  }

  /** A fold shows what is in it. */
  function show(row: number) {
    const isFold = shown.runs.entriesAt(shown.places[row] ?? -1) > 1;
    if (!isFold) return onPick(row);
    onActivate(row);
    onTurnRun(row);
  }

  /** A press on a row leaves the focus to the grid, which is the one tab stop. */
  function keepFocus(event: MouseEvent<HTMLElement>) {
    if (rowAt(event) < 0) return;
    event.preventDefault();
    grid.current?.focus({ preventScroll: true });
  }

  function click(event: MouseEvent<HTMLElement>) {
    const row = rowAt(event);
    if (row >= 0) show(row);
  }

  /** The row under the pointer; -1 beside the rows. */
  function rowAt(event: MouseEvent<HTMLElement>): number {
    const element = event.target instanceof Element ? event.target.closest('[role=row]') : null;
    return element ? rowOnLine(shown, Number(element.getAttribute('aria-posinset')) - 1) : -1;
  }

  function openMenu(event: MouseEvent<HTMLElement>) {
    const row = rowAt(event);
    if (row < 0) return;
    event.preventDefault();
    onActivate(row);
    props.onMenu(row, { x: event.clientX, y: event.clientY });
  }

  /** Under the row, as there is no pointer to open it at. */
  function openMenuByKey() {
    const box = document.getElementById(treeRowId(activeRow))?.getBoundingClientRect();
    if (box) props.onMenu(activeRow, { x: box.left + 16, y: box.bottom });
  }

  const hasTimes = useMemo(() => sessionHasTimes(tree), [tree]);
  const width = graphWidth(shown.layout.laneCount);
  const selectedLine = lineOfRow(shown, props.selectedRow);
  const storedLine = lineOfRow(shown, props.storedLeafRow);
  const viewedLine = lineOfRow(shown, props.viewedLeafRow);
  // Where the list is stretched, rows stand as far from the view's top as they do in the list.
  const shift = scale === 1 ? 0 : (rows.scrollOffset ?? 0) / scale - (rows.scrollOffset ?? 0);
  const items = rows.getVirtualItems();
  const range = rows.range ?? { startIndex: 0, endIndex: -1 };
  const firstLine = Math.max(range.startIndex - OVERSCAN_ROWS, 0);
  const lineCount = Math.min(range.endIndex + OVERSCAN_ROWS, count - 1) - firstLine + 1;
  const mostLines = Math.ceil(viewPx / rowHeight) + 1 + 2 * OVERSCAN_ROWS;
  return (
    <div
      ref={grid}
      id={TREE_GRID_ID}
      className={styles.grid}
      role="treegrid"
      aria-label="Entries of the session"
      aria-readonly="true"
      aria-rowcount={tree.isComplete ? count : -1}
      tabIndex={0}
      aria-activedescendant={activeRow >= 0 ? treeRowId(activeRow) : undefined}
      onKeyDown={press}
      onMouseDown={keepFocus}
      onClick={click}
      onContextMenu={openMenu}
    >
      <div className={styles.list} role="rowgroup" style={{ height: scrollHeight(listPx) }}>
        {items.map(({ index: line, start }) => {
          const row = rowOnLine(shown, line);
          const isInRange = line >= firstLine && line < firstLine + lineCount;
          return (
            <TreeRow
              // Elements go on with another row when theirs leaves the view: cheaper than to make new ones.
              key={isInRange ? line % mostLines : 'active'}
              drawn={drawn}
              row={row}
              top={start + shift}
              height={rowHeight}
              graphWidth={width}
              hasTimes={hasTimes}
              labels={drawn.labels.get(row) ?? NO_LABELS}
              selected={markOf(line === selectedLine, row === props.selectedRow)}
              isActive={line === activeLine}
              storedLeaf={markOf(line === storedLine, row === props.storedLeafRow)}
              viewedLeaf={markOf(line === viewedLine, row === props.viewedLeafRow)}
            />
          );
        })}
        {lineCount > 0 && (
          <LaneCanvas
            drawn={drawn}
            firstLine={firstLine}
            lineCount={lineCount}
            mostLines={mostLines}
            rowHeight={rowHeight}
            width={width}
            top={firstLine * rowHeight + shift}
          />
        )}
      </div>
    </div>
  );
}

function viewHeight({ scrollRect }: { readonly scrollRect: { readonly height: number } | null }): number {
  return scrollRect?.height ?? 0;
}

/** A row is marked for itself, or for what it stands for. */
function markOf(isHere: boolean, isItself: boolean): RowMark {
  return isHere ? (isItself ? 'itself' : 'below') : null;
}

/** Whether entries carry times; formats either write them or do not, so the first ones tell. */
function sessionHasTimes({ index, count }: SessionTree): boolean {
  for (let row = 0; row < Math.min(count, 100); row++) if (!Number.isNaN(index.timeMs(row))) return true;
  return false;
}
