import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAG } from '../../../shared/model/heads';
import { snapshot } from '../../sqlite/test-support/files';
import { endOtherPrograms, OtherProgram } from '../../sqlite/test-support/other-program';
import type { ReadDatabase } from '../../sqlite/types';
import { detectFormat } from '../registry';
import { makeStoreFolder, type StoreFolder } from '../test-support/open-store';
import { readSession, writeDatabase } from '../test-support/read-session';
import { CHILD, FORK, PARENT, sampleSql, sessionSql, tablesSql } from './test-support/opencode-files';
import { answer, text, tool, USER } from './test-support/stored-messages';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(async () => {
  await endOtherPrograms();
  folder.remove();
});

const open = (...sql: readonly string[]) => folder.store(writeDatabase(folder.file('opencode.db'), ...sql));
const openSample = (...sql: readonly string[]) => open(sampleSql(), ...sql);
const openTables = (...sql: readonly string[]) => open(tablesSql(), ...sql);

describe('the sample', () => {
  it('has a session, the one that its task started, and a fork that nothing links', async () => {
    const store = await openSample();
    expect(store.format).toBe('opencode');
    expect(store.sessions()).toMatchObject({
      total: 3,
      problems: [],
      sessions: [
        { id: PARENT, title: 'Wind the clock', entryCount: 4, storedLeaf: 'msg_inv03' },
        { id: CHILD, entryCount: 2, storedLeaf: 'msg_inv04' },
        { id: FORK, title: 'Wind the clock (fork #1)', entryCount: 2, recency: 0 },
      ],
    });
    for (const id of [PARENT, CHILD, FORK]) expect((await readSession(store, id)).problems).toEqual([]);
  });

  it('is one line of messages behind the record of the session, the last of which is the leaf', async () => {
    const { entries, end } = await readSession(await openSample(), PARENT);
    expect(entries).toEqual([
      [PARENT, null, 'session_info'],
      ['msg_inv01', PARENT, 'user'],
      ['msg_inv02', 'msg_inv01', 'assistant'],
      // A further step of the same answer, and no branch.
      ['msg_inv03', 'msg_inv02', 'assistant'],
    ]);
    expect(end).toMatchObject({ storedLeafRow: 3, labels: [] });
  });

  it('shows call and result of a tool, though they stand in one part', async () => {
    const session = await readSession(await openSample(), PARENT);
    expect(session.blocks('msg_inv02')).toMatchObject([
      { type: 'thinking', text: 'The key comes first' },
      {
        type: 'tool_call',
        callId: 'call_inv1',
        name: 'bash',
        argumentsText: { text: '{"command":"turn key"}' },
      },
      { type: 'tool_result', callId: 'call_inv1', isError: true, partCount: 2 },
      { type: 'text', text: 'no key' },
      { type: 'raw', label: 'details' },
      { type: 'tool_call', callId: 'call_inv2', name: 'task' },
      { type: 'tool_result', callId: 'call_inv2', isError: false },
      { type: 'text', text: 'Under the mat.' },
      { type: 'raw', label: 'details' },
    ]);
    expect(session.index.toolNames(2)).toBe('bash, task');
    expect(session.index.flags[2]).toBe(FLAG.thinking | FLAG.error);
  });

  it('leads from the call of a task to the session that it started', async () => {
    const store = await openSample();
    const call = (await readSession(store, PARENT)).blocks('msg_inv02')[5];
    expect(call).toMatchObject({ name: 'task', startedSession: CHILD });
    expect((await readSession(store, CHILD)).body(CHILD).facts).toContainEqual({
      name: 'Started by session',
      value: PARENT,
    });
  });

  it('shows an image, and a part of a later release raw', async () => {
    const session = await readSession(await openSample(), PARENT);
    expect(session.blocks('msg_inv01')).toMatchObject([
      { type: 'text', text: 'Wind the clock in this photo.' },
      { type: 'image', mediaType: 'image/png', data: expect.stringMatching(/^iVBOR/) },
    ]);
    expect(session.index.flags[1]).toBe(FLAG.image);
    expect(session.blocks('msg_inv03')).toMatchObject([
      { type: 'text', text: 'Wound.' },
      { type: 'raw', label: 'part-type-of-a-later-release part' },
    ]);
  });

  it('counts tokens once, with reasoning as part of what was written', async () => {
    const session = await readSession(await openSample(), PARENT);
    expect(session.body('msg_inv02')).toMatchObject({
      model: 'invented-model',
      stopReason: 'tool-calls',
      usage: { input: 90, output: 20, cacheRead: 10, cacheWrite: 0, total: 120, cost: 0.0021 },
    });
    expect([1, 2, 3].map((row) => session.index.tokens(row))).toEqual([NaN, 120, 137]);
  });
});

it('a database is read without a trace, and so is one that a program has open', async () => {
  for (const isOpen of [false, true]) {
    const file = folder.file(path.join(`user-${isOpen}`, 'opencode.db'));
    fs.mkdirSync(path.dirname(file));
    if (isOpen) await new OtherProgram(file).exec(sampleSql());
    else writeDatabase(file, sampleSql());
    // The scratch memory of a program that has it open is that program's own.
    const look = () => snapshot(path.dirname(file), { without: isOpen ? ['opencode.db-shm'] : [] });
    const before = look();
    const store = await folder.store(file);
    (await readSession(store, PARENT)).body('msg_inv02');
    store.schemaChecks();
    expect(look()).toEqual(before);
  }
});

describe('the traps of the format', () => {
  it('3: says of a call that is stored as running that it is stale, and keeps its arguments', async () => {
    const store = await openTables(
      sessionSql('s', [
        [USER, text('go')],
        [
          answer(),
          tool({ status: 'running', input: { command: 'sleep' }, time: { start: 1 } }),
          tool({ status: 'pending', input: {}, raw: '{"comm' }),
        ],
      ]),
    );
    const session = await readSession(store, 's');
    expect(session.problems).toEqual(['call-without-result s_m2', 'call-without-result s_m2']);
    expect(session.blocks('s_m2')).toMatchObject([
      { type: 'tool_call', argumentsText: { text: '{"command":"sleep"}' }, asString: false },
      { type: 'raw', label: 'running state' },
      { type: 'tool_call', argumentsText: { text: '{"comm' }, asString: true },
    ]);
  });

  it('4: does not take what the program put into a message for what the user said', async () => {
    const store = await openTables(
      sessionSql('s', [
        [
          USER,
          text('file contents', { synthetic: true }),
          text('read this'),
          text('seen', { ignored: true }),
        ],
        [USER, text('go on', { synthetic: true })],
      ]),
    );
    const session = await readSession(store, 's');
    expect(session.index.preview(1)).toBe('read this');
    expect(session.entries.map(([, , kind]) => kind)).toEqual(['session_info', 'user', 'custom_message']);
    expect(session.blocks('s_m1')).toMatchObject([
      { type: 'raw', label: 'injected text' },
      { type: 'text', text: 'read this' },
      { type: 'raw', label: 'text that no model is given' },
    ]);
  });

  it('5: takes no counts from the session, which has those of what was taken back too', async () => {
    const store = await openTables(sessionSql('s', [[USER, text('a')]], { tokens_input: 999, cost: 7 }));
    const { index, body } = await readSession(store, 's');
    expect([0, 1].map((row) => index.tokens(row))).toEqual([NaN, NaN]);
    expect(body('s').usage).toBeNull();
  });

  it('6: never names a table with secrets in any query', async () => {
    const secrets = ['account', 'account_state', 'control_account', 'credential', 'session_share'];
    const file = writeDatabase(
      folder.file('opencode.db'),
      sampleSql(),
      ...secrets.map((name) => `CREATE TABLE ${name} (secret); INSERT INTO ${name} VALUES ('sk-hidden');`),
    );
    const queries: string[] = [];
    const db = recorded(await folder.open(file), queries);
    const detected = detectFormat(db);
    if (!detected.ok) throw new Error(detected.message);
    const store = detected.format.open(db);
    const told = [store.facts(), store.sessions(), store.schemaChecks()];
    for (const id of [PARENT, CHILD]) {
      const session = await readSession(store, id);
      told.push(session.entries.map(([entry]) => session.body(entry)) as never);
    }
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.filter((sql) => new RegExp(`\\b(${secrets.join('|')})\\b`).test(sql))).toEqual([]);
    expect(JSON.stringify(told)).not.toContain('hidden');
  });

  it('7: reads what only the write-ahead log has', async () => {
    const file = folder.file('opencode.db');
    const program = new OtherProgram(file);
    await program.exec(sampleSql());
    const store = await folder.store(file);
    expect((await readSession(store, PARENT)).index.count).toBe(4);
  });

  it('8: puts parts in the order of their ids, whatever their times', async () => {
    const store = await openTables(
      sessionSql('s', [[answer(), text('one'), text('two'), text('three')]]),
      `UPDATE part SET time_created = 9 - rowid`,
    );
    expect((await readSession(store, 's')).blocks('s_m1')).toMatchObject([
      { text: 'one' },
      { text: 'two' },
      { text: 'three' },
    ]);
  });
});

describe('what a session was taken back from', () => {
  const messages = [
    [USER, text('one')],
    [answer(), text('two')],
    [USER, text('three')],
    [answer(), text('four'), text('five')],
  ] as const;

  it('stays, as a part that is taken back behind the leaf', async () => {
    const store = await openTables(sessionSql('s', messages, { revert: '{"messageID":"s_m3"}' }));
    const { end, problems, entries } = await readSession(store, 's');
    expect(entries).toHaveLength(5);
    expect(end).toMatchObject({ storedLeafRow: 2, labels: [{ row: 3, text: 'taken back' }] });
    expect(problems).toEqual(['taken-back']);
    expect(store.sessions().sessions[0]?.storedLeaf).toBe('s_m2');
  });

  it('may be the last parts of a message', async () => {
    const revert = { revert: '{"messageID":"s_m4","partID":"s_m4_p2"}' };
    const store = await openTables(sessionSql('s', messages, revert));
    const { end, body } = await readSession(store, 's');
    expect(end).toMatchObject({ storedLeafRow: 4, labels: [] });
    expect(body('s_m4').facts).toContainEqual({ name: 'Taken back from part', value: 's_m4_p2' });
    expect(store.sessions().sessions[0]?.storedLeaf).toBe('s_m4');
  });

  it('may be all of it', async () => {
    const store = await openTables(sessionSql('s', messages, { revert: '{"messageID":"s_m1"}' }));
    expect((await readSession(store, 's')).end.storedLeafRow).toBe(-1);
    expect(store.sessions().sessions[0]?.storedLeaf).toBeNull();
  });

  it('may name a message that is not there, or be no JSON', async () => {
    const gone = sessionSql('gone', messages, { revert: '{"messageID":"none"}' });
    const odd = sessionSql('odd', messages, { revert: '{"messageID' });
    const store = await openTables(gone, odd);
    const read = await readSession(store, 'gone');
    expect([read.problems, read.end.storedLeafRow]).toEqual([['revert-target-missing'], 4]);
    expect((await readSession(store, 'odd')).problems).toEqual([]);
  });
});

describe('what stands in a message', () => {
  it('a summary takes the place of what was before, but for what its question keeps', async () => {
    const store = await openTables(
      sessionSql('s', [
        [USER, text('one')],
        [answer({ parentID: 's_m1' }), text('two')],
        [USER, { type: 'compaction', auto: true, tail_start_id: 's_m2' }],
        [answer({ parentID: 's_m3', summary: true }), text('so far: two')],
      ]),
    );
    const session = await readSession(store, 's');
    expect(session.entries.map(([, , kind]) => kind).slice(2)).toEqual(['assistant', 'meta', 'compaction']);
    expect(session.body('s_m4').facts).toContainEqual({ name: 'First kept entry', value: 's_m2' });
  });

  it('an output that was cleared is told by its details; an image of a result is shown', async () => {
    const state = {
      ...{ status: 'completed', input: {}, output: 'out', title: 't', metadata: { output: 'out', exit: 2 } },
      ...{ time: { start: 1, end: 5, compacted: 9 } },
      attachments: [{ type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA' }],
    };
    const store = await openTables(sessionSql('s', [[answer(), tool(state)]]));
    const session = await readSession(store, 's');
    const [, result, output, image, details] = session.blocks('s_m1');
    expect([result, output, image]).toMatchObject([
      { type: 'tool_result', partCount: 3 },
      { type: 'text', text: 'out' },
      { type: 'image', data: 'AAAA' },
    ]);
    // The copy of the output is left out.
    expect(JSON.parse(details?.type === 'raw' ? details.text : '')).toEqual({
      title: 't',
      metadata: { exit: 2 },
      time: { start: 1, end: 5, compacted: 9 },
    });
    expect(session.index.flags[1]).toBe(FLAG.image);
  });

  it('steps, snapshots, changed files, subtasks and tries', async () => {
    const store = await openTables(
      sessionSql('s', [
        [USER, { type: 'subtask', prompt: 'Look around', description: 'Look', agent: 'explore' }],
        [
          answer({ error: { name: 'APIError', data: { message: 'overloaded' } } }),
          { type: 'step-start', snapshot: 'abc' },
          { type: 'snapshot', snapshot: 'def' },
          { type: 'patch', hash: 'abc', files: ['/shop/a', '/shop/b'] },
          { type: 'retry', attempt: 1, error: {} },
          { type: 'agent', name: 'explore' },
          { type: 'file', mime: 'text/plain', filename: 'a.txt', url: 'file:///etc/passwd' },
          { type: 'step-finish', reason: 'stop', tokens: { total: 5 }, cost: 0.5 },
        ],
      ]),
    );
    const session = await readSession(store, 's');
    expect(session.problems).toEqual([]);
    expect(session.index.preview(1)).toBe('Look');
    expect(session.blocks('s_m1')).toMatchObject([{ type: 'text', text: 'Look around' }]);
    expect(session.body('s_m1').facts).toContainEqual({ name: 'Subtask', value: 'explore: Look' });
    const { blocks, facts, errorMessage } = session.body('s_m2');
    expect(blocks.map((block) => block.type === 'raw' && block.label)).toEqual([
      'files changed (2)',
      'retry part',
      'agent part',
      'file a.txt',
    ]);
    expect(facts).toContainEqual({ name: 'Step', value: 'stop, 5 tokens, $0.5' });
    expect(facts).toContainEqual({ name: 'Snapshot', value: 'def' });
    expect(errorMessage).toBe('APIError: overloaded');
    expect(session.index.flags[2]).toBe(FLAG.error);
  });
});

it('a database without its tables is none of OpenCode', async () => {
  for (const gone of ['project', 'session', 'message', 'part']) {
    const file = writeDatabase(folder.file(`${gone}.db`), tablesSql(), `DROP TABLE ${gone}`);
    expect(detectFormat(await folder.open(file)).ok).toBe(false);
  }
});

/** A database that notes every query. */
function recorded(db: ReadDatabase, queries: string[]): ReadDatabase {
  const noting = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        return (...input: unknown[]) => {
          if (typeof input[0] === 'string') queries.push(input[0]);
          return value.apply(object, input);
        };
      },
    });
  return new Proxy(db, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (name === 'read')
        return (work: Parameters<ReadDatabase['read']>[0]) => object.read((rows) => work(noting(rows)));
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}
