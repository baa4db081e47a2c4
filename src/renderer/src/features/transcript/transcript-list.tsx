import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { branchEnd, isBranchPoint } from '../../../../shared/tree/branches';
import { outlineOf } from '../../../../shared/tree/outline';
import { itemOf, pathItems } from '../../../../shared/tree/path-items';
import type { SessionHeads } from '../../app/heads';
import { useOverlay } from '../../app/overlay';
import type { SessionView } from '../../app/view-state';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import type { MenuPlace } from '../../ui/menu';
import { countOf } from '../../ui/number-format';
import { menuPlace } from '../entry/entry-menu';
import { useFoundPlace } from '../entry/found-place';
import { labelsByRow, NO_LABELS } from '../entry/labels';
import { useSessionScope } from '../entry/session-scope';
import type { SessionTree } from '../entry/session-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { CopyProgress } from './copy-progress';
import { isInRange, RangeBar, rowsInRange } from './entry-range';
import { estimateItemsPx } from './item-estimate';
import { type ItemWindow, windowAround } from './item-window';
import { OutlineDialog } from './outline-dialog';
import { OutlineRuler } from './outline-ruler';
import { useReadingPlaceOf } from './reading-place';
import { placeBefore, rememberPlace } from './scroll-memory';
import { isAtEnd, isTopInView, useOwnScrolls, useScrollTarget } from './scroll-target';
import floats from './transcript-float.module.css';
import { NewEntries, useGrowth } from './transcript-growth';
import { TranscriptItem } from './transcript-item';
import styles from './transcript-list.module.css';
import { useEntryRange } from './use-entry-range';

interface TranscriptListProps {
  tree: SessionTree;
  heads: SessionHeads;
  path: ViewedPath;
  view: SessionView;
  /** Changes each time an entry is chosen. */
  chosen: object | null;
  /** Opens the menu of an entry, or of the call among its blocks that is pointed at. */
  onMenu: (row: number, place: MenuPlace, block: number | null) => void;
  /** Copies the whole text of some entries of the path. */
  onCopy: (rows: readonly number[]) => void;
}

/** Height of the line that leads to what is not listed; as in the style sheet. */
const MORE_PX = 48;
/** What is drawn beyond the window, on either side; their bodies are read ahead. */
const OVERSCAN_PX = 600;
/** What is beyond the view is drawn after so long in any case. */
const MOST_ALONE_MS = 500;
const NO_RESULTS: readonly number[] = [];

/** The items of a path, of any height and any number. Opens at the end of the path. */
export function TranscriptList({ tree, heads, path, view, chosen, onMenu, onCopy }: TranscriptListProps) {
  const { index } = heads;
  const scroller = useRef<HTMLElement>(null);
  const [apart, setApart] = useState<ReadonlySet<number>>(new Set());
  const items = useMemo(() => pathItems(index, path.rows, apart), [index, path, apart]);
  const labels = useMemo(() => labelsByRow(index.end?.labels ?? []), [index.end]);
  const outline = useMemo(
    () =>
      outlineOf(index, items, {
        hasLabel: (row) => labels.has(row),
        isFork: (row) => isBranchPoint(tree.branches, tree.shape, row),
      }),
    [index, items, labels, tree],
  );
  const isOutlineShown = useOverlay((state) => state.overlay === 'outline');
  const closeOverlay = useOverlay((state) => state.close);
  const estimates = useMemo(() => estimateItemsPx(index, items.rows), [index, items]);
  const itemCount = items.rows.length;
  const selectedItem = itemOf(index, items, view.selectedRow);

  // Where a very long path is listed in part: around what was last gone to.
  const [goal, setGoal] = useState(selectedItem >= 0 ? selectedItem : itemCount - 1);
  const lastWindow = useRef<ItemWindow | null>(null);
  const window = windowAround(itemCount, Math.min(goal, itemCount - 1), lastWindow.current);

  const scrollMargin = window.from > 0 ? MORE_PX : 0;

  const own = useOwnScrolls();
  const loaded = useLoadedRows();
  const list = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: window.to - window.from,
    getScrollElement: () => scroller.current,
    getItemKey: (at) => items.rows[window.from + at] ?? -1,
    estimateSize: (at) => estimates[window.from + at] ?? 0,
    rangeExtractor: (range) =>
      itemsAround(range, loaded.isAnyShown ? OVERSCAN_PX : 0, (at) => estimates[window.from + at] ?? 0),
    scrollToFn: own.scroll,
    scrollMargin,
    paddingStart: 14,
    paddingEnd: 40,
    scrollPaddingStart: 10,
    scrollPaddingEnd: 40,
  });
  // What stands above the view's top grows upwards, so that what is being read stays in place. An item
  // that reaches into the view does so only until its content is there: later changes are the user's.
  list.shouldAdjustScrollPositionOnItemSizeChange = (item) => {
    const top = list.scrollOffset ?? 0;
    return item.end <= top || (item.start < top && !loaded.has(Number(item.key)));
  };
  const goTo = useScrollTarget(list, scroller, own);

  const newCount = useGrowth(list, index, items.rows, (item) => goToItem(item, 'end'));
  useReadingPlaceOf(list, scroller, window.from, items.rows);

  const jump = useRef({ index, items, selectedItem, itemCount, window });
  useLayoutEffect(() => {
    jump.current = { index, items, selectedItem, itemCount, window };
    lastWindow.current = window;
  });
  /** Goes to an item of the path; one outside of the listed part is listed first. */
  const goToItem = useCallback(
    (item: number, align: 'start' | 'end') => {
      setGoal(item);
      const next = windowAround(jump.current.itemCount, item, jump.current.window);
      lastWindow.current = next;
      goTo(item - next.from, align);
    },
    [goTo],
  );

  // Opening shows the end of the path, or the entry that is selected on it; a file that comes again, what was
  // in view, and what is new when that was the end.
  const { fileId, sessionId, since: generation } = useSessionScope();
  useLayoutEffect(() => {
    const { index: known, items: listed, selectedItem: selected, itemCount: count } = jump.current;
    const place = placeBefore({ fileId, sessionId, generation });
    const top = place?.topId == null ? -1 : itemOf(known, listed, known.rowOf(place.topId));
    if (place?.isAtEnd) goToItem(count - 1, 'end');
    else if (top >= 0) goToItem(top, 'start');
    else if (selected >= 0) goToItem(selected, 'start');
    else goToItem(count - 1, 'end');
    return () => {
      const { index: last, items: shown, window: part } = jump.current;
      const first = list.getVirtualItemForOffset(list.scrollOffset ?? 0);
      const row = first === undefined ? -1 : (shown.rows[part.from + first.index] ?? -1);
      const topId = row >= 0 ? last.id(row) : null;
      rememberPlace({ fileId, sessionId, generation }, { isAtEnd: isAtEnd(list), topId });
    };
  }, [goToItem, list, fileId, sessionId, generation]);

  // An entry chosen elsewhere comes into view; one that is in view already stays where it is.
  const lastChosen = useRef(chosen);
  useEffect(() => {
    if (chosen === lastChosen.current) return;
    lastChosen.current = chosen;
    const { selectedItem: item, window: listed } = jump.current;
    if (item >= 0 && !isTopInView(list, item - listed.from)) goToItem(item, 'start');
  }, [chosen, list, goToItem]);

  const { range, clear, handlers } = useEntryRange({
    list,
    scroller,
    firstItem: window.from,
    itemCount,
    selectedItem,
    onCopy: (chosen) => onCopy(rowsInRange(items, chosen)),
  });

  // What a search has gone to comes into view; where in its item it stands, the marks show.
  const found = useFoundPlace(({ place }) =>
    place?.fileId === fileId && place.sessionId === sessionId ? place : null,
  );
  useEffect(() => {
    if (found === null) return;
    const { index: known, items: shown, window: listed } = jump.current;
    const item = path.has(found.row) ? itemOf(known, shown, found.row) : -1;
    const isDrawn = list.getVirtualItems().some((drawn) => drawn.index === item - listed.from);
    if (item >= 0 && !isDrawn) goToItem(item, 'start');
  }, [found, path, list, goToItem]);

  const { viewLeaf, selectEntry } = view;
  const showBranch = useCallback((row: number) => viewLeaf(branchEnd(tree.branches, row)), [tree, viewLeaf]);
  const keepApart = useCallback(
    (rows: readonly number[]) => setApart((known) => new Set([...known, ...rows])),
    [],
  );

  /** By a right click on an entry, or by key on what has the focus in one. Selected text is left to be copied. */
  function openMenu(event: MouseEvent<HTMLElement>) {
    const item = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (!item || document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    const card = event.target instanceof Element ? event.target.closest('[data-block]') : null;
    const block = card === null ? null : Number(card.getAttribute('data-block'));
    onMenu(Number(item.getAttribute('data-row')), menuPlace(event, event.currentTarget), block);
  }

  return (
    <div className={styles.beside}>
      <section
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label="Conversation"
        onContextMenu={openMenu}
        {...handlers}
      >
        {window.from > 0 && (
          <div className={styles.more}>
            <Button onClick={() => goToItem(window.from - 1, 'end')}>
              Show what stands before ({countOf(window.from, 'entry', 'entries')})
            </Button>
          </div>
        )}
        <div className={styles.list} style={{ height: list.getTotalSize() }}>
          <div className={styles.items}>
            {list.getVirtualItems().map((item) => {
              const at = window.from + item.index;
              const row = items.rows[at] ?? -1;
              return (
                <div
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  data-row={row}
                  className={classNames(styles.item, isInRange(range, at) && styles.chosen)}
                  style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
                >
                  <TranscriptItem
                    tree={tree}
                    path={path}
                    row={row}
                    results={items.resultsOf.get(row) ?? NO_RESULTS}
                    labels={labels.get(row) ?? NO_LABELS}
                    selectedRow={at === selectedItem ? view.selectedRow : -1}
                    isLastOnPath={at === itemCount - 1}
                    onSelect={selectEntry}
                    onShowBranch={showBranch}
                    onApart={keepApart}
                    onLoaded={loaded.add}
                  />
                </div>
              );
            })}
          </div>
        </div>
        {window.to < itemCount && (
          <div className={styles.more}>
            <Button onClick={() => goToItem(window.to, 'start')}>
              Show what follows ({countOf(itemCount - window.to, 'entry', 'entries')})
            </Button>
          </div>
        )}
      </section>
      <OutlineRuler
        index={index}
        outline={outline}
        itemCount={itemCount}
        onGo={selectEntry}
        onGoToItem={(item) => goToItem(item, 'start')}
      />
      <div className={floats.floats}>
        {range && <RangeBar range={range} onCopy={() => onCopy(rowsInRange(items, range))} onClear={clear} />}
        {newCount > 0 && <NewEntries count={newCount} onGo={() => goToItem(itemCount - 1, 'end')} />}
        <CopyProgress />
      </div>
      {isOutlineShown && (
        <OutlineDialog
          index={index}
          outline={outline}
          labels={labels}
          onGo={selectEntry}
          onClose={closeOverlay}
        />
      )}
    </div>
  );
}

/** The items in view, and those so far beside them: of notes many, of long texts one, which may take a while to draw. */
function itemsAround(
  { startIndex, endIndex, count }: Range,
  besidePx: number,
  heightPx: (at: number) => number,
): number[] {
  let from = startIndex;
  for (let px = 0; px < besidePx && from > 0; ) px += heightPx(--from);
  let to = endIndex;
  for (let px = 0; px < besidePx && to < count - 1; ) px += heightPx(++to);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/**
 * Rows whose content has been there for at least a frame, long enough to have been measured. Until there is the first of
 * them, what is beyond the view only keeps the reader waiting.
 */
function useLoadedRows() {
  const [isAnyShown, setAnyShown] = useState(false);
  const [rows] = useState(() => {
    const known = new Set<number>();
    return {
      has: (row: number) => known.has(row),
      add: (row: number) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            known.add(row);
            setAnyShown(true);
          }),
        );
      },
    };
  });
  // Of notes alone nothing is told, and bodies may be slow.
  useEffect(() => {
    const timer = setTimeout(setAnyShown, MOST_ALONE_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return { ...rows, isAnyShown };
}
