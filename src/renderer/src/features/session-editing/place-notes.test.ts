import { describe, expect, it } from 'vitest';
import type { SessionEdit } from '../../../../shared/contract/session-editing';
import { placeNotes } from './place-notes';

const ids = ['root', 'middle', 'end'];
const notesOf = (
  storedLeafRow: number,
  viewedLeafRow: number,
  edit: SessionEdit,
  parentId = ids[storedLeafRow] ?? null,
) => placeNotes({ id: (row) => ids[row] ?? '', storedLeafRow, viewedLeafRow }, edit, parentId);

describe('where an edit writes', () => {
  const label: SessionEdit = { kind: 'label', entryId: 'root', text: 'x' };

  it('is said of bookkeeping when another leaf than the stored one is viewed', () => {
    expect(notesOf(2, 2, label)).toEqual([]);
    expect(notesOf(1, 2, label)).toEqual([expect.stringContaining('the stored leaf, middle')]);
    expect(notesOf(-1, 2, label)).toEqual([expect.stringContaining('a root of its own')]);
  });

  it('is nothing to say of an entry that hangs on the one it is about', () => {
    expect(notesOf(1, 2, { kind: 'set-leaf', entryId: 'root' }, 'root')).toEqual([]);
  });

  it('is said of a message that takes the stored leaf elsewhere', () => {
    const message = (at: string | null): SessionEdit => ({ kind: 'user-message', text: 'x', at });
    expect(notesOf(2, 2, message('end'))).toEqual([]);
    expect(notesOf(2, 2, message('root'))).toEqual([expect.stringContaining('moves to the new message')]);
  });

  it('is nothing to say of a row of meta', () => {
    expect(notesOf(1, 2, { kind: 'set-collapsed', isCollapsed: true })).toEqual([]);
  });
});
