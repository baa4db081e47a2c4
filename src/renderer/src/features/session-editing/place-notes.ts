import type { SessionEdit } from '../../../../shared/contract/session-editing';
import { shortId } from '../../ui/short-id';

/** The two leaves of a session, as rows; -1 for none. */
interface Leaves {
  readonly storedLeafRow: number;
  readonly viewedLeafRow: number;
  /** Id of a row. */
  id(row: number): string;
}

/** What is worth knowing about where an edit writes, sentences; `parentId`: what its entry hangs on, null for nothing. */
export function placeNotes(leaves: Leaves, edit: SessionEdit, parentId: string | null): readonly string[] {
  const { storedLeafRow, viewedLeafRow } = leaves;
  switch (edit.kind) {
    case 'set-leaf':
    case 'label':
    case 'rename': {
      if (storedLeafRow < 0) return ['There is no stored leaf: the entry starts a root of its own.'];
      const isAtStored = parentId === leaves.id(storedLeafRow);
      if (!isAtStored || storedLeafRow === viewedLeafRow) return [];
      return [
        `It is appended at the stored leaf, ${shortId(parentId)}, as all bookkeeping is, and not at the end of the path you are viewing.`,
      ];
    }
    case 'user-message':
      if (edit.at === null || storedLeafRow < 0) return [];
      return edit.at === leaves.id(storedLeafRow) ? [] : ['The stored leaf moves to the new message.'];
    default:
      return [];
  }
}
