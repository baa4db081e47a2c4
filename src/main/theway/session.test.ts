import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import type { Session } from './session';
import { BINDING, entryOf, METADATA, OPENERS, type OpenSession, thrownBy } from './test-support/sessions';

// The interface of section 4, on every store that has it.

let folders: TestFolders;
let session: Session;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => {
  session?.close();
  folders.remove();
});

const user = (id: string, parentId: string | null, text = 'hi') =>
  entryOf({ type: 'message', id, parentId, timestamp: 't', message: { role: 'user', content: text } });

const label = (id: string, parentId: string | null, targetId: string, text?: string | null) =>
  entryOf({
    type: 'label',
    id,
    parentId,
    timestamp: 't',
    targetId,
    ...(text === undefined ? {} : { label: text }),
  });

const extension = (id: string, parentId: string | null, extensionId: string) =>
  entryOf({
    type: 'extension',
    id,
    parentId,
    timestamp: 't',
    extension: {
      extensionId,
      stateSchemaVersion: 1,
      originSequence: 1,
      entry: { kind: 'state_mutation', key: 'k', mutation: { operation: 'set', value: 1 } },
    },
  });

const ids = (entries: Iterable<{ id: string }>) => [...entries].map(({ id }) => id);

describe.each(OPENERS)('a session %s', (_where, open: OpenSession) => {
  beforeEach(() => {
    session = open(folders);
  });

  it('has its metadata', () => {
    expect(session.metadata()).toEqual(METADATA);
  });

  it('without entries has no leaf, no path, no label and no name', () => {
    expect(session.activeLeafId()).toBeNull();
    expect(session.pathToRoot(null)).toEqual([]);
    expect(ids(session.entries())).toEqual([]);
    expect(session.label('x')).toBeNull();
    expect(session.name()).toBeNull();
    expect(session.entry('x')).toBeNull();
    expect(session.extensionEntries('some', null)).toEqual([]);
  });

  it('gives entries back to the byte, in append order, by id and by type', () => {
    const odd = entryOf(
      '{"message":{"n":1.0,"big":12345678901234567890},"id":"b", "type":"message","parentId":"a","timestamp":"t","x":[1e5]}',
    );
    session.appendAll([user('a', null), odd]);
    session.append(label('c', 'b', 'a', 'one'));
    expect(ids(session.entries())).toEqual(['a', 'b', 'c']);
    expect(session.entry('b')?.payload).toBe(odd.payload);
    expect(session.entry('b')).toEqual(odd);
    expect(ids(session.entriesOfType('message'))).toEqual(['a', 'b']);
    expect(ids(session.entriesOfType('compaction'))).toEqual([]);
  });

  it('makes every entry the active leaf, and a leaf entry what it names', () => {
    session.appendAll([user('a', null), user('b', 'a')]);
    expect(session.activeLeafId()).toBe('b');
    const moved = session.setLeaf('a');
    expect(moved.payload).toBe(
      `{"type":"leaf","id":"${moved.id}","parentId":"b","timestamp":"${moved.timestamp}","targetId":"a"}`,
    );
    expect(session.activeLeafId()).toBe('a');
    expect(session.setLeaf(null)).toMatchObject({ parentId: 'a' });
    expect(session.activeLeafId()).toBeNull();
    expect(session.setLeaf('b').parentId).toBeNull();
  });

  it('makes ids that are UUIDv7 and in order', () => {
    const made = Array.from({ length: 100 }, () => session.createEntryId());
    expect(
      made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true);
    expect([...made].sort()).toEqual(made);
  });

  it('refuses to move the leaf to what is not there, and writes nothing', () => {
    session.append(user('a', null));
    expect(thrownBy(() => session.setLeaf('x'))).toMatchObject({
      code: 'not_found',
      message: 'Entry x not found',
    });
    expect(ids(session.entries())).toEqual(['a']);
  });

  it.each([
    ['session transcript contains duplicate entry id', [user('b', 'a'), user('a', null)]],
    ['session transcript contains duplicate entry id', [user('b', 'a'), user('b', 'a')]],
    ['session transcript contains dangling parent reference', [user('b', 'a'), user('c', 'x')]],
    ['session transcript contains dangling parent reference', [user('b', ''), user('c', 'b')]],
    ['session transcript contains dangling parent reference', [user('c', 'b'), user('b', 'a')]],
    [
      'session transcript contains dangling leaf target',
      [user('b', 'a'), entryOf({ type: 'leaf', id: 'l', parentId: 'b', timestamp: 't', targetId: 'x' })],
    ],
  ])('refuses a batch whole: %s', (message, batch) => {
    session.append(user('a', null));
    expect(thrownBy(() => session.appendAll(batch))).toMatchObject({ code: 'corrupted', message });
    expect(ids(session.entries())).toEqual(['a']);
    expect(session.activeLeafId()).toBe('a');
  });

  it('does nothing for an empty batch', () => {
    session.appendAll([]);
    expect(ids(session.entries())).toEqual([]);
  });

  it('gives the path to the root, root first; of null none, though there is a leaf', () => {
    session.appendAll([user('a', null), user('b', 'a'), user('c', 'a'), user('d', 'c')]);
    expect(ids(session.pathToRoot('d'))).toEqual(['a', 'c', 'd']);
    expect(session.pathToRoot(null)).toEqual([]);
    expect(thrownBy(() => session.pathToRoot('x'))).toMatchObject({
      code: 'corrupted',
      message: 'parent x not found',
    });
  });

  it('takes an entry that names itself as parent, whose path is a cycle then', () => {
    session.append(user('a', 'a'));
    expect(session.activeLeafId()).toBe('a');
    expect(thrownBy(() => session.pathToRoot('a'))).toMatchObject({
      code: 'corrupted',
      message: 'cycle in parent chain at a',
    });
  });

  it('has the latest label of an entry, over all branches; null and absent clear, empty is a label', () => {
    session.appendAll([user('a', null), label('l1', 'a', 'a', 'one'), label('l2', null, 'a', '')]);
    expect(session.label('a')).toBe('');
    session.append(label('l3', 'a', 'a', 'three'));
    expect(session.label('a')).toBe('three');
    session.append(label('l4', 'l3', 'a', null));
    expect(session.label('a')).toBeNull();
    session.append(label('l5', 'l4', 'a', 'five'));
    session.append(label('l6', 'l5', 'a'));
    expect(session.label('a')).toBeNull();
  });

  it('gives the entries of an extension on a path; null means the active leaf', () => {
    session.appendAll([
      extension('e1', null, 'one'),
      extension('e2', 'e1', 'two'),
      extension('e3', 'e1', 'one'),
      extension('e4', 'e3', 'one'),
    ]);
    expect(ids(session.extensionEntries('one', 'e2'))).toEqual(['e1']);
    expect(ids(session.extensionEntries('one', null))).toEqual(['e1', 'e3', 'e4']);
    session.setLeaf(null);
    expect(session.extensionEntries('one', null)).toEqual([]);
  });
});

describe('bindings and collapse metadata', () => {
  const [[, inMemory], [, inFile]] = OPENERS;

  it('are refused by a store that keeps none, never passed over', () => {
    session = inMemory(folders);
    const bindings = { code: 'storage_failure', message: 'session store does not support binding updates' };
    const collapse = { code: 'storage_failure', message: 'session store does not support collapse metadata' };
    expect(thrownBy(() => session.setBinding(BINDING))).toMatchObject(bindings);
    expect(thrownBy(() => session.setBinding(null))).toMatchObject(bindings);
    expect(thrownBy(() => session.setCollapseNodeId('n'))).toMatchObject(collapse);
    expect(thrownBy(() => session.setCollapsed(true))).toMatchObject(collapse);
    expect(thrownBy(() => session.setCollapsed(false))).toMatchObject(collapse);
  });

  it('are written and cleared in a file', () => {
    session = inFile(folders);
    session.setBinding(BINDING);
    session.setCollapseNodeId('node');
    session.setCollapsed(true);
    expect(session.metadata()).toEqual({
      ...METADATA,
      binding: BINDING,
      collapseNodeId: 'node',
      collapsed: true,
    });
    session.setBinding(null);
    session.setCollapseNodeId(null);
    session.setCollapsed(false);
    expect(session.metadata()).toEqual(METADATA);
  });

  it('never hold what looks like a credential', () => {
    session = inFile(folders);
    const runtime = { workDir: '/w', baseUrl: 'https://user:hunter2secret@host/' };
    expect(thrownBy(() => session.setBinding({ clientKey: 'c', runtime }))).toMatchObject({
      message: 'A binding must never hold credentials, and binding.runtime.baseUrl looks like one.',
    });
    expect(session.metadata().binding).toBeNull();
  });
});
