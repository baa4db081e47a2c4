import { describe, expect, it } from 'vitest';
import type { OpenFile } from '../../../shared/contract/state';
import { NO_ABILITIES } from '../../../shared/model/abilities';
import type { SessionSummary } from '../../../shared/model/session';
import type { ReadFile } from './active-file';
import { editingActions } from './editing-actions';

const session: SessionSummary = {
  id: 's',
  title: null,
  entryCount: 2,
  storedLeaf: '2',
  lastWrittenAt: null,
  recency: 0,
  commitCount: 0,
};
const file: ReadFile = {
  fileId: 'f',
  path: '/home/dev/store.sqlite3',
  name: 'store.sqlite3',
  place: 'file',
  generation: 1,
  status: 'open',
  summary: {
    path: '/home/dev/store.sqlite3',
    format: 'vv-agent',
    formatVersion: '2',
    sizeBytes: 1,
    facts: [],
    sessions: [session],
    sessionCount: 1,
    problems: [],
    abilities: { ...NO_ABILITIES, changes: ['items'], readOnlyReason: null },
  },
  change: null,
  isSample: false,
  editing: 'on',
  undo: null,
};

/** Ids of the actions that can be done. */
const offered = (shown: OpenFile | null, of: SessionSummary | null = session) =>
  editingActions({ file: shown, session: of })
    .filter((action) => !action.disabledReason)
    .map((action) => action.id);

describe('what can be done to a file', () => {
  it('is nothing until editing is switched on', () => {
    expect(offered(null, null)).toEqual([]);
    expect(offered({ ...file, editing: 'impossible' })).toEqual([]);
    expect(offered({ ...file, editing: 'off' })).toEqual(['allow-editing']);
    expect(offered({ ...file, editing: 'upgrade-first' })).toEqual(['upgrade-file']);
    const error = { code: 'missing', message: '', detail: null } as const;
    expect(offered({ ...file, status: 'failed', error, found: null })).toEqual([]);
  });

  it('leaves out what there is nothing for', () => {
    expect(offered(file)).toEqual([
      'stop-editing',
      'append-message',
      'append-commit',
      'pop-item',
      'clear-session',
    ]);
    expect(offered(file, null)).toEqual(['stop-editing', 'append-message', 'append-commit']);
    const popped = { ...session, entryCount: 0, commitCount: 1 };
    expect(offered(file, popped)).toContain('clear-session');
    expect(offered(file, popped)).not.toContain('pop-item');
  });

  it('names what undo would take back, and why it cannot any more', () => {
    const undoOf = (undo: ReadFile['undo']) =>
      editingActions({ file: { ...file, undo }, session }).find(({ id }) => id === 'undo-edit');
    expect(undoOf({ label: 'Undo: append 2 items', refusal: null })).toMatchObject({
      title: 'Undo: append 2 items',
      disabledReason: null,
    });
    const refusal = 'Another program wrote since.';
    expect(undoOf({ label: 'Undo: pop', refusal })?.disabledReason).toBe(refusal);
  });
});
