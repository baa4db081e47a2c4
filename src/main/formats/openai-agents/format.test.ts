import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAG } from '../../../shared/model/heads';
import { endOtherPrograms, OtherProgram } from '../../sqlite/test-support/other-program';
import { detectFormat } from '../registry';
import { makeStoreFolder, type StoreFolder } from '../test-support/open-store';
import { readSession, writeDatabase } from '../test-support/read-session';
import { insertItems, sampleSql, TABLES } from './test-support/agents-file';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(async () => {
  await endOtherPrograms();
  folder.remove();
});

const open = (...sql: readonly string[]) =>
  folder.store(writeDatabase(folder.file('conversations.db'), ...sql));
const openSample = (name: 'sessions' | 'branches', ...sql: readonly string[]) =>
  open(sampleSql(name), ...sql);
const user = (content: string) => ({ role: 'user', content });

describe('sessions without branches', () => {
  it('are two in the sample, one of them empty', async () => {
    const store = await openSample('sessions');
    expect(store.format).toBe('openai-agents');
    expect(store.sessions()).toMatchObject({
      total: 2,
      problems: [],
      sessions: [
        {
          id: 'bakery-1',
          title: 'How many loaves are left?',
          entryCount: 8,
          storedLeaf: '8',
          lastWrittenAt: '2026-11-01T08:00:09Z',
          recency: 1,
        },
        { id: 'bakery-empty', title: null, entryCount: 0, storedLeaf: null, recency: 0 },
      ],
    });
    expect((await readSession(store, 'bakery-empty')).end).toMatchObject({
      entryCount: 0,
      storedLeafRow: -1,
    });
  });

  it('are chains in the order of their ids, the last of which is the leaf', async () => {
    const { entries, end } = await readSession(await openSample('sessions'), 'bakery-1');
    expect(entries).toEqual([
      ['1', null, 'user'],
      ['2', '1', 'assistant'],
      ['3', '2', 'assistant'],
      ['4', '3', 'tool_result'],
      ['5', '4', 'assistant'],
      ['6', '5', 'unknown'],
      ['7', '6', 'user'],
      ['8', '7', 'unknown'],
    ]);
    expect(end).toMatchObject({ storedLeafRow: 7, labels: [] });
  });

  it('show a row that is no JSON as it is stored, and say so', async () => {
    const session = await readSession(await openSample('sessions'), 'bakery-1');
    expect(session.problems).toEqual(['item-not-json 6']);
    expect(session.blocks('6')).toMatchObject([
      { type: 'raw', text: 'this row is not JSON and is skipped by the library' },
    ]);
  });

  it('show an encrypted item as locked, with the name of its key', async () => {
    const session = await readSession(await openSample('sessions'), 'bakery-1');
    expect(session.index.preview(7)).toBe('encrypted item');
    expect(session.body('8')).toMatchObject({
      problems: [],
      blocks: [{ type: 'raw', label: 'encrypted item' }],
      facts: [
        { name: 'Encrypted', value: 'yes' },
        { name: 'Key', value: 'hkdf-v1' },
      ],
    });
  });

  it('show reasoning, a picture, and the call a result answers', async () => {
    const session = await readSession(await openSample('sessions'), 'bakery-1');
    const { index } = session;
    expect(session.blocks('2')).toMatchObject([{ type: 'thinking', text: 'Ask the counter' }]);
    expect([1, 6].map((row) => index.flags[row])).toEqual([FLAG.thinking, FLAG.image]);
    expect(session.blocks('7')).toMatchObject([{ type: 'text' }, { type: 'image', mediaType: 'image/png' }]);
    expect([index.callRow(3), index.toolNames(3)]).toEqual([2, 'count_loaves']);
    expect(session.body('3')).toMatchObject({ type: 'function_call', place: 'agent_messages · id 3' });
  });
});

describe('a session with branches', () => {
  it('is one tree in which both branches of the sample share their first turn', async () => {
    const store = await openSample('branches');
    const { entries, end, index, problems } = await readSession(store, 'inn-1');
    expect(entries).toEqual([
      ['1', null, 'user'],
      ['2', '1', 'assistant'],
      ['3', '2', 'tool_result'],
      ['4', '3', 'assistant'],
      ['5', '4', 'user'],
      ['6', '5', 'assistant'],
      ['7', '4', 'user'],
      ['8', '7', 'assistant'],
    ]);
    // The newest sequence number is that of second-try.
    expect(index.id(end.storedLeafRow)).toBe('8');
    expect(store.sessions().sessions[0]).toMatchObject({ storedLeaf: '8', title: 'Book a room.' });
    expect(end.labels).toEqual([
      { row: 5, text: 'main' },
      { row: 7, text: 'second-try' },
    ]);
    expect(problems).toEqual([]);
  });

  it('has the use of tokens of each turn once, at the answer that ended it', async () => {
    const session = await readSession(await openSample('branches'), 'inn-1');
    const tokens = [...session.entries.keys()].map((row) => session.index.tokens(row));
    expect(tokens).toEqual([NaN, NaN, NaN, 240, NaN, 263, NaN, 271]);
    // What came out of the cache is part of the stored input, not of ours.
    expect(session.body('6').usage).toEqual({
      input: 132,
      output: 3,
      cacheRead: 128,
      cacheWrite: null,
      total: 263,
      cost: null,
    });
    expect(session.body('4').facts).toContainEqual({
      name: 'Tokens of',
      value: 'turn 1 of main, 2 requests, 8 tokens of reasoning',
    });
    expect(session.body('8').facts).toContainEqual({ name: 'Branch', value: 'second-try' });
  });

  it('names a branch that is reserved and has no message', async () => {
    const session = await readSession(
      await openSample('branches', `INSERT INTO branch_reservations VALUES ('inn-1', 'from-the-start')`),
      'inn-1',
    );
    expect(session.problems).toEqual(['empty-branch']);
    expect(session.end.problems[0]?.message).toContain('"from-the-start"');
  });

  it('shows two branches that end at one message there', async () => {
    const copy = `INSERT INTO message_structure (session_id, message_id, branch_id, message_type, sequence_number, user_turn_number)
      SELECT session_id, message_id, 'third', message_type, sequence_number + 20, user_turn_number
      FROM message_structure WHERE branch_id = 'main'`;
    const { entries, end } = await readSession(await openSample('branches', copy), 'inn-1');
    expect(entries).toHaveLength(8);
    expect(end.labels).toContainEqual({ row: 5, text: 'main, third' });
    expect(end.storedLeafRow).toBe(5);
  });

  it('says how often it was cleared', async () => {
    const cleared = `INSERT INTO session_clear_generations VALUES ('inn-1', 2)`;
    const { end } = await readSession(await openSample('branches', cleared), 'inn-1');
    expect(end.problems).toMatchObject([{ code: 'session-cleared', severity: 'note' }]);
  });
});

describe('the traps of the format', () => {
  it('1: keeps the order of ids where times are equal or run backwards', async () => {
    const backwards = `UPDATE agent_messages SET created_at = '2026-01-02 03:04:0' || (9 - id)`;
    const store = await open(TABLES, insertItems(user('one'), user('two'), user('three')), backwards);
    const { index, entries } = await readSession(store, 's');
    expect(entries.map(([id]) => id)).toEqual(['1', '2', '3']);
    expect([0, 1, 2].map((row) => index.preview(row))).toEqual(['one', 'two', 'three']);
    expect(index.timeMs(0)).toBe(Date.UTC(2026, 0, 2, 3, 4, 8));
  });

  it('2: reads several pairs of tables in one file, whatever they are called', async () => {
    const chat = TABLES.replaceAll('agent_sessions', 'chats').replaceAll('agent_messages', '"chat ""log"""');
    const store = await open(
      TABLES,
      insertItems(user('in the first')),
      chat,
      `INSERT INTO "chat ""log""" (session_id, message_data) VALUES ('s', '{"role":"user","content":"in the second"}')`,
    );
    const { sessions } = store.sessions();
    expect(sessions.map(({ id, title }) => [id, title])).toEqual([
      ['s', 'in the first'],
      ['s (chat "log")', 'in the second'],
    ]);
    expect((await readSession(store, 's (chat "log")')).index.preview(0)).toBe('in the second');
  });

  it('2: takes tables of other names only in the whole shape', async () => {
    const shape = (columns: string) =>
      `CREATE TABLE threads (session_id TEXT, created_at, updated_at); CREATE TABLE notes (${columns});`;
    const refers = 'REFERENCES threads (session_id)';
    for (const [columns, isOurs] of [
      [`id INTEGER PRIMARY KEY, session_id TEXT ${refers}, message_data TEXT, created_at`, true],
      ['id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT, created_at', false],
      [`id INTEGER PRIMARY KEY, session_id TEXT ${refers}, message_data TEXT, created_at, author`, false],
      [`id TEXT, session_id TEXT ${refers}, message_data TEXT, created_at`, false],
      [`id INTEGER PRIMARY KEY, session_id TEXT ${refers}, message_data AS ('{}'), created_at`, false],
    ] as const) {
      const file = writeDatabase(folder.file(`${columns.length}.db`), shape(columns));
      expect([columns, detectFormat(await folder.open(file)).ok]).toEqual([columns, isOurs]);
    }
  });

  it('3: has a message of several branches once', async () => {
    const { entries, index } = await readSession(await openSample('branches'), 'inn-1');
    expect(new Set(entries.map(([id]) => id)).size).toBe(entries.length);
    expect(index.count).toBe(8);
  });

  it('3: shows a message in two places where it stands behind two others, each under an id of its own', async () => {
    const other = `INSERT INTO message_structure (session_id, message_id, branch_id, message_type, sequence_number, user_turn_number)
      VALUES ('inn-1', 1, 'odd', 'user', 21, 1), ('inn-1', 4, 'odd', 'assistant', 22, 1)`;
    const { entries, problems } = await readSession(await openSample('branches', other), 'inn-1');
    expect(entries.at(-1)).toEqual(['4#2', '1', 'assistant']);
    expect(problems).toEqual(['message-in-two-places 4#2']);
  });

  it('4: knows a user without a type, and the roles of system and developer', async () => {
    const store = await open(
      TABLES,
      insertItems({ role: 'system', content: 'rules' }, { role: 'developer', content: [] }, user('hello')),
    );
    const { entries } = await readSession(store, 's');
    expect(entries.map(([, , kind]) => kind)).toEqual(['system', 'system', 'user']);
    expect(store.sessions().sessions[0]?.title).toBe('hello');
  });

  it('5: shows arguments as the string they are, and an output that is no JSON', async () => {
    const session = await readSession(
      await open(
        TABLES,
        insertItems(
          { type: 'function_call', call_id: 'c', name: 'look', arguments: '{"n": 1.0}' },
          { type: 'function_call_output', call_id: 'c', output: "{'found': True}" },
        ),
      ),
      's',
    );
    expect(session.blocks('1')).toMatchObject([{ argumentsText: { text: '{"n": 1.0}' }, asString: true }]);
    expect(session.blocks('2')).toMatchObject([{ type: 'tool_result' }, { text: "{'found': True}" }]);
    expect(session.problems).toEqual([]);
  });

  it('6: leaves out rows of branches whose message is gone, and says how many', async () => {
    const store = await openSample('branches', 'DELETE FROM agent_messages WHERE id = 6');
    const { entries, problems } = await readSession(store, 'inn-1');
    expect(entries.map(([id]) => id)).toEqual(['1', '2', '3', '4', '5', '7', '8']);
    expect(problems).toEqual(['structure-without-message']);
    expect(store.schemaChecks().find(({ id }) => id === 'branch-messages')).toMatchObject({
      verdict: 'warning',
      found: '1 names none',
    });
  });

  it('6: shows messages that no branch has apart from the tree', async () => {
    const unplaced = `INSERT INTO agent_messages VALUES (20, 'inn-1', '{"role":"user","content":"lost"}', ''),
      (21, 'inn-1', '{"role":"assistant","content":"lost too"}', '')`;
    const { entries, problems, end } = await readSession(await openSample('branches', unplaced), 'inn-1');
    expect(entries.slice(-2)).toEqual([
      ['20', 'broken', 'user'],
      ['21', '20', 'assistant'],
    ]);
    expect(problems).toEqual(['unplaced-message 20', 'unplaced-message 21']);
    // They are no end of the conversation.
    expect(end.storedLeafRow).toBe(7);
  });

  it('6: lists a session of which only messages are left', async () => {
    const store = await openSample('sessions', `DELETE FROM agent_sessions WHERE session_id = 'bakery-1'`);
    expect(store.sessions().sessions.map(({ id }) => id)).toEqual(['bakery-1', 'bakery-empty']);
    expect(store.schemaChecks().find(({ id }) => id === 'message-sessions')?.verdict).toBe('warning');
  });

  it('7: reads what only the write-ahead log has', async () => {
    const file = folder.file('live.db');
    const program = new OtherProgram(file);
    await program.exec(sampleSql('sessions'));
    const store = await folder.store(file);
    expect((await readSession(store, 'bakery-1')).index.count).toBe(8);
  });

  it('8: finds no session in a file to which nothing was written', async () => {
    const file = writeDatabase(folder.file('memory.db'), 'CREATE TABLE t (a); DROP TABLE t');
    const detected = detectFormat(await folder.open(file));
    expect(detected.ok ? '' : detected.message).toContain('OpenAI Agents SDK');
  });
});

describe('calls and results', () => {
  const call = (callId: string) => ({ type: 'function_call', call_id: callId, name: 'dig', arguments: '{}' });
  const result = (callId: string) => ({ type: 'function_call_output', call_id: callId, output: 'done' });

  it('are paired by id along the path, and told where the other is missing', async () => {
    const store = await open(TABLES, insertItems(call('a'), call('b'), result('b'), result('x')));
    const { index, problems } = await readSession(store, 's');
    expect([2, 3].map((row) => index.callRow(row))).toEqual([1, -1]);
    expect(problems).toEqual(['result-without-call 4', 'call-pending 1']);
  });

  it('tell a call that the conversation went on from', async () => {
    const said = { role: 'user', content: 'and now?' };
    const store = await open(TABLES, insertItems(call('a'), call('b'), said, call('c')));
    const { problems } = await readSession(store, 's');
    expect(problems).toEqual(['call-without-result 1', 'call-without-result 2', 'call-pending 4']);
  });

  it('of tools that the server runs stand in one item', async () => {
    const session = await readSession(
      await open(
        TABLES,
        insertItems(
          { type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'tides' } },
          { type: 'mcp_call', id: 'm', name: 'read', server_label: 'docs', arguments: '{}', error: 'gone' },
          { type: 'computer_call', call_id: 'k', action: { type: 'screenshot' } },
          {
            type: 'computer_call_output',
            call_id: 'k',
            output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
          },
        ),
      ),
      's',
    );
    expect(session.problems).toEqual([]);
    expect([0, 1, 2, 3].map((row) => session.index.toolNames(row))).toEqual([
      'web_search',
      'mcp__docs__read',
      'computer',
      'computer',
    ]);
    expect(session.index.flags[1]).toBe(FLAG.error);
    expect(session.blocks('4')).toMatchObject([{ type: 'tool_result' }, { type: 'image', data: 'AAAA' }]);
  });
});

describe('files that no program of good will writes', () => {
  it('with values of every class where text is wanted', async () => {
    const loose = TABLES.replaceAll('TEXT NOT NULL', '');
    const values = ['NULL', '7', '1.5', "x'7b7d'", "CAST(x'7bff7d' AS TEXT)", "'[1]'", "'{}'"];
    const store = await open(
      loose,
      ...values.map(
        (value) => `INSERT INTO agent_messages (session_id, message_data) VALUES ('s', ${value})`,
      ),
      ...values.map(
        (value) =>
          `INSERT INTO agent_messages (session_id, message_data) VALUES (${value}, '{"role":"user"}')`,
      ),
    );
    const { sessions, problems } = store.sessions();
    expect(sessions).toHaveLength(8);
    expect(problems.map(({ code }) => code)).toEqual(Array(5).fill('session-id-not-text'));
    for (const { id, entryCount } of sessions)
      expect([id, (await readSession(store, id)).index.count]).toEqual([id, entryCount]);
    const { problems: found } = await readSession(store, 's');
    expect(found.filter((problem) => problem.startsWith('item-not-json'))).toHaveLength(6);
  });

  it('with ids beyond what a number holds', async () => {
    const big = '9223372036854775807';
    const store = await open(
      TABLES,
      `INSERT INTO agent_messages (id, session_id, message_data) VALUES (-5, 's', '{"role":"user","content":"a"}'), (${big}, 's', '{"role":"user","content":"b"}')`,
    );
    const { entries, body } = await readSession(store, 's');
    expect(entries.map(([id]) => id)).toEqual(['-5', big]);
    expect(body(big).blocks).toMatchObject([{ text: 'b' }]);
  });

  it('with messages of megabytes among thousands of short ones', async () => {
    const store = await open(
      TABLES,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO agent_messages (session_id, message_data)
        SELECT 's', json_object('role', 'user', 'content', CASE WHEN i % 1000 = 0 THEN hex(zeroblob(700000)) ELSE 'n' || i END) FROM n`,
    );
    const { index, body } = await readSession(store, 's');
    expect([index.count, index.preview(2998)]).toEqual([3000, 'n2999']);
    expect(body('2000').blocks).toMatchObject([{ totalChars: 1_400_000 }]);
    expect(store.text('s', 1999, 0, 1_399_998, 10)).toEqual({
      ok: true,
      value: { text: '00', totalChars: 1_400_000 },
    });
  });
});
