import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Body } from '../../../shared/model/body';
import { writeThewaySample } from '../../samples/theway-sample';
import type { DatabaseSource } from '../format';
import { detectFormat } from '../registry';
import { makeStoreFolder, readAllHeads, type StoreFolder } from '../test-support/open-store';
import {
  assistant,
  entry,
  META,
  row,
  type SessionFileParts,
  toolResult,
  user,
  writeSessionFile,
} from './test-support/session-file';

const OPTIONS = { maxChars: 1000, maxImageChars: 1000 };

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

async function storeOf(parts: SessionFileParts, name = 'session.db'): Promise<DatabaseSource> {
  return folder.store(writeSessionFile(folder.file(name), parts));
}

function bodiesOf(store: DatabaseSource, rows: number[], options = OPTIONS) {
  const result = store.bodies(META.id, rows, options);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.map((body) => Body.parse(body));
}

function summaryOf(store: DatabaseSource) {
  return store.sessions().sessions[0];
}

describe('the session of a file', () => {
  it('has its id from meta, its title from its name, its leaf from the last entry', async () => {
    const store = await storeOf({
      entries: [
        entry('session_info', 'n1', null, { name: 'old name' }),
        user('u1', 'n1', 'first words'),
        entry('session_info', 'n2', 'u1', { name: '  new name ' }),
        entry('session_info', 'n3', 'n2', { name: '  ' }),
        entry('leaf', 'l1', 'n3', { targetId: 'u1' }),
      ],
    });
    expect(store.sessions()).toEqual({
      total: 1,
      problems: [],
      sessions: [
        {
          id: META.id,
          title: 'new name',
          entryCount: 5,
          storedLeaf: 'u1',
          lastWrittenAt: '2026-01-02T03:04:05Z',
          recency: 0,
          commitCount: 0,
        },
      ],
    });
  });

  it('is titled by the first words of the user where it has no name', async () => {
    const store = await storeOf({
      entries: [
        assistant('a0', null, 'unasked'),
        user('u0', 'a0', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
        user('u1', 'u0', [{ type: 'text', text: '  fix\n the bug ' }]),
        user('u2', 'u1', 'later words'),
      ],
    });
    expect(summaryOf(store)).toMatchObject({ title: 'fix the bug', storedLeaf: 'u2' });
  });

  it.each<[string, SessionFileParts, string | null]>([
    ['no entries', {}, null],
    ['a move to none', { entries: [user('u', null, ''), entry('leaf', 'l', 'u', { targetId: null })] }, null],
    [
      'a move to nowhere',
      { entries: [user('u', null, ''), entry('leaf', 'l', 'u', { targetId: 'x' })] },
      null,
    ],
    ['a move to itself', { entries: [user('u', null, ''), entry('leaf', 'l', 'u', { targetId: 'l' })] }, 'l'],
    ['a move that cannot be read', { rows: [row('l', '', 'leaf', '{')] }, null],
    ['an entry that cannot be read', { rows: [row('m', '', 'message', '{')] }, 'm'],
  ])('after %s has the leaf its heads have', async (_what, parts, leaf) => {
    const store = await storeOf(parts);
    expect(summaryOf(store)).toMatchObject({ storedLeaf: leaf });
    const { index, end } = await readAllHeads(store);
    expect(end.storedLeafRow < 0 ? null : index.id(end.storedLeafRow)).toBe(leaf);
  });

  it.each<[string, SessionFileParts]>([
    ['without an id', { meta: { createdAt: 't', cwd: '/', path: '/' } }],
    ['with a blank id', { meta: { ...META, id: ' ' } }],
    ['with a number for an id', { meta: { ...META, id: 5 } }],
    ['without a table meta', { sql: 'DROP TABLE meta' }],
  ])('%s goes by the name of the file, and says so', async (_what, parts) => {
    const store = await storeOf({ ...parts, entries: [user('u', null, 'hi')] }, 'stem.of.it.db');
    const { sessions, problems } = store.sessions();
    expect(sessions).toMatchObject([{ id: 'stem.of.it', title: 'hi' }]);
    expect(problems).toMatchObject([
      { code: 'missing-session-id', severity: 'error', sessionId: 'stem.of.it' },
    ]);
    expect(problems[0]?.message).toContain('session metadata is missing id');
    expect(store.bodies('stem.of.it', [0], OPTIONS)).toMatchObject({ ok: true });
  });
});

describe('the shipped sample', () => {
  it('is sound: every check ok, every result paired, calls without one as notes', async () => {
    const file = folder.file('sample.db');
    writeThewaySample(file);
    const store = await folder.store(file);
    expect(store.schemaChecks().filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(store.sessions()).toMatchObject({ problems: [] });
    const { index, end } = await readAllHeads(store);
    expect(index.problems).toEqual([]);
    expect(end.problems.every(({ severity }) => severity === 'note')).toBe(true);
    expect(index.id(end.storedLeafRow)).toBe(store.sessions().sessions[0]?.storedLeaf);
    const results = [...Array(index.count).keys()].filter((at) => index.isKind(at, 'tool_result'));
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter((at) => index.callRow(at) < 0)).toEqual([]);
  });
});

describe('facts', () => {
  it('tell the metadata and how the file is kept', async () => {
    const store = await storeOf({
      meta: {
        ...META,
        parentSessionPath: '/p.db',
        importedFrom: { sessionId: 's', cwd: '/c', exportedAt: 'then', thewayVersion: '1.2' },
        binding: {
          clientKey: 'chat:42',
          runtime: { workDir: '/w', provider: 'p', model: 'm', baseUrl: 'https://host/v1', thinking: true },
        },
        collapseNodeId: 'n',
        collapsed: true,
        futureKey: { deep: 1 },
        nothing: null,
      },
    });
    const facts = new Map(store.facts().map(({ name, value }) => [name, value]));
    expect(Object.fromEntries(facts)).toMatchObject({
      'Session id': META.id,
      Created: META.createdAt,
      'Working folder': META.cwd,
      'Path when written': META.path,
      'Forked from': '/p.db',
      'Imported from session': 's',
      'Imported from folder': '/c',
      Exported: 'then',
      'Exported by theway': '1.2',
      'Binding · client': 'chat:42',
      'Binding · work folder': '/w',
      'Binding · provider': 'p',
      'Binding · model': 'm',
      'Binding · base URL': 'https://host/v1',
      'Binding · thinking': 'true',
      'Collapse node': 'n',
      Collapsed: 'true',
      'Meta · futureKey.deep': '1',
      'Journal mode': 'wal',
      'Page size': '4096 bytes',
    });
    expect(facts.has('Meta · nothing')).toBe(false);
  });

  it('never show what looks like a credential, and warn of it', async () => {
    const secret = 'sk-live-0123456789abcdefghijKLMNOP';
    const store = await storeOf({
      meta: {
        ...META,
        binding: {
          clientKey: secret,
          runtime: { workDir: '/w', baseUrl: 'https://user:hunter2secret@host/', apiKey: 'short' },
        },
      },
    });
    const text = JSON.stringify([store.facts(), store.sessions(), store.schemaChecks()]);
    for (const hidden of [secret, 'hunter2secret', '"short"']) expect(text).not.toContain(hidden);
    expect(store.facts()).toContainEqual({
      name: 'Binding · client',
      value: 'sk-l… (34 characters that look like a credential; not shown)',
    });
    expect(store.sessions().problems.map(({ code, severity, message }) => [code, severity, message])).toEqual(
      ['binding.clientKey', 'binding.runtime.baseUrl', 'binding.runtime.apiKey'].map((place) => [
        'credential-in-metadata',
        'warning',
        `${place} in the metadata looks like a credential, which must never be stored there; it is not shown.`,
      ]),
    );
  });
});

describe('bodies', () => {
  it('come in the order asked for, before any heads were read', async () => {
    const store = await storeOf({
      entries: [
        user('u1', null, 'ask'),
        assistant('a1', 'u1', 'answer', { c1: 'read' }),
        toolResult('r1', 'a1', 'c1', true),
        entry('label', 'x1', 'r1', { targetId: 'u1', label: 'here' }),
      ],
    });
    const bodies = bodiesOf(store, [3, 1, 1]);
    expect(bodies.map(({ row: at, id, parentId, type }) => [at, id, parentId, type])).toEqual([
      [3, 'x1', 'r1', 'label'],
      [1, 'a1', 'u1', 'message'],
      [1, 'a1', 'u1', 'message'],
    ]);
    expect(bodies[0]?.facts).toEqual([
      { name: 'Target', value: 'u1' },
      { name: 'Label', value: 'here' },
    ]);
    expect(bodies[1]).toMatchObject({
      role: 'assistant',
      timestamp: '2026-01-02T03:04:05Z',
      place: 'entries · seq 2',
      problems: [],
      blocks: [
        { type: 'text', text: 'answer', totalChars: 6 },
        { type: 'tool_call', callId: 'c1', name: 'read', asString: false },
      ],
    });
    expect(bodiesOf(store, [2])[0]?.blocks[0]).toEqual({
      type: 'tool_result',
      callId: 'c1',
      name: 'read',
      isError: true,
    });
  });

  it('show a broken record raw and whole, with what is wrong and what its columns say', async () => {
    const store = await storeOf({
      rows: [
        row('x', 'ghost', 'message', '{"type":"message",'),
        row('c', 'x', 'label', JSON.stringify({ ...user('u', 'x', 'hi'), timestamp: 5 })),
      ],
    });
    const [broken, odd] = bodiesOf(store, [0, 1]);
    expect(broken).toMatchObject({
      id: 'x',
      parentId: 'ghost',
      type: 'message',
      blocks: [{ type: 'raw', label: 'stored record', text: '{"type":"message",', totalChars: 18 }],
      problems: [expect.stringContaining('session entry must be a JSON object')],
      sizeBytes: 18,
    });
    expect(odd).toMatchObject({
      id: 'u',
      type: 'message',
      facts: [
        { name: 'Column id', value: 'c' },
        { name: 'Column type', value: 'label' },
      ],
      blocks: [
        { type: 'text', text: 'hi' },
        { type: 'raw', label: 'stored record' },
      ],
    });
    expect(odd?.problems[0]).toBe('session entry has invalid timestamp');
  });

  it('are cut, and the rest comes in slices of the block or of the record', async () => {
    const long = 'abcdefghij'.repeat(1_000_000);
    const store = await storeOf({ entries: [user('u1', null, long)] });
    const [body] = bodiesOf(store, [0], { maxChars: 5, maxImageChars: 0 });
    expect(body?.blocks).toEqual([{ type: 'text', text: 'abcde', totalChars: 10_000_000 }]);
    expect(store.text(META.id, 0, 0, 9_999_995, 100)).toEqual({
      ok: true,
      value: { text: 'fghij', totalChars: 10_000_000 },
    });
    const record = store.text(META.id, 0, null, 0, 30);
    expect(record).toMatchObject({ ok: true, value: { text: '{"type":"message","id":"u1","p' } });
  });

  it('give the text of a payload above the limit in slices, across all its bytes', async () => {
    const store = await storeOf({
      sql: `INSERT INTO entries (id, parent_id, type, timestamp, payload)
        SELECT 'big', '', 'message', 't', 'ä' || hex(zeroblob(33554432)) || '😀end';`,
    });
    const totalChars = 1 + 67_108_864 + 5;
    const [body] = bodiesOf(store, [0], { maxChars: 4, maxImageChars: 0 });
    expect(body).toMatchObject({
      blocks: [{ type: 'raw', label: 'stored record', text: 'ä000', totalChars }],
      problems: [expect.stringContaining('shown raw')],
    });
    expect(store.text(META.id, 0, null, totalChars - 6, 100)).toEqual({
      ok: true,
      value: { text: '0😀end', totalChars },
    });
    expect(store.text(META.id, 0, 1, 0, 10)).toMatchObject({ ok: false });
  });

  it('are refused for sessions, rows and blocks that do not exist', async () => {
    const store = await storeOf({ entries: [user('u1', null, 'hi')] });
    const unknownEntry = { ok: false, error: { code: 'unknown-entry' } };
    expect(store.bodies('another', [0], OPTIONS)).toMatchObject({ error: { code: 'unknown-session' } });
    expect(store.text('another', 0, null, 0, 1)).toMatchObject({ error: { code: 'unknown-session' } });
    for (const at of [1, -1, 0.5]) expect(store.bodies(META.id, [at], OPTIONS)).toMatchObject(unknownEntry);
    expect(store.text(META.id, 1, null, 0, 1)).toMatchObject(unknownEntry);
    expect(store.text(META.id, 0, 1, 0, 1)).toMatchObject(unknownEntry);
  });

  it('are found by 64-bit keys', async () => {
    const store = await storeOf({
      entries: [user('u1', null, 'one')],
      sql: `INSERT INTO entries (seq, id, parent_id, type, timestamp, payload) VALUES
        (9007199254740993, 'a', 'u1', 'message', 't', 'first'),
        (9223372036854775807, 'b', 'a', 'message', 't', 'second')`,
    });
    expect(bodiesOf(store, [2, 1, 0]).map(({ id, place }) => [id, place])).toEqual([
      ['b', 'entries · seq 9223372036854775807'],
      ['a', 'entries · seq 9007199254740993'],
      ['u1', 'entries · seq 1'],
    ]);
  });
});

describe('odd tables', () => {
  const columns = 'id TEXT, parent_id TEXT, type TEXT, timestamp TEXT, payload TEXT';
  it.each([
    ['a seq that is no key', `CREATE TABLE entries (seq INTEGER, ${columns});`],
    ['a seq that is a descending key', `CREATE TABLE entries (seq INTEGER PRIMARY KEY DESC, ${columns});`],
    ['no rowid', `CREATE TABLE entries (seq INT, ${columns}, PRIMARY KEY (id)) WITHOUT ROWID;`],
    ['all names of the rowid taken', `CREATE TABLE entries (seq INT, rowid, _rowid_, oid, ${columns});`],
  ])('with %s are read in the order of seq', async (_what, schema) => {
    const insert = (seq: number, id: string, parent: string | null) =>
      `INSERT INTO entries (seq, id, parent_id, type, timestamp, payload) VALUES (${seq}, '${id}', '${parent ?? ''}', 'message', 't', '${JSON.stringify({ ...user(id, parent, id), timestamp: 't' })}');`;
    const store = await storeOf({
      schema,
      sql: `CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('id', '"${META.id}"');
        ${insert(30, 'a3', 'a2')} ${insert(10, 'a1', null)} ${insert(20, 'a2', 'a1')}`,
    });
    expect(bodiesOf(store, [0, 1, 2]).map(({ id }) => id)).toEqual(['a1', 'a2', 'a3']);
    const { index, end } = await readAllHeads(store);
    expect([...index.parents]).toEqual([-1, 0, 1]);
    expect(end).toMatchObject({ entryCount: 3, storedLeafRow: 2, problemCount: 0 });
    expect(bodiesOf(store, [2, 0]).map(({ id }) => id)).toEqual(['a3', 'a1']);
    expect(summaryOf(store)).toMatchObject({ entryCount: 3, storedLeaf: 'a3' });
    expect(store.schemaChecks().find(({ id }) => id === 'entries-table')?.verdict).toBe('failed');
  });

  it.each([
    ['a view', `CREATE TABLE x (seq, ${columns}); CREATE VIEW entries AS SELECT * FROM x;`],
    [
      'a virtual table',
      `CREATE VIRTUAL TABLE entries USING fts5(seq, id, parent_id, type, timestamp, payload);`,
    ],
    [
      'a table with a generated payload',
      `CREATE TABLE entries (seq INTEGER PRIMARY KEY, id, parent_id, type, timestamp, payload AS (hex(zeroblob(1e9))));`,
    ],
    [
      'a table without payloads',
      'CREATE TABLE entries (seq INTEGER PRIMARY KEY, id, parent_id, type, timestamp);',
    ],
    ['missing', 'CREATE TABLE other (x);'],
  ])('where entries is %s are refused, saying what was looked for', async (_what, schema) => {
    const file = writeSessionFile(folder.file('odd.db'), { schema });
    const detected = detectFormat(await folder.open(file));
    expect(detected).toMatchObject({ ok: false });
    expect(detected.ok ? '' : detected.message).toContain('a table "entries" with seq');
    expect(detected.ok ? '' : detected.message).toContain('session_items');
  });

  it('where meta is a view are read without it', async () => {
    const store = await storeOf({
      entries: [user('u', null, 'hi')],
      sql: `DROP TABLE meta; CREATE VIEW meta AS SELECT 'id' AS key, hex(zeroblob(1e9)) AS value;`,
    });
    expect(summaryOf(store)).toMatchObject({ id: 'session', entryCount: 1 });
    expect(
      store
        .schemaChecks()
        .filter(({ verdict }) => verdict === 'failed')
        .map(({ id }) => id),
    ).toEqual(['meta-table']);
  });
});
