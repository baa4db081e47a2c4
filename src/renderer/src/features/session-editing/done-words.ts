import type { SessionEdit } from '../../../../shared/contract/session-editing';
import { shortId } from '../../ui/short-id';

/** What an edit did, a sentence for people; `parentId`: what its entry hangs on. */
export function doneWords(edit: SessionEdit, parentId: string | null): string {
  switch (edit.kind) {
    case 'set-leaf':
      if (edit.entryId === null) return 'There is no stored leaf now: the next entry starts a new root.';
      // Where no leaf is stored, an entry below is it.
      return parentId === edit.entryId
        ? `The session goes on from ${shortId(edit.entryId)} now.`
        : `The stored leaf is ${shortId(edit.entryId)} now.`;
    case 'label':
      return edit.text === null ? 'The label was cleared.' : `Labelled “${excerpt(edit.text)}”.`;
    case 'rename':
      return `The session is called “${excerpt(edit.name.trim())}” now.`;
    case 'user-message':
      return 'The message was appended. It is the stored leaf now.';
    case 'append':
      return edit.entries.length === 1
        ? '1 entry was appended.'
        : `${edit.entries.length} entries were appended.`;
    case 'set-binding':
      return edit.binding === null ? 'The binding was cleared.' : 'The binding was written.';
    case 'set-collapse-node':
      return edit.nodeId === null ? 'The collapse node was cleared.' : 'The collapse node was written.';
    case 'set-collapsed':
      return edit.isCollapsed
        ? 'The session is marked as collapsed.'
        : 'The session is no longer marked as collapsed.';
  }
}

/** Longest part of a text in a sentence, in UTF-16 units. */
const MAX_EXCERPT_CHARS = 60;

function excerpt(text: string): string {
  return text.length <= MAX_EXCERPT_CHARS ? text : `${text.slice(0, MAX_EXCERPT_CHARS - 1)}…`;
}
