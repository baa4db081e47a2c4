import type { SessionEdit } from '../../../../shared/contract/theway-editing';
import { shortId } from '../../ui/short-id';
import type { SessionTarget } from './session-target';

/** What is worth knowing about where an edit writes, sentences. */
export function placeNotes({ heads, view }: SessionTarget, edit: SessionEdit): readonly string[] {
  const { storedLeafRow, viewedLeafRow } = view;
  switch (edit.kind) {
    case 'set-leaf':
    case 'label':
    case 'rename':
      if (storedLeafRow < 0) return ['There is no stored leaf: the entry starts a root of its own.'];
      if (storedLeafRow === viewedLeafRow) return [];
      return [
        `It is appended at the stored leaf, ${shortId(heads.index.id(storedLeafRow))}, as all bookkeeping is, and not at the end of the path you are viewing.`,
      ];
    case 'user-message':
      if (edit.at === null || storedLeafRow < 0) return [];
      return edit.at === heads.index.id(storedLeafRow) ? [] : ['The stored leaf moves to the new message.'];
    default:
      return [];
  }
}
