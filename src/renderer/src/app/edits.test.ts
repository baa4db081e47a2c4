import { expect, it } from 'vitest';
import type { EditDone } from '../../../shared/contract/editing';
import { editSentence, isUndoable } from './edits';

const done: EditDone = {
  outcome: 'appended',
  message: '1 item appended.',
  itemCount: 1,
  commitCount: 0,
  commitId: null,
  digest: null,
  popped: null,
  backupPath: null,
};

it('offers to undo what wrote something', () => {
  expect(isUndoable(done)).toBe(true);
  expect(isUndoable({ ...done, outcome: 'committed', itemCount: 0, commitCount: 1 })).toBe(true);
  expect(isUndoable({ ...done, outcome: 'popped', itemCount: 0 })).toBe(false);
  expect(isUndoable({ ...done, outcome: 'replayed', itemCount: 0 })).toBe(false);
  expect(isUndoable({ ...done, outcome: 'undone' })).toBe(false);
});

it('names the backup', () => {
  expect(editSentence(done)).toBe(done.message);
  expect(editSentence({ ...done, backupPath: '/home/dev/a.db.backup-1' })).toContain('is a.db.backup-1.');
  expect(editSentence({ ...done, backupPath: 'C:\\\\dev\\a.db.backup-1' })).toContain('is a.db.backup-1.');
});
