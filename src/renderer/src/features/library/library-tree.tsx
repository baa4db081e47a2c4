import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { OpenFolder } from '../../../../shared/contract/folder';
import type { OpenFile } from '../../../../shared/contract/state';
import type { SessionSummary } from '../../../../shared/model/session';
import { perform } from '../../app/perform';
import { useRemPx } from '../../app/text-size';
import { useViewState } from '../../app/view-state';
import { Menu, type MenuPlace } from '../../ui/menu';
import { keyCommand } from './library-keys';
import { rowMenu } from './library-menu';
import { LibraryRowView } from './library-row-view';
import { type LibraryRow, sessionKey } from './library-rows';
import styles from './library-tree.module.css';

interface LibraryTreeProps {
  rows: readonly LibraryRow[];
  activeFile: OpenFile | null;
  activeFolder: OpenFolder | null;
  activeSession: SessionSummary | null;
  onFold: (key: string, isFolded: boolean) => void;
}

/** Height of each kind of row in rem; the styles of the rows fill it. */
const ROW_REM = { folder: 2, file: 2, session: 2.875, unlisted: 1.75, recents: 2.125, recent: 1.75 };

/**
 * The session list as an ARIA tree: one tab stop, the current row named by `aria-activedescendant`.
 * Only rows in view are mounted, and the current one.
 */
export function LibraryTree({ rows, activeFile, activeFolder, activeSession, onFold }: LibraryTreeProps) {
  const list = useRef<HTMLDivElement>(null);
  const rem = useRemPx();
  const selectedKey = activeFile ? keyOf(activeFile, activeSession) : (activeFolder?.folderId ?? null);
  const [currentKey, setCurrentKey] = useState(selectedKey);
  const [lastSelectedKey, setLastSelectedKey] = useState(selectedKey);
  // What was opened from elsewhere becomes the current row.
  if (selectedKey !== lastSelectedKey) {
    setLastSelectedKey(selectedKey);
    setCurrentKey(selectedKey);
  }
  const [menu, setMenu] = useState<{ place: MenuPlace; row: LibraryRow } | null>(null);
  const current = Math.max(
    0,
    rows.findIndex((row) => row.key === currentKey),
  );

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => ROW_REM[rows[index]?.type ?? 'session'] * rem,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const range = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      return current < first || current > last ? [...range, current].sort((a, b) => a - b) : range;
    },
  });

  // What is on screen in the other panes comes into view.
  const selected = rows.findIndex((row) => row.key === selectedKey);
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [selected, virtual]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on the text size and the kinds of rows
  useEffect(() => virtual.measure(), [virtual, rem, rows]);

  function moveTo(index: number) {
    setCurrentKey(rows[index]?.key ?? null);
    virtual.scrollToIndex(index, { align: 'auto' });
  }

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.key === 'F10' && event.shiftKey ? 'ContextMenu' : event.key;
    const command = keyCommand(rows, current, key);
    const row = rows[current];
    if (!command || !row) return;
    event.preventDefault();
    switch (command.type) {
      case 'move':
        return moveTo(command.to);
      case 'fold':
        return onFold(row.key, command.isFolded);
      case 'activate':
        return activate(row, onFold);
      case 'remove':
        return remove(row);
      case 'menu':
        return showMenu(row);
    }
  }

  /** Under the row, as there is no pointer to open it at. */
  function showMenu(row: LibraryRow) {
    const box = document.getElementById(rowId(row.key))?.getBoundingClientRect();
    if (box) setMenu({ place: { x: box.left + 16, y: box.bottom }, row });
  }

  return (
    <>
      <div
        ref={list}
        className={styles.tree}
        role="tree"
        aria-label="Open files and sessions"
        aria-activedescendant={rows[current] ? rowId(rows[current].key) : undefined}
        tabIndex={0}
        data-library
        onKeyDown={press}
        onFocus={(event) => {
          // A click focuses the row itself, which scrolling may take away.
          if (event.target !== list.current) list.current?.focus({ preventScroll: true });
        }}
      >
        <div role="presentation" className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                role="presentation"
                className={styles.slot}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <LibraryRowView
                  id={rowId(row.key)}
                  row={row}
                  isCurrent={item.index === current}
                  isSelected={row.key === selectedKey}
                  onFold={(isFolded) => {
                    setCurrentKey(row.key);
                    onFold(row.key, isFolded);
                  }}
                  onActivate={() => {
                    setCurrentKey(row.key);
                    activate(row, onFold);
                  }}
                  onMenu={(place) => {
                    setCurrentKey(row.key);
                    setMenu({ place, row });
                  }}
                />
              </div>
            );
          })}
        </div>
      </div>
      {menu && (
        <Menu label="Actions" place={menu.place} items={rowMenu(menu.row)} onClose={() => setMenu(null)} />
      )}
    </>
  );
}

/** The row that stands for what is on screen: the session, or the file when it shows none. */
function keyOf(file: OpenFile, session: SessionSummary | null): string {
  return session ? sessionKey(file.fileId, session.id) : file.fileId;
}

function rowId(key: string): string {
  // Ids hold no spaces; session ids may hold anything.
  return `library-${encodeURIComponent(key)}`;
}

function activate(row: LibraryRow, onFold: (key: string, isFolded: boolean) => void): void {
  const { selectFile, selectSession } = useViewState.getState();
  switch (row.type) {
    case 'folder':
      selectFile(row.folder.folderId);
      break;
    case 'file':
      // Once it is on screen, the same again folds it.
      if (useViewState.getState().activeFileId !== row.file.fileId) {
        selectFile(row.file.fileId);
        onFold(row.key, false);
      } else onFold(row.key, row.isExpanded);
      break;
    case 'session':
      selectSession(row.file.fileId, row.session.id);
      break;
    case 'recents':
      onFold(row.key, row.isExpanded);
      break;
    case 'recent':
      perform('files.openRecent', { path: row.recent.path });
      break;
    case 'unlisted':
      break;
  }
}

function remove(row: LibraryRow): void {
  if (row.type === 'file' || row.type === 'session') perform('files.close', { fileId: row.file.fileId });
  if (row.type === 'folder') perform('folders.close', { folderId: row.folder.folderId });
  if (row.type === 'recent') perform('recents.remove', { path: row.recent.path });
}
