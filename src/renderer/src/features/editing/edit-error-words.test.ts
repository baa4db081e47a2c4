import { expect, it } from 'vitest';
import { editErrorWords } from './edit-error-words';

it('never shows the words of the database for a lock, and offers to try again', () => {
  const { error, remedy } = editErrorWords({
    code: 'locked',
    message: 'SQLITE_BUSY: database is locked',
    detail: 'SQLITE_BUSY',
  });
  expect(JSON.stringify(error)).not.toContain('SQLITE');
  expect(error.message).toContain('Another program');
  expect(remedy).toBe('retry');
});

it('explains a conflict in a sentence, and keeps the words of the rule as the detail', () => {
  const message = 'session_commit_identity_conflict: commit_id has a different payload';
  const { error, remedy } = editErrorWords({
    code: 'session_commit_identity_conflict',
    message,
    detail: null,
  });
  expect(error.message).toContain('used before, with other items');
  expect(error.detail).toBe(message);
  expect(remedy).toBeNull();
});

it('leaves the sentence of an error that has one', () => {
  const error = { code: 'not-writable', message: 'This file is read-only on disk.', detail: null } as const;
  expect(editErrorWords(error)).toEqual({ error, remedy: null });
  expect(editErrorWords({ ...error, code: 'invalid-schema' }).remedy).toBe('checks');
  expect(editErrorWords({ ...error, code: 'changed-meanwhile' }).remedy).toBe('reload');
  expect(editErrorWords({ ...error, code: 'editing-off' }).remedy).toBe('allow');
});

it('does not offer to try again what may have been written', () => {
  for (const code of ['process-died', 'deadline', 'not-connected'] as const)
    expect(editErrorWords({ code, message: 'It ended.', detail: null }).remedy).toBe('reload');
});
