import { describe, expect, it } from 'vitest';
import type { Action } from './actions';
import { editingActions } from './editing-actions';
import { entryActions } from './entry-actions';
import { thewayFile } from './test-support/theway-file';

const [session = null] = thewayFile.summary.sessions;
const entry = {
  id: 'e',
  row: 1,
  isStoredLeaf: false,
  isViewedLeaf: false,
  hasStoredLeaf: true,
  hasLabel: true,
};
const lines = {
  ...thewayFile,
  editing: 'impossible' as const,
  summary: {
    ...thewayFile.summary,
    formatVersion: 'jsonl',
    abilities: { ...thewayFile.summary.abilities, readOnlyReason: 'Transcripts of lines are only read.' },
  },
};

const pi = {
  ...thewayFile,
  summary: {
    ...thewayFile.summary,
    format: 'pi' as const,
    abilities: {
      changes: ['set-leaf' as const, 'label' as const, 'rename' as const],
      copies: ['fork' as const],
      readOnlyReason: null,
      mustUpgrade: false,
    },
  },
};

const offered = (actions: readonly Action[]) =>
  actions.filter(({ disabledReason }) => !disabledReason).map(({ id }) => id);

describe('what can be done with a theway session', () => {
  it('is its own, and not what is done to stores of items', () => {
    expect(offered(editingActions({ file: thewayFile, session }))).toEqual([
      'stop-editing',
      'append-message',
      'clear-leaf',
      'rename-session',
      'set-binding',
      'collapse-node',
      'collapsed',
      'trash-session',
      'clone-session',
      'export-archive',
    ]);
    const stores = editingActions({ file: thewayFile, session }).map(({ id }) => id);
    for (const id of ['append-commit', 'pop-item', 'clear-session', 'upgrade-file'])
      expect(stores).not.toContain(id);
  });

  it('is to make another file of it while editing is off, and nothing for a transcript of lines', () => {
    const off = { ...thewayFile, editing: 'off' as const };
    expect(offered(editingActions({ file: off, session }))).toEqual([
      'allow-editing',
      'clone-session',
      'export-archive',
    ]);
    expect(offered(editingActions({ file: lines, session }))).toEqual([]);
  });
});

describe('what can be done with a session of another format', () => {
  it('is what its reader says', () => {
    expect(offered(editingActions({ file: pi, session }))).toEqual(['stop-editing', 'rename-session']);
    const titles = entryActions(pi, 's', entry).map(({ id }) => id);
    expect(titles.slice(0, 4)).toEqual(['set-leaf', 'label-entry', 'clear-label', 'fork-session']);
  });

  it('is shown with the reason where this very file is only read', () => {
    const reason = 'Only version 3 is written.';
    const old = {
      ...pi,
      editing: 'impossible' as const,
      summary: { ...pi.summary, abilities: { ...pi.summary.abilities, readOnlyReason: reason } },
    };
    const all = [...editingActions({ file: old, session }), ...entryActions(old, 's', entry)];
    for (const id of ['allow-editing', 'rename-session', 'set-leaf', 'label-entry', 'fork-session'])
      expect(all.find((action) => action.id === id)?.disabledReason).toBe(reason);
  });
});

describe('what can be done with an entry', () => {
  it('needs editing, but for what makes another file or only looks', () => {
    const all = ['set-leaf', 'label-entry', 'clear-label', 'append-message-here', 'fork-session'];
    const views = [
      'compare-with-viewed',
      'compare-with-stored',
      'context-here',
      'copy-link',
      'copy-entry-id',
    ];
    expect(offered(entryActions(thewayFile, 's', entry))).toEqual([...all, ...views]);
    const off = { ...thewayFile, editing: 'off' as const };
    expect(offered(entryActions(off, 's', entry))).toEqual(['fork-session', ...views]);
    expect(offered(entryActions(lines, 's', entry))).toEqual(views);
    expect(offered(entryActions(thewayFile, 's', null))).toEqual([]);
  });

  it('has no link where there is no file', () => {
    const server = { ...thewayFile, place: 'server' as const };
    expect(offered(entryActions(server, 's', entry))).not.toContain('copy-link');
  });

  it('leaves out what would change nothing', () => {
    const bare = { ...entry, isStoredLeaf: true, hasLabel: false };
    expect(offered(entryActions(thewayFile, 's', bare))).toEqual([
      'label-entry',
      'append-message-here',
      'fork-session',
      'compare-with-viewed',
      'context-here',
      'copy-link',
      'copy-entry-id',
    ]);
  });
});
