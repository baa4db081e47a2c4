import { describe, expect, it } from 'vitest';
import { extensionEntries, replayExtensions } from './extension-state';
import { readEntry, type SessionEntry } from './session-entry';
import { chain } from './test-support/path-entries';

function act(id: string, extensionId: string, entry: unknown, version = 1) {
  const extension = { extensionId, stateSchemaVersion: version, originSequence: 7, entry };
  return [id, 'extension', { extension }] as const;
}
const set = (key: string, value: unknown) => ({
  kind: 'state_mutation',
  key,
  mutation: { operation: 'set', value },
});
const remove = (key: string) => ({
  kind: 'state_mutation',
  key,
  mutation: { operation: 'delete', value: 'ignored' },
});

const PATH = chain(
  act('e1', 'todo', set('a', 1)),
  act('e2', 'other', set('a', 'theirs')),
  act('e3', 'todo', set('b', null)),
  ['m', 'session_info'],
  act('e4', 'todo', set('a', [2])),
  act('e5', 'todo', { kind: 'state_migration', fromSchemaVersion: 1, toSchemaVersion: 2 }, 2),
  act('e6', 'todo', { kind: 'custom_event', eventId: 'ev', customType: 'c.t', payload: null }, 2),
  act('e7', 'todo', { kind: 'model_context', contextId: 'cx', placement: 'message', content: {} }, 2),
  act('e8', 'todo', remove('b'), 2),
);

/** An envelope that a reader has let pass, as no reader does. */
function withBadEnvelope(): SessionEntry {
  const read = readEntry('{"type":"leaf","id":"bad","parentId":"e8","timestamp":"t"}');
  if (!read.ok) throw new Error(read.error.message);
  return { ...read.value, type: 'extension' };
}

describe('replayExtensions', () => {
  it('replays the mutations of each extension from root to leaf', () => {
    const replayed = replayExtensions(PATH);
    const states = replayed.ok ? replayed.value : [];
    expect(states.map(({ extensionId, stateSchemaVersion }) => [extensionId, stateSchemaVersion])).toEqual([
      ['todo', '2'],
      ['other', '1'],
    ]);
    expect([...(states[0]?.values ?? [])]).toEqual([
      ['a', { value: { kind: 'array', items: [{ kind: 'number', literal: '2' }] }, entryId: 'e4' }],
    ]);
    expect([...(states[1]?.values.keys() ?? [])]).toEqual(['a']);
  });

  it('of a shorter path is the state there: null is a value, a deleted key is none', () => {
    const replayed = replayExtensions(PATH.slice(0, 3));
    expect(replayed.ok && [...(replayed.value[0]?.values.entries() ?? [])]).toMatchObject([
      ['a', { value: { literal: '1' } }],
      ['b', { value: null, entryId: 'e3' }],
    ]);
  });

  it('tells entry by entry what was done', () => {
    const replayed = replayExtensions(PATH);
    const steps = replayed.ok ? replayed.value[0]?.steps : [];
    expect(
      steps?.map(({ entryId, stateSchemaVersion, originSequence }) => [
        entryId,
        stateSchemaVersion,
        originSequence,
      ]),
    ).toEqual(['e1', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8'].map((id, at) => [id, at < 3 ? '1' : '2', '7']));
    expect(steps?.slice(3).map((step) => step.act)).toEqual([
      { kind: 'state_migration', from: '1', to: '2' },
      { kind: 'custom_event', eventId: 'ev', customType: 'c.t', payload: null },
      {
        kind: 'model_context',
        contextId: 'cx',
        placement: 'message',
        content: { kind: 'object', members: [], duplicateKeys: [] },
      },
      { kind: 'state_mutation', key: 'b', value: undefined },
    ]);
  });

  it('is an error for a bad envelope anywhere on the path', () => {
    expect(replayExtensions([...PATH, withBadEnvelope()])).toMatchObject({
      ok: false,
      error: { code: 'corrupted' },
    });
  });
});

describe('extensionEntries', () => {
  it('gives whole entries of one extension, root first', () => {
    const found = extensionEntries(PATH, 'other');
    expect(found).toEqual({ ok: true, value: [PATH[1]] });
    expect(extensionEntries(PATH, 'none')).toEqual({ ok: true, value: [] });
  });

  it('is an error for a bad envelope of any extension', () => {
    expect(extensionEntries([...PATH, withBadEnvelope()], 'other')).toMatchObject({ ok: false });
  });
});
