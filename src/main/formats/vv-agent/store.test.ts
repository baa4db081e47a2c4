import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { LEGACY_SCHEMA } from '../../samples/vv-agent-file';
import { vvAgentFormat } from './format';
import { assistant, readBody, readHeads, StoreBench, toolResult, user } from './test-support/opened-store';

const bench = new StoreBench();
afterAll(() => bench.release());

describe('detection', () => {
  it.each([
    ['version 2', {}],
    ['version 1', { version: 1, index: '', commits: '' }],
    ['the oldest tables', LEGACY_SCHEMA],
    ['an empty file of version 2', { items: '', index: '', commits: '' }],
  ])('knows %s', async (_name, parts) => {
    expect(vvAgentFormat.detect(await bench.database(bench.write(() => {}, parts)))).toEqual({
      match: 'yes',
    });
  });

  it.each([
    [
      'a view of that name',
      {
        items: 'CREATE VIEW session_items AS SELECT 1 AS session_id, 2 AS item_index, 3 AS payload',
        index: '',
      },
    ],
    [
      'a generated payload',
      {
        items: "CREATE TABLE session_items (session_id, item_index INTEGER PRIMARY KEY, payload AS ('x'))",
        index: '',
      },
    ],
    ['other tables', { items: 'CREATE TABLE agent_messages (id, session_id)', index: '' }],
  ])('leaves %s alone', async (_name, parts) => {
    const db = await bench.database(bench.write(() => {}, parts));
    expect(vvAgentFormat.detect(db)).toMatchObject({
      match: 'no',
      lookedFor: expect.stringContaining('session_items'),
    });
  });

  it('leaves an empty file of version 0 alone', async () => {
    const db = await bench.database(
      bench.write((file) => file.database.exec('CREATE TABLE x (y); DROP TABLE x'), {
        items: '',
        index: '',
        commits: '',
        version: 0,
      }),
    );
    expect(vvAgentFormat.detect(db).match).toBe('no');
  });
});

describe('the list of sessions', () => {
  it('gives sessions in the order of their first items, newest by their last', async () => {
    const store = await bench.store((file) => {
      file.add('one', [user('first question')]);
      file.add('two', [assistant('hello'), user('second\n  question')]);
      file.add('one', [assistant('late answer')]);
    });
    const { sessions, total } = store.sessions();
    expect(total).toBe(2);
    expect(sessions).toEqual([
      {
        id: 'one',
        title: 'first question',
        entryCount: 2,
        storedLeaf: '4',
        lastWrittenAt: null,
        recency: 0,
        commitCount: 0,
      },
      {
        id: 'two',
        title: 'second question',
        entryCount: 2,
        storedLeaf: '3',
        lastWrittenAt: null,
        recency: 1,
        commitCount: 0,
      },
    ]);
  });

  it('lists a session of which only commits are left, and counts commits', async () => {
    const store = await bench.store((file) => {
      file.commit('gone', 'a', [user('x')]);
      file.commit('here', 'b', [user('y')]);
      file.commit('here', 'c', []);
      file.pop('gone');
    });
    const { sessions, total } = store.sessions();
    expect(total).toBe(2);
    expect(
      sessions.map(({ id, entryCount, commitCount, storedLeaf }) => ({
        id,
        entryCount,
        commitCount,
        storedLeaf,
      })),
    ).toEqual([
      { id: 'here', entryCount: 1, commitCount: 2, storedLeaf: '2' },
      { id: 'gone', entryCount: 0, commitCount: 1, storedLeaf: null },
    ]);
    const { end } = await readHeads(store, 'gone');
    expect(end).toMatchObject({ entryCount: 0, storedLeafRow: -1 });
  });

  it('lists thousands of sessions quickly, with a bounded look at long first items', async () => {
    const image = `data:image/png;base64,${'A'.repeat(300_000)}`;
    const store = await bench.store((file) => {
      file.database.exec('BEGIN');
      for (let number = 0; number < 3000; number += 1)
        file.add(`session ${number}`, [user(`question ${number}`)]);
      file.add('with image', [JSON.stringify({ role: 'user', content: 'look "here"\n', image_url: image })]);
      file.database.exec('COMMIT');
    });
    const startedMs = performance.now();
    const { sessions, total } = store.sessions();
    // Some 100 ms; the rest is for a machine that is busy with other tests.
    expect(performance.now() - startedMs).toBeLessThan(5000);
    expect(total).toBe(3001);
    expect(sessions[1234]?.title).toBe('question 1234');
    expect(sessions[3000]?.title).toBe('look "here"');
  });

  it('reads ids with a NUL, very long ids, and ids that are no text', async () => {
    const long = 'x'.repeat(4096);
    const store = await bench.store((file) => {
      file.add('nul\0inside', [user('nul')]);
      file.add('nul', [user('no nul')]);
      file.add(long, [user('long')]);
      const insert = file.database.prepare('INSERT INTO session_items (session_id, payload) VALUES (?, ?)');
      insert.run(Buffer.from('nul'), user('blob'));
      file.database
        .prepare('INSERT INTO session_items (session_id, payload) VALUES (CAST(? AS TEXT), ?)')
        .run(Buffer.from([0x61, 0xff]), user('bytes'));
    });
    const { sessions, problems } = store.sessions();
    expect(sessions.map(({ id, title }) => [id, title])).toEqual([
      ['nul\0inside', 'nul'],
      ['nul', 'no nul'],
      [long, 'long'],
      ['[blob 6e756c]', 'blob'],
      ['a\ufffd [bytes 61ff]', 'bytes'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'The session id is stored as BLOB, not TEXT.',
      'The session id is not valid UTF-8.',
    ]);
    for (const { id, title } of sessions) {
      const { index } = await readHeads(store, id);
      expect([index.count, index.preview(0)]).toEqual([1, title]);
      expect(readBody(store, id, 0).blocks).toEqual([
        { type: 'text', text: title, totalChars: title?.length },
      ]);
    }
  });

  it('names an integer in place of a session id', async () => {
    const store = await bench.store(
      (file) =>
        file.database.prepare('INSERT INTO session_items (session_id, payload) VALUES (5, ?)').run(user('x')),
      {
        items:
          'CREATE TABLE session_items (session_id, item_index INTEGER PRIMARY KEY AUTOINCREMENT, payload TEXT NOT NULL)',
      },
    );
    const { sessions, problems } = store.sessions();
    expect(sessions[0]?.id).toBe('[integer 5]');
    expect(problems[0]?.message).toBe('The session id is stored as INTEGER, not TEXT.');
    expect((await readHeads(store, '[integer 5]')).index.count).toBe(1);
  });

  it('says which session it does not have', async () => {
    const store = await bench.store(() => {});
    expect(store.bodies('nobody', [0], { maxChars: 1, maxImageChars: 1 })).toEqual({
      ok: false,
      error: { code: 'unknown-session', message: 'The file has no session "nobody".' },
    });
  });
});

describe('heads', () => {
  it('draws interleaved sessions as a chain each, over the gaps of item_index', async () => {
    const store = await bench.store((file) => {
      for (let turn = 0; turn < 3; turn += 1) {
        file.add('a', [user(`a${turn}`)]);
        file.add('b', [user(`b${turn}`)]);
      }
      file.database.exec('DELETE FROM session_items WHERE item_index = 3');
    });
    const { index, end } = await readHeads(store, 'a');
    expect([0, 1].map((row) => [index.id(row), index.parent(row), index.preview(row)])).toEqual([
      ['1', -1, 'a0'],
      ['5', 0, 'a2'],
    ]);
    expect(end).toMatchObject({ entryCount: 2, storedLeafRow: 1, problemCount: 0 });
    expect(readBody(store, 'a', 1)).toMatchObject({
      id: '5',
      parentId: '1',
      place: 'session_items · item_index 5',
    });
  });

  it('pairs a result with the nearest call before it and notes what has no partner', async () => {
    const store = await bench.store((file) =>
      file.add('s', [
        assistant('', { c1: 'read' }),
        toolResult('c1', 'one'),
        assistant('', { c1: 'grep', c2: 'bash' }),
        toolResult('c1', 'two'),
        toolResult('c9', 'three'),
      ]),
    );
    const { index, end } = await readHeads(store, 's');
    expect([1, 3, 4].map((row) => index.callRow(row))).toEqual([0, 2, -1]);
    expect(index.toolNames(2)).toBe('grep, bash');
    expect(index.toolNames(3)).toBe('grep');
    expect(index.callCount(2)).toBe(2);
    expect(index.problems.map(({ code, entryId }) => [code, entryId])).toEqual([
      ['result-without-call', '5'],
    ]);
    expect(end.problems).toEqual([
      expect.objectContaining({
        code: 'call-pending',
        severity: 'note',
        entryId: '3',
        message: 'The call "bash" ("c2") has no result yet: it may still run.',
      }),
    ]);
    expect(end.problemCount).toBe(2);
  });

  it('keeps 64-bit ids exact', async () => {
    const store = await bench.store((file) => {
      file.database.prepare("INSERT INTO session_items VALUES ('s', 9007199254740993, ?)").run(user('a'));
      file.database.prepare("INSERT INTO session_items VALUES ('s', 9223372036854775807, ?)").run(user('b'));
    });
    expect(store.sessions().sessions[0]?.storedLeaf).toBe('9223372036854775807');
    const { index } = await readHeads(store, 's');
    expect([index.id(0), index.id(1)]).toEqual(['9007199254740993', '9223372036854775807']);
    expect(readBody(store, 's', 1)).toMatchObject({
      id: '9223372036854775807',
      parentId: '9007199254740993',
    });
  });

  it('streams 30,000 items in chunks and finds the body of a row asked for first', async () => {
    const store = await bench.store((file) => {
      const payloads = Array.from({ length: 30_000 }, (_, number) => user(`item ${number}`));
      file.add('long', payloads);
    });
    expect(readBody(store, 'long', 20_001).blocks[0]).toMatchObject({ text: 'item 20001' });
    const { index, end, chunks } = await readHeads(store, 'long');
    expect(end.entryCount).toBe(30_000);
    expect(Math.max(...chunks.map(({ count }) => count))).toBe(2000);
    expect(index.parent(29_999)).toBe(29_998);
  });

  it.each([false, true])(
    'fails rather than mix two states of a file (changed before: %s)',
    async (changedBefore) => {
      const file = bench.write((store) => {
        store.database.pragma('journal_mode = DELETE');
        store.add(
          's',
          Array.from({ length: 5000 }, () => user('x')),
        );
      });
      const store = vvAgentFormat.open(await bench.database(file));
      const change = (sql: string) => {
        const other = new Database(file);
        other.exec(sql);
        other.close();
      };
      if (changedBefore) change("UPDATE session_items SET payload = '{}' WHERE item_index = 1");
      const reading = store.heads('s', {
        chunk: async () => change('DELETE FROM session_items WHERE item_index < 100'),
        progress: () => {},
        signal: new AbortController().signal,
      });
      await expect(reading).rejects.toMatchObject({ failure: { code: 'changed-while-reading' } });
    },
  );

  it('stops when it is cancelled', async () => {
    const store = await bench.store((file) =>
      file.add(
        's',
        Array.from({ length: 10_000 }, () => user('x')),
      ),
    );
    const controller = new AbortController();
    let rows = 0;
    const reading = store.heads('s', {
      chunk: async ({ count }) => {
        rows += count;
        controller.abort();
      },
      progress: () => {},
      signal: controller.signal,
    });
    await expect(reading).rejects.toThrow();
    expect(rows).toBe(2000);
  });
});

describe('payloads that are not as they should be', () => {
  it('shows each in its place with what is wrong', async () => {
    const store = await bench.store((file) => {
      const insert = file.database.prepare("INSERT INTO session_items (session_id, payload) VALUES ('s', ?)");
      for (const payload of [
        '{"role":"user","content":',
        '{"role":"robot","content":"x"}',
        '{"role":"user","content":"old","unknown":1}',
        Buffer.from(user('blob')),
      ]) {
        insert.run(payload);
      }
      file.database.exec(
        `INSERT INTO session_items (session_id, payload) VALUES ('s', CAST(x'7b22ff227d' AS TEXT))`,
      );
    });
    const { index, end } = await readHeads(store, 's');
    expect([0, 1, 2, 3, 4].map((row) => index.kind(row))).toEqual([
      'unknown',
      'unknown',
      'user',
      'unknown',
      'unknown',
    ]);
    expect([0, 1, 2, 3, 4].every((row) => index.hasFlag(row, 'problem'))).toBe(true);
    expect(end.problemCount).toBe(6);
    expect(readBody(store, 's', 0)).toMatchObject({
      type: 'unknown',
      blocks: [{ type: 'raw', text: '{"role":"user","content":' }],
    });
    expect(readBody(store, 's', 1).problems).toEqual(['unknown message role: robot']);
    expect(readBody(store, 's', 2).problems[0]).toMatch(/unknown.*; readable as v1$/);
    expect(readBody(store, 's', 2).blocks).toContainEqual({
      type: 'raw',
      label: 'not in the item: unknown',
      text: '1',
      totalChars: 1,
    });
    expect(readBody(store, 's', 3)).toMatchObject({
      problems: ['The payload is stored as BLOB, not TEXT.'],
      blocks: [{ text: user('blob') }],
    });
    expect(readBody(store, 's', 4).problems).toEqual(['The payload is not valid UTF-8.']);
  });

  it('accepts U+FFFD where it rightly stands', async () => {
    const store = await bench.store((file) => file.add('s', [user('a \ufffd b')]));
    expect(readBody(store, 's', 0).problems).toEqual([]);
  });

  it('lists at most a sane number of problems and counts them all', async () => {
    const store = await bench.store((file) =>
      file.add(
        's',
        Array.from({ length: 2500 }, () => '{'),
      ),
    );
    const { index, end } = await readHeads(store, 's');
    expect(index.problems).toHaveLength(1000);
    expect(end.problemCount).toBe(2500);
    expect(end.problems).toEqual([
      expect.objectContaining({
        code: 'problems-not-listed',
        severity: 'error',
        message: '1500 more of severity error are not listed; their entries are marked.',
      }),
    ]);
  });

  it('shows a payload above the cap as text without parsing it', async () => {
    // 64 MB of zeros in the quotes of an item.
    const store = await bench.store((file) => {
      file.database.exec(`INSERT INTO session_items (session_id, payload)
        SELECT 's', '{"role":"user","content":"' || hex(zeroblob(33554432)) || '"}'`);
      file.add('s', [user('after')]);
    });
    const totalChars = 67_108_864 + 28;
    const { index } = await readHeads(store, 's');
    expect([index.kind(0), index.kind(1)]).toEqual(['unknown', 'user']);
    const body = readBody(store, 's', 0);
    expect(body.problems[0]).toMatch(/bytes\. Above 64 MB it is shown as text and not parsed\.$/);
    expect(body.blocks[0]).toMatchObject({ type: 'raw', totalChars });
    const slice = store.text('s', 0, null, totalChars - 28, 100);
    expect(slice).toEqual({
      ok: true,
      value: { text: `${'0'.repeat(26)}"}`, totalChars },
    });
  });
});

describe('bodies', () => {
  it('gives every part of an item as a block, number digits kept', async () => {
    const args = ' {"z":1.0,"a":9007199254740993}';
    const store = await bench.store((file) =>
      file.add('s', [
        JSON.stringify({ role: 'user', content: 'see', image_url: 'data:image/png;base64,AA==' }),
        `{"role":"assistant","content":"working","name":"planner","tool_calls":[{"id":"c","type":"function","function":{"name":"lookup","arguments":${JSON.stringify(args)}},"extra_content":{"n":1.0}}],"reasoning_content":"why","metadata":{"big":9007199254740992,"f":1e+16}}`,
        '{"role":"tool","content":"result","name":"lookup","tool_call_id":"c","image_url":"https://example.org/a.png"}',
      ]),
    );
    expect(readBody(store, 's', 0).blocks).toEqual([
      { type: 'text', text: 'see', totalChars: 3 },
      { type: 'image', mediaType: 'image/png', data: 'AA==', totalChars: 4, reference: null },
    ]);
    const body = readBody(store, 's', 1);
    expect(body.blocks).toEqual([
      { type: 'thinking', text: 'why', totalChars: 3 },
      { type: 'text', text: 'working', totalChars: 7 },
      {
        type: 'tool_call',
        callId: 'c',
        name: 'lookup',
        argumentsText: { text: args, totalChars: args.length },
        asString: true,
      },
      { type: 'raw', label: 'extra_content of lookup', text: '{"n":1.0}', totalChars: 9 },
      { type: 'raw', label: 'metadata', text: '{"big":9007199254740992,"f":1e+16}', totalChars: 34 },
    ]);
    expect(body.facts).toEqual([
      { name: 'Item kind', value: 'message' },
      { name: 'Name', value: 'planner' },
    ]);
    expect(readBody(store, 's', 2).blocks).toEqual([
      { type: 'tool_result', callId: 'c', name: 'lookup', isError: false },
      { type: 'text', text: 'result', totalChars: 6 },
      { type: 'image', mediaType: null, data: '', totalChars: 0, reference: 'https://example.org/a.png' },
    ]);
    const { index } = await readHeads(store, 's');
    expect([0, 1].map((row) => index.hasFlag(row, 'image'))).toEqual([true, false]);
    expect(index.hasFlag(1, 'thinking')).toBe(true);
  });

  it('cuts long texts and gives the rest in slices', async () => {
    const content = 'a😀'.repeat(50_000);
    const store = await bench.store((file) => file.add('s', [user(content)]));
    const [block] = readBody(store, 's', 0).blocks;
    expect(block).toMatchObject({ type: 'text', totalChars: 150_000 });
    expect(store.text('s', 0, 0, 149_997, 100)).toEqual({
      ok: true,
      value: { text: 'a😀', totalChars: 150_000 },
    });
    expect(store.text('s', 0, 7, 0, 10)).toMatchObject({ ok: false, error: { code: 'unknown-entry' } });
    expect(store.text('s', 9, 0, 0, 10)).toMatchObject({ ok: false, error: { code: 'unknown-entry' } });
  });
});

describe('older generations', () => {
  it('reads version 1 leniently and shows what that loses', async () => {
    const store = await bench.store(
      (file) =>
        file.add('s', [
          '{"type":"user","content":"tagged"}',
          '{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"f","arguments":"not json"}}]}',
        ]),
      { version: 1, index: '', commits: '' },
    );
    expect(store.formatVersion).toBe('1');
    expect(store.sessions().sessions[0]?.title).toBe('tagged');
    const { index } = await readHeads(store, 's');
    expect([index.kind(0), index.kind(1)]).toEqual(['user', 'assistant']);
    expect(index.problems.every(({ severity }) => severity !== 'error')).toBe(true);
    const body = readBody(store, 's', 1);
    expect(body.blocks).toContainEqual(expect.objectContaining({ type: 'raw', text: '"not json"' }));
    expect(body.problems.join()).toContain('counts as {} in version 1');
  });

  it('reads the oldest tables', async () => {
    const store = await bench.store(
      (file) =>
        file.database
          .prepare("INSERT INTO session_items (session_id, item_json) VALUES ('s', ?)")
          .run('{"type":"user","content":"hi"}'),
      LEGACY_SCHEMA,
    );
    expect(store.sessions().sessions).toMatchObject([{ id: 's', title: 'hi', storedLeaf: '1' }]);
    expect(readBody(store, 's', 0)).toMatchObject({
      role: 'user',
      place: 'session_items · id 1',
      problems: [],
    });
    expect(store.commits?.sessionIds()).toEqual([]);
  });
});
