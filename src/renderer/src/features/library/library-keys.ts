import type { LibraryRow } from './library-rows';

/** What a key does in the session list. */
type KeyCommand =
  | { readonly type: 'move'; readonly to: number }
  /** Folds or unfolds the current row. */
  | { readonly type: 'fold'; readonly isFolded: boolean }
  | { readonly type: 'activate' | 'remove' | 'menu' };

/** Rows a page key moves by. */
const PAGE = 10;

/** The keys of an ARIA tree (APG), from row `at`; null for a key that means nothing here. */
export function keyCommand(rows: readonly LibraryRow[], at: number, key: string): KeyCommand | null {
  const last = rows.length - 1;
  const row = rows[at];
  const isGroup = row?.type === 'file' || row?.type === 'recents';
  switch (key) {
    case 'ArrowDown':
      return { type: 'move', to: Math.min(last, at + 1) };
    case 'ArrowUp':
      return { type: 'move', to: Math.max(0, at - 1) };
    case 'PageDown':
      return { type: 'move', to: Math.min(last, at + PAGE) };
    case 'PageUp':
      return { type: 'move', to: Math.max(0, at - PAGE) };
    case 'Home':
      return { type: 'move', to: 0 };
    case 'End':
      return { type: 'move', to: last };
    case 'ArrowRight':
      if (!isGroup) return null;
      return row.isExpanded
        ? { type: 'move', to: Math.min(last, at + 1) }
        : { type: 'fold', isFolded: false };
    case 'ArrowLeft':
      return isGroup && row.isExpanded
        ? { type: 'fold', isFolded: true }
        : { type: 'move', to: groupOf(rows, at) };
    case 'Enter':
    case ' ':
      return { type: 'activate' };
    case 'Delete':
      return { type: 'remove' };
    case 'ContextMenu':
      return { type: 'menu' };
    default:
      return null;
  }
}

/** The row of the group that a row belongs to; itself for a group. */
function groupOf(rows: readonly LibraryRow[], at: number): number {
  let row = at;
  while (
    row > 0 &&
    (rows[row]?.type === 'session' || rows[row]?.type === 'unlisted' || rows[row]?.type === 'recent')
  )
    row -= 1;
  return row;
}
