import { type MouseEvent, type ReactNode, useCallback, useState } from 'react';
import { menuItem } from '../../app/action-menu';
import type { Action } from '../../app/actions';
import { type EntryContext, entryActions } from '../../app/entry-actions';
import type { SessionPaneProps } from '../../app/session-pane';
import type { SessionView } from '../../app/view-state';
import { Menu, type MenuPlace } from '../../ui/menu';

/** The menu of an entry, to be put beside what opens it. */
interface EntryMenu {
  readonly menu: ReactNode;
  open(row: number, place: MenuPlace): void;
}

/** What an entry's actions depend on; null for no row. */
export function entryContext(
  { heads }: SessionPaneProps,
  view: SessionView,
  row: number,
): EntryContext | null {
  const { index } = heads;
  if (row < 0 || row >= index.count) return null;
  return {
    id: index.id(row),
    row,
    isStoredLeaf: row === view.storedLeafRow,
    isViewedLeaf: row === view.viewedLeafRow,
    hasStoredLeaf: view.storedLeafRow >= 0,
    hasLabel: index.end?.labels.some((label) => label.row === row) ?? false,
  };
}

/** The actions of an entry as a menu at a place, with what else the pane can do with it. */
export function useEntryMenu(
  pane: SessionPaneProps,
  view: SessionView,
  moreActions: (row: number) => readonly Action[] = noActions,
): EntryMenu {
  const [at, setAt] = useState<{ row: number; place: MenuPlace } | null>(null);
  const entry = at === null ? null : entryContext(pane, view, at.row);
  const open = useCallback((row: number, place: MenuPlace) => setAt({ row, place }), []);
  return {
    open,
    menu: at && entry && (
      <Menu
        label="Actions on this entry"
        place={at.place}
        items={[...moreActions(entry.row), ...entryActions(pane.file, pane.session.id, entry)].map(menuItem)}
        onClose={() => setAt(null)}
      />
    ),
  };
}

function noActions(): readonly Action[] {
  return [];
}

/** Where a menu opens: at the pointer, or under the element where the keyboard asked for it. */
export function menuPlace(event: MouseEvent<HTMLElement>, element: Element): MenuPlace {
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY };
  const box = element.getBoundingClientRect();
  return { x: box.left + 16, y: box.bottom };
}
