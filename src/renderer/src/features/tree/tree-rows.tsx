// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
import { defaultRangeExtractor, elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MenuPlace } from '../../ui/menu';
import { NO_LABELS } from '../entry/labels';
import type { SessionTree } from '../entry/session-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { graphWidth } from './lane-geometry';
import { moveFrom, moveOfKey } from './navigation';
import { scrollHeight, scrollScale } from './scroll-scale';
import { TreeRow, treeRowId } from './tree-row';
import styles from './tree-rows.module.css';

interface TreeRowsProps {
  tree: SessionTree;
  path: ViewedPath;
  rowHeight: number;
  /** Labels by row. */
  labels: ReadonlyMap<number, readonly string[]>;
  selectedRow: number;
  storedLeafRow: number;
  /** The row the arrow keys go from; -1 for none yet. */
  activeRow: number;
  onActivate: (row: number) => void;
  /** Shows an entry. */
  onPick: (row: number) => void;
  /** Opens the menu of an entry. */
  onMenu: (row: number, place: MenuPlace) => void;
}

/** Rows drawn beyond the window, so that a fast scroll does not outrun the drawing. */
const OVERSCAN_ROWS = 10;

/** The rows in view, as an ARIA treegrid with one tab stop. */
export function TreeRows(props: TreeRowsProps) {
  const { tree, rowHeight, activeRow, onActivate, onPick } = props;
  const { shape, layout } = tree;
  const grid = useRef<HTMLDivElement>(null);
  const [viewPx, setViewPx] = useState(0);
  const listPx = tree.count * rowHeight;
  const scale = scrollScale(listPx, viewPx);
  const activeLine = activeRow >= 0 ? (layout.lineOf[activeRow] ?? -1) : -1;

  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: tree.count,
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
      const listen = () => tell(element.scrollTop * currentScale.current, false);
      listen();
      element.addEventListener('scroll', listen, { passive: true });
      return () => element.removeEventListener('scroll', listen);
    },
    scrollToFn: (offset, options, instance) =>
      elementScroll(offset / currentScale.current, options, instance),
  });
  const currentScale = useRef(scale);
  useLayoutEffect(() => {
    currentScale.current = scale;
    setViewPx(grid.current?.clientHeight ?? 0);
  }, [scale]);

  // A row that becomes active is brought into view; one that is in view stays where it is.
  useEffect(() => {
    if (activeLine >= 0) rows.scrollToIndex(activeLine, { align: 'auto' });
  }, [activeLine, rows]);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || tree.count === 0) return;
    const from = Math.max(activeRow, 0);
    if (event.key === 'Enter') {
      event.preventDefault();
      return onPick(from);
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      return openMenuByKey();
    }
    const move = moveOfKey(event.key, Math.floor(viewPx / rowHeight));
    if (!move) return;
    event.preventDefault();
    onActivate(moveFrom(shape, layout, from, move));
  }

  function openMenu(event: MouseEvent<HTMLElement>) {
    const element = event.target instanceof Element ? event.target.closest('[role=row]') : null;
    const row = tree.layout.rowAt[Number(element?.getAttribute('aria-posinset')) - 1];
    if (row === undefined) return;
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
  const width = graphWidth(layout.laneCount);
  // Where the list is stretched, rows stand as far from the view's top as they do in the list.
  const shift = scale === 1 ? 0 : (rows.scrollOffset ?? 0) / scale - (rows.scrollOffset ?? 0);
  return (
    <div
      ref={grid}
      className={styles.grid}
      role="treegrid"
      aria-label="Entries of the session"
      aria-readonly="true"
      tabIndex={0}
      aria-activedescendant={activeRow >= 0 ? treeRowId(activeRow) : undefined}
      onKeyDown={press}
      onContextMenu={openMenu}
    >
      <div className={styles.list} role="rowgroup" style={{ height: scrollHeight(listPx) }}>
        {rows.getVirtualItems().map(({ index: line, start }) => {
          const row = layout.rowAt[line] ?? 0;
          return (
            <TreeRow
              key={row}
              tree={tree}
              path={props.path}
              row={row}
              top={start + shift}
              height={rowHeight}
              graphWidth={width}
              hasTimes={hasTimes}
              labels={props.labels.get(row) ?? NO_LABELS}
              isSelected={row === props.selectedRow}
              isActive={row === activeRow}
              isStoredLeaf={row === props.storedLeafRow}
              onPick={onPick}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether entries carry times; formats either write them or do not, so the first ones tell. */
function sessionHasTimes({ index, count }: SessionTree): boolean {
  for (let row = 0; row < Math.min(count, 100); row++) if (!Number.isNaN(index.timeMs(row))) return true;
  return false;
}
