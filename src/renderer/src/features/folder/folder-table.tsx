import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { perform } from '../../app/perform';
import { useRemPx } from '../../app/text-size';
import { classNames } from '../../ui/class-names';
import { copyText } from '../../ui/clipboard';
import { Menu, type MenuItem, type MenuPlace } from '../../ui/menu';
import { FolderRowView } from './folder-row-view';
import type { FolderRow } from './folder-rows';
import styles from './folder-table.module.css';

interface FolderTableProps {
  folderId: string;
  rows: readonly FolderRow[];
  currentKey: string | null;
  onMove: (key: string) => void;
  onOpen: (row: FolderRow) => void;
}

const ROW_REM = 1.875;

/** The lines of a folder as an ARIA list box: one tab stop, the current line named by `aria-activedescendant`. */
export function FolderTable({ folderId, rows, currentKey, onMove, onOpen }: FolderTableProps) {
  const list = useRef<HTMLDivElement>(null);
  const rem = useRemPx();
  const [menu, setMenu] = useState<{ place: MenuPlace; row: FolderRow } | null>(null);
  const current = Math.max(
    0,
    rows.findIndex((row) => row.key === currentKey),
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_REM * rem,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights depend on the text size
  useEffect(() => virtual.measure(), [virtual, rem]);
  // Whoever comes back finds the line again that was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (current > 0) virtual.scrollToIndex(current, { align: 'center' });
    list.current?.focus({ preventScroll: true });
  }, []);

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[current];
    const key = event.key === 'F10' && event.shiftKey ? 'ContextMenu' : event.key;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / (ROW_REM * rem)) - 1);
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    }[key];
    if (to !== undefined) {
      const next = Math.min(rows.length - 1, Math.max(0, to));
      onMove(rows[next]?.key ?? '');
      virtual.scrollToIndex(next, { align: 'auto' });
    } else if (row && key === 'Enter') onOpen(row);
    else if (row && key === 'ContextMenu') {
      const box = document.getElementById(rowId(current))?.getBoundingClientRect();
      if (box) setMenu({ place: { x: box.left + 16, y: box.bottom }, row });
    } else return;
    event.preventDefault();
  }

  return (
    <div className={styles.table}>
      <div className={classNames(styles.head, styles.columns)} aria-hidden="true">
        <span>Session</span>
        <span>Format</span>
        <span className={styles.number}>Entries</span>
        <span className={styles.number}>Size</span>
        <span>Written</span>
        <span>File</span>
      </div>
      <div
        ref={list}
        role="listbox"
        aria-label="Sessions found"
        className={styles.list}
        aria-activedescendant={rows[current] ? rowId(current) : undefined}
        tabIndex={0}
        data-folder
        data-pane
        onKeyDown={press}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <FolderRowView
                key={item.key}
                id={rowId(item.index)}
                row={row}
                index={item.index}
                count={rows.length}
                isCurrent={item.index === current}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                onOpen={() => {
                  onMove(row.key);
                  onOpen(row);
                }}
                onMenu={(place) => {
                  onMove(row.key);
                  setMenu({ place, row });
                }}
              />
            );
          })}
        </div>
      </div>
      {menu && (
        <Menu
          label="Actions"
          place={menu.place}
          items={menuOf(folderId, menu.row, onOpen)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

function rowId(index: number): string {
  return `folder-row-${index}`;
}

function menuOf(folderId: string, row: FolderRow, onOpen: (row: FolderRow) => void): readonly MenuItem[] {
  const { path, sessionId } = row;
  return [
    { label: 'Open', shortcut: 'Enter', run: () => onOpen(row) },
    ...(sessionId === null
      ? []
      : [{ label: 'Copy session id', run: () => copyText(sessionId, 'Session id copied.') }]),
    { label: 'Copy path in the folder', run: () => copyText(path, 'Path copied.') },
    { label: 'Show file in folder', run: () => perform('folders.reveal', { folderId, path }) },
  ];
}
