import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_CHARS } from '../../shared/model/body';
import { BROKEN_PARENT, NO_PARENT } from '../../shared/model/heads';
import { VvAgentFile } from '../samples/vv-agent-file';
import { type DatabaseSource, NO_COMMITS } from './format';
import { detectFormat } from './registry';
import { listedItems, makeStoreFolder, readAllHeads, type StoreFolder } from './test-support/open-store';
import { message, row, toolResult, user, writeSessionFile } from './theway/test-support/session-file';

// Files that no program of good will writes. Whatever they hold, reading ends, says what is wrong, and shows the rest.

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

const LIMITS = { maxChars: 1000, maxImageChars: MAX_IMAGE_CHARS };

/** Everything a page may ask of a store; nothing of it may throw. */
async function readAll(store: DatabaseSource) {
  const heads = await readAllHeads(store);
  const { sessions, problems } = store.sessions();
  for (const { id } of sessions.slice(0, 5)) {
    for (const at of [0, 1, heads.index.count - 1]) {
      store.bodies(id, [at], LIMITS);
      store.text(id, at, null, 0, 100);
      store.text(id, at, 0, 0, 100);
    }
  }
  store.facts();
  const checks = store.schemaChecks();
  const codes = [...problems, ...heads.index.problems, ...heads.end.problems].map(({ code }) => code);
  return { ...heads, sessions, checks, codes };
}

describe('a theway file', () => {
  /** The columns without their types, so that any value stays what it is. */
  const LOOSE =
    'CREATE TABLE meta (key, value); CREATE TABLE entries (seq INTEGER PRIMARY KEY, id, parent_id, type, timestamp, payload);';

  it('with every storage class in every column', async () => {
    const values = ["'text'", 'NULL', '1', '1.5', "x'ff00'", '9223372036854775807'];
    const rows = values.flatMap((value) =>
      ['id', 'parent_id', 'type', 'timestamp', 'payload'].map((column) => {
        const sound: Record<string, string> = {
          id: "'i'",
          parent_id: "''",
          type: "'leaf'",
          timestamp: "'t'",
          payload: "'{}'",
        };
        return `INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (${Object.values({ ...sound, [column]: value }).join(', ')});`;
      }),
    );
    const file = writeSessionFile(folder.file('classes.db'), {
      schema: LOOSE,
      meta: {},
      sql: `${rows.join('\n')} INSERT INTO meta VALUES (NULL, NULL), (x'00', 1.5), (7, x'ff'), ('id', 12);`,
    });
    const { index, checks } = await readAll(await folder.store(file));
    expect(index.count).toBe(30);
    expect(checks.find(({ id }) => id === 'meta-id')?.verdict).toBe('failed');
  });

  it('with numbers at both ends of 64 bits', async () => {
    const insert = (seq: string) =>
      `INSERT INTO entries VALUES (${seq}, 'i${seq}', '', 'label', 't', '{"type":"label","id":"i${seq}","parentId":null,"timestamp":"t","targetId":"x"}');`;
    const file = writeSessionFile(folder.file('ends.db'), {
      sql: ['-9223372036854775808', '-1', '0', '9223372036854775807'].map(insert).join(''),
    });
    const store = await folder.store(file);
    const { index } = await readAll(store);
    expect(Array.from({ length: index.count }, (_, at) => index.id(at))).toEqual([
      'i-9223372036854775808',
      'i-1',
      'i0',
      'i9223372036854775807',
    ]);
    const id = store.sessions().sessions[0]?.id ?? '';
    expect(store.bodies(id, [3], LIMITS)).toMatchObject({
      ok: true,
      value: [{ place: 'entries · seq 9223372036854775807' }],
    });
  });

  it('with payloads nested as deep as is read, and deeper', async () => {
    const nested = (levels: number) =>
      `{"type":"custom","id":"n${levels}","parentId":null,"timestamp":"2026-01-02T03:04:05Z","customType":"c","data":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const file = writeSessionFile(folder.file('nested.db'), {
      rows: [999, 1000, 100_000].map((levels) => row(`n${levels}`, '', 'custom', nested(levels))),
    });
    const { index, codes } = await readAll(await folder.store(file));
    expect(index.count).toBe(3);
    expect(codes).toEqual(['payload-not-json', 'payload-not-json']);
  });

  it('with thousands of odd blocks in one entry', async () => {
    const file = writeSessionFile(folder.file('blocks.db'), {
      entries: [message('odd', null, { role: 'user', content: Array(25_000).fill(1) })],
    });
    const store = await folder.store(file);
    const { index, codes } = await readAll(store);
    expect(codes.filter((code) => code === 'odd-content')).toHaveLength(21);
    expect(index.kind(0)).toBe('user');
    const id = store.sessions().sessions[0]?.id ?? '';
    const read = store.bodies(id, [0], LIMITS);
    expect(read.ok && read.value[0]?.blocks.length).toBe(20_001);
  });

  it.each([
    ['children of one entry', (at: number) => (at === 0 ? null : 'e0'), 0],
    ['roots', () => null, NO_PARENT],
    ['entries whose parent is not there', () => 'nowhere', BROKEN_PARENT],
  ] as const)('with 20,000 %s', async (_, parentOf, parentRow) => {
    const entries = (function* () {
      for (let at = 0; at < 20_000; at += 1) yield user(`e${at}`, parentOf(at), 'x');
    })();
    const { index } = await readAll(
      await folder.store(writeSessionFile(folder.file('wide.db'), { entries })),
    );
    expect(index.count).toBe(20_000);
    expect(index.parent(19_999)).toBe(parentRow);
  });

  it('with ids of 1 MB, which keep their place in the tree', async () => {
    const long = (end: string) => 'x'.repeat(1_000_000) + end;
    const file = writeSessionFile(folder.file('ids.db'), {
      entries: [
        user(long('a'), null, 'root'),
        user(long('b'), long('a'), 'child'),
        message('call', long('b'), {
          role: 'assistant',
          content: [{ type: 'toolCall', id: long('c'), name: long('n'), arguments: {} }],
        }),
        toolResult('result', 'call', long('c')),
        { type: long('t'), id: 'odd', parentId: 'result', timestamp: long('0') },
      ],
    });
    const store = await folder.store(file);
    const { index, codes, chunks } = await readAll(store);
    expect([...index.parents]).toEqual([NO_PARENT, 0, 1, 2, 3]);
    expect(index.callRow(3)).toBe(2);
    expect(index.id(0)).not.toBe(index.id(1));
    expect(index.id(0).length).toBeLessThan(200);
    expect(codes.filter((code) => code === 'id-too-long')).toHaveLength(2);
    expect(codes).not.toContain('column-disagrees');
    expect(chunks.every(({ ids }) => ids.bytes.length < 10_000)).toBe(true);
    const id = store.sessions().sessions[0]?.id ?? '';
    const body = store.bodies(id, [2, 4], LIMITS);
    expect(JSON.stringify(body).length).toBeLessThan(100_000);
  });

  it('with doubled keys, which it names', async () => {
    const payload =
      '{"type":"message","id":"m","id":"m2","parentId":null,"timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"seen","content":"believed"}}';
    const file = writeSessionFile(folder.file('doubled.db'), { rows: [row('m2', '', 'message', payload)] });
    const { index } = await readAll(await folder.store(file));
    expect(index.preview(0)).toBe('believed');
    expect(index.problems).toMatchObject([
      { code: 'duplicate-key', severity: 'warning', message: expect.stringContaining('"message.content"') },
    ]);
  });

  it('with NUL in ids, and metadata that is huge or too much', async () => {
    const file = writeSessionFile(folder.file('meta.db'), {
      entries: [user('a\0b', null, 'x'), user('a', 'a\0b', 'y')],
      sql: `INSERT INTO meta SELECT 'huge', '"' || hex(zeroblob(2000000)) || '"';
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO meta SELECT 'key ' || i, '{"a":{"b":' || i || '}}' FROM n;`,
    });
    const store = await folder.store(file);
    const { index, checks } = await readAll(store);
    expect([...index.parents]).toEqual([NO_PARENT, 0]);
    expect(store.facts().length).toBeLessThan(300);
    expect(checks.find(({ id }) => id === 'meta-json')?.found).toContain('bytes long, not read');
  });

  it('with a table of 1,000 columns, generated ones, triggers and views beside its own', async () => {
    const columns = Array.from({ length: 990 }, (_, at) => `c${at} TEXT`).join(', ');
    const file = writeSessionFile(folder.file('wide-table.db'), {
      schema: `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE entries (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT, parent_id TEXT, type TEXT,
          timestamp TEXT, payload TEXT, ${columns}, g TEXT AS (id || payload) VIRTUAL);
        CREATE VIEW entries_view AS SELECT * FROM entries;
        CREATE TRIGGER surprise AFTER INSERT ON meta BEGIN DELETE FROM entries; END;`,
      entries: [user('u', null, 'x')],
    });
    const { index, checks } = await readAll(await folder.store(file));
    expect(index.count).toBe(1);
    const other = checks.find(({ id }) => id === 'other-objects');
    expect(other).toMatchObject({ verdict: 'warning', found: 'view entries_view, trigger surprise' });
    expect(checks.every(({ found }) => found.length <= 10_000)).toBe(true);
  });
});

describe('a vv-agent store', () => {
  function write(
    name: string,
    fill: (file: VvAgentFile) => void,
    parts?: ConstructorParameters<typeof VvAgentFile>[1],
  ) {
    const file = new VvAgentFile(folder.file(name), parts);
    fill(file);
    file.close();
    return folder.file(name);
  }
  const USER = '{"role":"user","content":"x"}';

  it('with every storage class in every column', async () => {
    const values = ["'s'", 'NULL', '1', '1.5', "x'ff00'", '9223372036854775807'];
    const file = write(
      'classes.sqlite3',
      ({ database }) => {
        for (const value of values) {
          database.exec(`INSERT INTO session_items VALUES (${value}, ${value}, ${value});
            INSERT INTO session_items VALUES ('s', ${value}, '${USER}');
            INSERT INTO session_commits VALUES (${value}, ${value}, ${value});`);
        }
      },
      {
        items: 'CREATE TABLE session_items (session_id, item_index, payload)',
        commits: 'CREATE TABLE session_commits (session_id, commit_id, payload_digest)',
      },
    );
    const store = await folder.store(file);
    const { sessions } = await readAll(store);
    expect(sessions.reduce((sum, { entryCount }) => sum + (entryCount ?? 0), 0)).toBe(12);
    for (const id of store.commits?.sessionIds() ?? []) {
      const read = store.commits?.read(id) ?? NO_COMMITS;
      expect(read.commits.length).toBe(1);
      const items = listedItems(read);
      for (let place = 0; place < items.length; place += 1)
        expect(typeof items.payloadAt(place)).toBe('string');
    }
  });

  it('with numbers at both ends of 64 bits', async () => {
    const ends = ['-9223372036854775808', '-1', '9223372036854775806', '9223372036854775807'];
    const file = write('ends.sqlite3', ({ database }) => {
      for (const end of ends) database.exec(`INSERT INTO session_items VALUES ('s', ${end}, '${USER}')`);
    });
    const store = await folder.store(file);
    const { index } = await readAll(store);
    expect(Array.from({ length: index.count }, (_, at) => index.id(at))).toEqual(ends);
    const items = listedItems(store.commits?.read('s') ?? NO_COMMITS);
    expect(Array.from({ length: items.length }, (_, place) => String(items.indexAt(place)))).toEqual(ends);
    expect(store.bodies('s', [4], LIMITS)).toMatchObject({ error: { code: 'unknown-entry' } });
  });

  it('with session ids of 1 MB, in items and in commits', async () => {
    const [one, other, bare] = ['a', 'b', 'c'].map((end) => 'x'.repeat(1_000_000) + end);
    const file = write('ids.sqlite3', (store) => {
      store.commit(one ?? '', 'k', [USER, USER]);
      store.add(other ?? '', [USER]);
      store.addCommit(bare ?? '', 'i'.repeat(1_000_000), 'd'.repeat(1_000_000));
      store.add('short', ['{']);
    });
    const store = await folder.store(file);
    const { sessions, codes, index } = await readAll(store);
    expect(sessions.map(({ entryCount, commitCount }) => [entryCount, commitCount])).toEqual([
      [2, 1],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(index.count).toBe(2);
    expect(Math.max(...sessions.map(({ id }) => id.length))).toBeLessThan(100);
    expect(codes.filter((code) => code === 'session-id-too-long')).toHaveLength(3);
    const [first = '', last = ''] = store.commits?.sessionIds() ?? [];
    expect([first, last]).toEqual([sessions[0]?.id, sessions[3]?.id]);
    expect(listedItems(store.commits?.read(first) ?? NO_COMMITS).length).toBe(2);
    expect(JSON.stringify(store.commits?.read(last).commits).length).toBeLessThan(200);
  });

  it('with payloads nested too deep and doubled keys', async () => {
    const file = write('payloads.sqlite3', (store) =>
      store.add('s', [
        `{"role":"user","content":"x","metadata":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`,
        '{"role":"user","content":"first","content":"last"}',
        '{"role":"assistant","content":"","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"a\\":1,\\"a\\":2}"}}]}',
      ]),
    );
    const { index } = await readAll(await folder.store(file));
    expect(index.problems.map(({ code, entryId }) => [code, entryId])).toEqual([
      ['item-undecodable', '1'],
      ['duplicate-key', '2'],
      ['duplicate-key', '3'],
    ]);
    expect(index.preview(1)).toBe('last');
    expect(index.problems[2]?.message).toContain('tool_calls[0].function.arguments.a');
  });

  it('with 1,000 sessions is listed quickly', async () => {
    const file = write('many.sqlite3', (store) => {
      for (let at = 0; at < 1000; at += 1) store.add(`session ${at}`, [USER, USER]);
    });
    const store = await folder.store(file);
    const start = performance.now();
    expect(store.sessions().sessions).toHaveLength(1000);
    // Some 30 ms where nothing else runs.
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('things named like ours', () => {
  it.each([
    ['views', "CREATE VIEW entries AS SELECT 1 AS seq, 'i' AS id; CREATE VIEW session_items AS SELECT 1"],
    [
      'virtual tables',
      'CREATE VIRTUAL TABLE entries USING fts5(seq, id, parent_id, type, timestamp, payload); CREATE VIRTUAL TABLE session_items USING fts5(session_id, item_index, payload)',
    ],
    [
      'tables with a generated column of ours',
      "CREATE TABLE entries (seq INTEGER PRIMARY KEY, id, parent_id, type, timestamp, payload AS (hex(zeroblob(1000000000)))); CREATE TABLE session_items (session_id, item_index INTEGER PRIMARY KEY, payload AS ('x'))",
    ],
  ])('that are %s are no session', async (_, sql) => {
    const file = new VvAgentFile(folder.file('ours.db'), { items: '', index: '', commits: sql, version: 0 });
    file.close();
    expect(detectFormat(await folder.open(folder.file('ours.db')))).toMatchObject({ ok: false });
  });
});
