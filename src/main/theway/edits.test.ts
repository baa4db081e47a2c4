import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import type { Session, SessionEdit } from './session';
import { BINDING, entryOf, METADATA, OPENERS, type OpenSession, thrownBy } from './test-support/sessions';

let folders: TestFolders;
let session: Session;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => {
  session.close();
  folders.remove();
});

const info = (id: string, parentId: string | null) =>
  entryOf({ type: 'session_info', id, parentId, timestamp: 't' });

/** A tree of three, whose leaf stands at `b`. */
function openTree(open: OpenSession): void {
  session = open(folders);
  session.appendAll([info('a', null), info('b', 'a'), info('c', 'a')]);
  session.setLeaf('b');
}

const count = () => [...session.entries()].length;

const EDITS: [string, SessionEdit, Readonly<Record<string, unknown>>][] = [
  ['moving the leaf', { kind: 'set-leaf', entryId: 'c' }, { type: 'leaf', parentId: 'b', targetId: 'c' }],
  ['moving it to none', { kind: 'set-leaf', entryId: null }, { type: 'leaf', parentId: 'b', targetId: null }],
  [
    'a label of another branch',
    { kind: 'label', entryId: 'c', text: 'x' },
    { type: 'label', parentId: 'b', targetId: 'c', label: 'x' },
  ],
  [
    'clearing a label',
    { kind: 'label', entryId: 'c', text: null },
    { type: 'label', parentId: 'b', targetId: 'c', label: null },
  ],
  ['a name', { kind: 'rename', name: ' New ' }, { type: 'session_info', parentId: 'b', name: ' New ' }],
  [
    'a message at the leaf',
    { kind: 'user-message', text: 'hi' },
    {
      type: 'message',
      parentId: 'b',
      message: { role: 'user', content: 'hi', timestamp: expect.any(Number) },
    },
  ],
  ['a message elsewhere', { kind: 'user-message', text: '', at: 'c' }, { type: 'message', parentId: 'c' }],
  [
    'a message as a root of its own',
    { kind: 'user-message', text: '', at: null },
    { type: 'message', parentId: null },
  ],
  [
    'a given entry',
    { kind: 'append', entries: ['{"id":"z","type":"session_info"}'] },
    { id: 'z', type: 'session_info', parentId: 'b' },
  ],
];

describe.each(OPENERS)('an edit of a session %s', (_where, open: OpenSession) => {
  beforeEach(() => openTree(open));

  it.each(EDITS)(
    'is previewed to the byte, written as previewed, and taken back: %s',
    (_what, edit, expected) => {
      const before = { count: count(), leaf: session.activeLeafId(), label: session.label('c') };
      const plan = session.preview(edit);
      expect(count()).toBe(before.count);
      expect(plan.entries.map(({ payload }) => JSON.parse(payload))).toMatchObject([expected]);
      const [planned] = plan.entries;
      expect(Object.keys(JSON.parse(planned?.payload ?? '')).slice(0, 4)).toEqual([
        'type',
        'id',
        'parentId',
        'timestamp',
      ]);
      expect(planned?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

      const { undo } = session.apply(plan);
      expect([...session.entries()].at(-1)?.payload).toBe(planned?.payload);
      if (undo === null) throw new Error('There is no way back');
      if (edit.kind === 'rename') {
        expect(session.name()).toBe('New');
        expect(session.undoRefusal(undo)).toMatch(/not be left without/);
        expect(thrownBy(() => session.undo(undo)).message).toMatch(/not be left without/);
        return;
      }
      expect(session.undoRefusal(undo)).toBeNull();
      session.undo(undo);
      expect(count()).toBe(before.count + 2);
      expect(session.label('c')).toBe(before.label);
      // Clearing a label again is itself the newest entry; everything else puts the leaf back.
      if (edit.kind !== 'label') expect(session.activeLeafId()).toBe(before.leaf);
      expect(session.undoRefusal(undo)).not.toBeNull();
    },
  );

  it('gives back the label and the name there were', () => {
    session.edit({ kind: 'label', entryId: 'c', text: 'old' });
    session.edit({ kind: 'rename', name: 'Old' });
    const label = session.edit({ kind: 'label', entryId: 'c', text: null }).undo;
    expect(session.label('c')).toBeNull();
    if (label !== null) session.undo(label);
    expect(session.label('c')).toBe('old');
    const name = session.edit({ kind: 'rename', name: 'New' }).undo;
    expect(session.name()).toBe('New');
    if (name !== null) session.undo(name);
    expect(session.name()).toBe('Old');
  });

  it('previewed before something else was written is refused, and writes nothing', () => {
    const plan = session.preview({ kind: 'rename', name: 'x' });
    session.append(info('d', 'b'));
    expect(thrownBy(() => session.apply(plan))).toMatchObject({
      code: 'storage_failure',
      reason: 'changed-meanwhile',
    });
    expect(session.name()).toBeNull();
  });

  it('is not taken back once something else was written', () => {
    const { undo } = session.edit({ kind: 'set-leaf', entryId: 'c' });
    session.append(info('d', 'c'));
    if (undo === null) throw new Error('There is no way back');
    expect(session.undoRefusal(undo)).toMatch(/Something else was written/);
    const before = count();
    expect(thrownBy(() => session.undo(undo))).toMatchObject({ reason: 'changed-meanwhile' });
    expect(count()).toBe(before);
  });

  it.each<[SessionEdit, string, string]>([
    [{ kind: 'set-leaf', entryId: 'x' }, 'not_found', 'Entry x not found'],
    [{ kind: 'label', entryId: 'x', text: 'y' }, 'not_found', 'Entry x not found'],
    [{ kind: 'user-message', text: '', at: 'x' }, 'not_found', 'Entry x not found'],
    [{ kind: 'rename', name: ' \u3000' }, 'unknown', 'A name must have at least one visible character.'],
    [{ kind: 'append', entries: ['5'] }, 'corrupted', 'session entry must be a JSON object'],
    [{ kind: 'append', entries: ['{"type":"new"}'] }, 'corrupted', 'unknown session entry type new'],
    [
      { kind: 'append', entries: ['{"type":"leaf","id":"a"}'] },
      'corrupted',
      'session transcript contains duplicate entry id',
    ],
    [
      { kind: 'append', entries: ['{"type":"leaf","targetId":"x"}'] },
      'corrupted',
      'session transcript contains dangling leaf target',
    ],
  ])('%j is refused, in its preview too', (edit, code, message) => {
    const before = count();
    expect(thrownBy(() => session.preview(edit))).toMatchObject({ code, message });
    expect(thrownBy(() => session.edit(edit))).toMatchObject({ code, message });
    expect(count()).toBe(before);
  });

  it('fills in what entries lack, each on the leaf that those before it leave', () => {
    const entries = [
      '{"type":"session_info","n":1.0}',
      '{"type":"leaf","id":"l","targetId":"c"}',
      '{"type":"collapse","sourceSessionId":"","childSessionId":"","compactText":"","rawTextRef":"","collapsedAt":""}',
      '{"type":"session_info","parentId":null,"timestamp":"given"}',
    ];
    const { plan } = session.edit({ kind: 'append', entries });
    const [one, two, three, four] = plan.entries;
    expect(one?.parentId).toBe('b');
    expect(one?.payload).toContain('"n":1.0');
    expect(two?.parentId).toBe(one?.id);
    expect(three?.parentId).toBe('c');
    expect(four).toMatchObject({ parentId: null, timestamp: 'given' });
    expect(plan.notes).toEqual([
      expect.stringContaining('Older releases of theway refuse `collapse` entries'),
    ]);
  });

  it('of no entries writes nothing and leaves nothing to take back', () => {
    const before = count();
    expect(session.edit({ kind: 'append', entries: [] }).undo).toBeNull();
    expect(count()).toBe(before);
  });
});

describe('an edit of metadata', () => {
  beforeEach(() => openTree(OPENERS[1][1]));

  it.each<[SessionEdit, string, string]>([
    [
      { kind: 'set-binding', binding: BINDING },
      'binding',
      '{"clientKey":"terminal","runtime":{"workDir":"/w","provider":"p","model":"m","baseUrl":"https://host/v1","thinking":false}}',
    ],
    [
      { kind: 'set-binding', binding: { clientKey: 'c', runtime: { workDir: '/w' } } },
      'binding',
      '{"clientKey":"c","runtime":{"workDir":"/w"}}',
    ],
    [{ kind: 'set-collapse-node', nodeId: 'n"' }, 'collapseNodeId', '"n\\""'],
    [{ kind: 'set-collapsed', isCollapsed: true }, 'collapsed', 'true'],
  ])('shows the row, writes it, and puts the old one back: %j', (edit, key, after) => {
    const plan = session.preview(edit);
    expect(plan).toMatchObject({ entries: [], meta: { key, before: null, after } });
    expect(session.metadata()).toEqual(METADATA);
    const { undo } = session.apply(plan);
    expect(session.metadata()).not.toEqual(METADATA);
    // Once more is nothing.
    expect(session.edit(edit)).toMatchObject({ plan: { meta: null }, undo: null });
    if (undo === null) throw new Error('There is no way back');
    expect(session.undo(undo).meta).toEqual({ key, before: after, after: null });
    expect(session.metadata()).toEqual(METADATA);
  });

  it('is not taken back once another row was changed', () => {
    const { undo } = session.edit({ kind: 'set-collapsed', isCollapsed: true });
    session.setCollapseNodeId('n');
    if (undo === null) throw new Error('There is no way back');
    expect(session.undoRefusal(undo)).not.toBeNull();
    expect(thrownBy(() => session.undo(undo))).toMatchObject({ reason: 'changed-meanwhile' });
    expect(session.metadata().collapsed).toBe(true);
  });
});
