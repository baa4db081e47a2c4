import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAG } from '../../../shared/model/heads';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { openLines, openText } from '../test-support/open-lines';
import { writeDatabase } from '../test-support/read-session';
import {
  BOATS,
  bodyAt,
  bodyOf,
  conversation,
  event,
  HEADER,
  item,
  message,
  NAMES,
  rollout,
  samplePath,
  type TestRecord,
} from './test-support/rollout-file';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

const open = (name: string) => openLines(samplePath(name));
const openRecords = (...records: readonly TestRecord[]) =>
  openText(path.join(folders.user, 'rollout.jsonl'), rollout(HEADER, ...records));

describe('a paginated rollout', () => {
  it('has three turns, the last of which was aborted', async () => {
    const opened = await open(NAMES.paginated);
    expect((await opened.source.sessions()).sessions).toMatchObject([
      { id: BOATS, title: 'Which hull is in this photo?' },
    ]);
    expect(opened.source.formatVersion).toBe('paginated');
    expect(opened.source.facts()).toContainEqual({ name: 'Lines', value: '37' });
    expect(conversation(opened)).toEqual([
      'Which hull is in this photo?',
      'Patch its label.',
      'A turn that is reverted later.',
    ]);
    expect(opened.entries.at(-1)).toMatchObject({ kind: 'meta' });
    expect(opened.index.preview(opened.index.count - 1)).toBe('turn aborted: interrupted');
    // A segment that goes on from it lies beside it.
    expect(opened.problems.map(({ code }) => code)).toEqual(['other-segments']);
  });

  it('shows no message twice, though each stands as an item and as an event (trap 4)', async () => {
    const opened = await open(NAMES.paginated);
    const previews = [...Array(opened.index.count).keys()].map((row) => opened.index.preview(row));
    for (const words of ['Which hull is in this photo?', 'The oak hull.', 'Label patched.'])
      expect(previews.filter((preview) => preview.includes(words))).toHaveLength(1);
    const body = await bodyOf(opened, 'The oak hull.');
    expect(body.blocks.filter(({ type }) => type === 'text')).toHaveLength(1);
    // The event is a record of the same entry.
    expect(body.place).toContain('line 17');
  });

  it('tells how a command ended, from the event beside its result', async () => {
    const body = await bodyOf(await open(NAMES.paginated), 'oak pine');
    expect(body.blocks).toMatchObject([
      { type: 'tool_result', callId: 'call_hull_1', isError: false },
      { type: 'text', text: 'oak\npine\n' },
      { type: 'raw', label: 'details' },
      { type: 'raw', label: 'details' },
    ]);
    expect(JSON.stringify(body.blocks)).toContain('/home/mira/boat-yard');
  });

  it('counts the tokens of a request once, by its own record (trap 9)', async () => {
    const { index } = await open(NAMES.paginated);
    const tokens = [...Array(index.count).keys()].map((row) => index.tokens(row));
    expect(tokens.filter((count) => !Number.isNaN(count))).toEqual([940, 969, 1060]);
  });

  it('tells input apart from what was in the cache', async () => {
    const body = await bodyOf(await open(NAMES.paginated), 'The oak hull.');
    expect(body.usage).toEqual({
      input: 80,
      output: 9,
      cacheRead: 880,
      cacheWrite: 0,
      total: 969,
      cost: null,
    });
  });

  it.each([
    '<environment_context>\n  <cwd>/shop</cwd>\n</environment_context>',
    '# AGENTS.md instructions for /shop\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>',
    '<user_instructions>\n\nBe brief.\n\n</user_instructions>',
    '<permissions instructions>read only</permissions instructions>',
    '<turn_aborted>\n  <reason>interrupted</reason>\n</turn_aborted>',
  ])('takes what older files put into the role of the user for what it is: %j (trap 7)', async (text) => {
    const { entries, source } = await openRecords(message('user', text), message('user', 'Really asked'));
    expect(entries.map(({ kind }) => kind)).toEqual(['session_info', 'meta', 'user']);
    expect((await source.sessions()).sessions[0]?.title).toBe('Really asked');
  });

  it('takes a message for the human’s where one of its pieces is, and for a summary where none is (trap 7)', async () => {
    const told = (text: string, ...kinds: string[]): TestRecord => [
      'response_item',
      {
        ...message('user', text)[1],
        internal_chat_message_metadata_passthrough: { content_item_kinds: kinds },
      },
    ];
    const { entries } = await openRecords(
      told('So far: oars.', 'compaction.summary'),
      told('<environment_context> is what I ask about', 'environments.environment_context', 'user.text'),
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['session_info', 'meta', 'user']);
  });

  it('numbers its records from 0 to 36', async () => {
    const opened = await open(NAMES.paginated);
    const ordinalAt = async (row: number) =>
      (await bodyAt(opened.source, row)).facts.find(({ name }) => name === 'Ordinal')?.value;
    expect([await ordinalAt(0), await ordinalAt(opened.index.count - 1)]).toEqual(['0', '36']);
  });

  it('tells the human from what was put into the role of the user (trap 7)', async () => {
    const { entries, index } = await open(NAMES.paginated);
    const kindOf = (words: string) => entries.find((_, row) => index.preview(row).startsWith(words))?.kind;
    expect(kindOf('<environment_context>')).toBe('meta');
    expect(kindOf('<permissions')).toBe('system');
  });

  it('gives times in their own units (trap 8)', async () => {
    const opened = await open(NAMES.paginated);
    const body = await bodyOf(opened, 'task complete');
    expect(body.facts).toContainEqual({ name: 'Began', value: '2026-11-25T08:00:01.000Z' });
    expect(body.facts).toContainEqual({ name: 'Took', value: '3000 ms' });
    // Of an item they are seconds with a fraction.
    const passed = { create_time: 1_767_323_045.25 };
    const made = await openRecords([
      'response_item',
      { ...message('user', 'one')[1], internal_chat_message_metadata_passthrough: passed },
    ]);
    expect((await bodyOf(made, 'one')).facts).toContainEqual({
      name: 'Made',
      value: '2026-01-02T03:04:05.250Z',
    });
  });

  it('is opened without a change to the file or its folder', async () => {
    fs.copyFileSync(samplePath(NAMES.paginated), path.join(folders.user, 'a.jsonl'));
    const before = snapshot(folders.user);
    await openLines(path.join(folders.user, 'a.jsonl'));
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('a legacy rollout', () => {
  it('shows the turns that count, and what was taken back as a branch beside them (trap 15)', async () => {
    const opened = await open('legacy.jsonl');
    expect(conversation(opened)).toEqual([
      'List the oars. (copied from the parent thread)',
      'How long are they?',
      'Summarise.',
    ]);
    const row = [...Array(opened.index.count).keys()].find(
      (at) => opened.index.preview(at) === '2.4 metres.',
    );
    expect(opened.entries.filter(({ parent }) => parent === opened.entries[row ?? -1]?.id).length).toBe(2);
    expect(opened.problems).toEqual([]);
  });

  it('is the session of its first header, whatever others were copied into it (trap 3)', async () => {
    const opened = await open('legacy.jsonl');
    expect((await opened.source.sessions()).sessions[0]?.id).toBe('019b9000-0000-7000-8000-0000000000e5');
    expect(opened.source.facts()).toContainEqual({
      name: 'Forked from',
      value: '019b8f00-0000-7000-8000-0000000000d4',
    });
    expect(opened.index.preview(1)).toBe('copied from session 019b8f00-0000-7000-8000-0000000000d4');
  });

  it('pairs results in any order, also those of a local shell', async () => {
    const { index, problems, source } = await open('legacy.jsonl');
    expect(source.facts()).toContainEqual({ name: 'Lines', value: '31' });
    const callers = [...Array(index.count).keys()].filter((row) => index.callRow(row) >= 0);
    expect(callers).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  it('shows images in outputs, and the exit code of their headers (trap 6)', async () => {
    const opened = await open('legacy.jsonl');
    const image = [...Array(opened.index.count).keys()].find(
      (row) => ((opened.index.flags[row] ?? 0) & FLAG.image) !== 0,
    );
    expect((await bodyAt(opened.source, image ?? -1)).blocks).toMatchObject([
      { type: 'tool_result' },
      { type: 'image', mediaType: 'image/png' },
    ]);
    const text = await bodyOf(opened, '2.4 m');
    expect(JSON.stringify(text.blocks.at(-1))).toContain('exit_code');
  });

  it('ends at the compaction, with what replaces the history', async () => {
    const opened = await open('legacy.jsonl');
    expect(opened.entries.find(({ id }) => id === opened.leaf)?.kind).toBe('compaction');
    const body = await bodyOf(opened, 'Two oars of 2.4 metres.');
    expect(body.blocks).toMatchObject([{ type: 'text', text: 'Two oars of 2.4 metres.' }, { type: 'raw' }]);
    expect(JSON.stringify(body.blocks)).toContain('replacement_history');
  });
});

describe('a rollout of 2025', () => {
  it('without envelopes has its items, in the order of the file (trap 14)', async () => {
    const opened = await open('bare-2025-07.jsonl');
    expect(opened.entries.map(({ kind }) => kind)).toEqual([
      'session_info',
      'user',
      'meta',
      'assistant',
      'tool_result',
      'meta',
      'assistant',
    ]);
    expect(opened.index.callRow(4)).toBe(3);
    expect((await bodyAt(opened.source, 4)).blocks).toMatchObject([
      { type: 'tool_result' },
      { type: 'text', text: 'rope1\nrope2\n' },
      { type: 'raw', label: 'details' },
    ]);
    expect(opened.problems).toEqual([]);
  });
});

describe('a rollout that is one document', () => {
  it('has the items of its list', async () => {
    const opened = await open('2025-04.json');
    expect((await opened.source.sessions()).sessions).toMatchObject([
      { id: 'c2a1b0d9-0000-4000-8000-000000000001', title: 'Name a sail.' },
    ]);
    expect(opened.entries.map(({ kind }) => kind)).toEqual([
      'session_info',
      'user',
      'assistant',
      'tool_result',
      'assistant',
    ]);
    expect(await bodyAt(opened.source, 3)).toMatchObject({
      blocks: [{ type: 'tool_result', callId: 'call_sail_1' }, { text: 'jib\n' }, { label: 'details' }],
    });
    expect((await bodyOf(opened, 'Jib.')).place).toContain('line 37');
    expect(opened.problems).toEqual([]);
  });

  it('that is cut off has the items that are whole, and says so', async () => {
    const text = fs.readFileSync(samplePath('2025-04.json'), 'utf8');
    const opened = await openText(path.join(folders.user, 'a.json'), text.slice(0, 700));
    expect(conversation(opened)).toEqual(['Name a sail.']);
    expect(opened.problems.map(({ code }) => code)).toContain('torn-tail');
  });

  it('is refused with a sentence where it is too large', async () => {
    const file = path.join(folders.user, 'a.json');
    fs.copyFileSync(samplePath('2025-04.json'), file);
    fs.truncateSync(file, 257 * 1024 * 1024);
    await expect(openLines(file)).rejects.toThrow('one JSON document');
  });
});

describe('outputs (trap 6)', () => {
  const output = async (stored: unknown) => {
    const opened = await openRecords(
      item('function_call', { name: 'exec_command', arguments: '{}', call_id: 'c1' }),
      item('function_call_output', { call_id: 'c1', output: stored }),
    );
    const [result, ...parts] = (await bodyAt(opened.source, 2)).blocks;
    return { isError: result?.type === 'tool_result' && result.isError, parts };
  };

  it.each<[string, unknown, string, boolean]>([
    ['a plain text', 'all good', 'all good', false],
    ['the text of an object', '{"output":"no","metadata":{"exit_code":1}}', 'no', true],
    ['a header', 'Exit code: 2\nWall time: 0.1 seconds\nOutput:\nno', 'no', true],
    [
      'a header of a process that ended',
      'Chunk ID: ab\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\nyes',
      'yes',
      false,
    ],
    [
      'a header of one that runs',
      'Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n…',
      '…',
      false,
    ],
    ['a list', [{ type: 'input_text', text: 'in a list' }], 'in a list', false],
    ['words of a header further down', 'see:\nExit code: 2\nOutput:', 'see:\nExit code: 2\nOutput:', false],
  ])('may be %s', async (_, stored, text, isError) => {
    const found = await output(stored);
    expect(found.parts[0]).toMatchObject({ type: 'text', text });
    expect(found.isError).toBe(isError);
  });
});

describe('calls', () => {
  it('keep arguments that are no JSON as the text they are (trap 5)', async () => {
    const opened = await openRecords(
      message('user', 'Go'),
      item('function_call', { name: 'exec_command', arguments: '{"cmd":"ls', call_id: 'c1' }),
    );
    const body = await bodyAt(opened.source, 2);
    expect(body.blocks[0]).toMatchObject({ type: 'tool_call', argumentsText: { text: '{"cmd":"ls' } });
    expect(opened.problems).toMatchObject([{ code: 'call-pending' }]);
  });

  it('of a local shell go by the id of the item where they have no other (trap 12)', async () => {
    const opened = await openRecords(
      item('local_shell_call', { id: 'lsc_1', call_id: null, action: { type: 'exec', command: ['ls'] } }),
      item('function_call_output', { call_id: 'lsc_1', output: 'a\n' }),
    );
    expect(opened.index.callRow(2)).toBe(1);
    expect(opened.problems).toEqual([]);
  });

  it('of the web hold their own result', async () => {
    const opened = await openRecords(
      item('web_search_call', {
        id: 'ws_1',
        status: 'completed',
        action: { type: 'search', query: 'keels' },
      }),
    );
    expect(opened.problems).toEqual([]);
    expect((await bodyAt(opened.source, 1)).blocks).toMatchObject([
      { type: 'tool_call', callId: 'ws_1', name: 'web_search' },
      { type: 'tool_result', callId: 'ws_1', isError: false },
    ]);
  });

  it('of an image hold the image', async () => {
    const opened = await openRecords(
      item('image_generation_call', {
        id: 'ig_1',
        status: 'completed',
        revised_prompt: 'a boat',
        result: 'iVBO',
      }),
    );
    expect((await bodyAt(opened.source, 1)).blocks).toMatchObject([
      { type: 'tool_call', name: 'image_generation' },
      { type: 'tool_result' },
      { type: 'image', data: 'iVBO' },
    ]);
  });

  it('that failed by their event are errors, wherever that stands', async () => {
    const end = event('exec_command_end', { call_id: 'c1', exit_code: 2, aggregated_output: 'no' });
    const call = item('function_call', { name: 'shell', arguments: '{}', call_id: 'c1' });
    const output = item('function_call_output', { call_id: 'c1', output: 'no' });
    for (const records of [
      [call, end, output],
      [call, output, end],
    ] as const) {
      const opened = await openRecords(...records);
      expect(opened.entries.map(({ kind }) => kind)).toEqual(['session_info', 'assistant', 'tool_result']);
      expect(opened.index.flags[2]).toBe(FLAG.error);
      expect((await bodyAt(opened.source, 2)).blocks[0]).toMatchObject({ isError: true });
    }
  });

  it('that were answered by no item keep their event as an entry of its own', async () => {
    const opened = await openRecords(
      event('exec_command_end', { call_id: 'gone', exit_code: 0 }),
      event('task_complete'),
    );
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['session_info', 'meta', 'meta']);
  });
});

describe('turns', () => {
  it('that are taken back leave the session where it stood before them, several at a time', async () => {
    const opened = await openRecords(
      ...['one', 'two', 'three'].flatMap((words) => [
        message('user', words),
        message('assistant', `${words}!`),
      ]),
      event('thread_rolled_back', { num_turns: 2 }),
      message('user', 'four'),
    );
    expect(conversation(opened)).toEqual(['one', 'four']);
  });

  it('that are all taken back leave nothing to go on from', async () => {
    const opened = await openRecords(message('user', 'one'), event('thread_rolled_back', { num_turns: 5 }));
    expect(opened.leaf).toBe(null);
  });

  it('without an end are told', async () => {
    const opened = await openRecords(
      event('task_started', { turn_id: 't1' }),
      message('user', 'one'),
      event('task_started', { turn_id: 't2' }),
      message('user', 'two'),
    );
    expect(opened.problems.map(({ code }) => code)).toEqual(['unfinished-turn', 'unfinished-turn']);
  });

  it('go on when a message was said by an event alone', async () => {
    const opened = await openRecords(
      event('user_message', { message: 'kept' }),
      event('task_complete'),
      message('user', 'other'),
    );
    expect(opened.index.preview(1)).toBe('user message: kept');
  });
});

describe('counts of tokens', () => {
  const count = (total: number, last: number) =>
    event('token_count', {
      info: {
        total_token_usage: { input_tokens: total, output_tokens: 0, total_tokens: total },
        last_token_usage: { input_tokens: last, output_tokens: 0, total_tokens: last },
      },
    });

  it('count once, and only where the total grows (trap 9)', async () => {
    const opened = await openRecords(
      message('assistant', 'one'),
      count(1000, 100),
      count(1000, 100),
      message('assistant', 'two'),
      count(1050, 50),
      event('token_count', { info: null }),
    );
    const { index } = opened;
    const tokens = [...Array(index.count).keys()].map((row) => index.tokens(row));
    expect(tokens.filter((told) => !Number.isNaN(told))).toEqual([100, 50]);
    expect((await bodyOf(opened, 'two')).usage).toMatchObject({ input: 50, total: 50 });
  });

  it('of a compaction are an estimate', async () => {
    const estimate = event('token_count', {
      info: {
        total_token_usage: { total_tokens: 9000 },
        last_token_usage: { input_tokens: 0, output_tokens: 0, total_tokens: 6056 },
      },
    });
    const { index } = await openRecords(message('assistant', 'one'), estimate);
    expect([...Array(index.count).keys()].every((row) => Number.isNaN(index.tokens(row)))).toBe(true);
  });
});

describe('damage', () => {
  it('to the first line leaves a session of the records that are whole', async () => {
    const text = rollout(HEADER, message('user', 'one')).slice(20);
    const opened = await openText(path.join(folders.user, 'a.jsonl'), text);
    expect(opened.problems.map(({ code }) => code)).toEqual(['damaged-line', 'header-missing']);
    expect(conversation(opened)).toEqual(['one']);
  });

  it('to a line whose ordinal the next one has again costs nothing but that line (trap 13)', async () => {
    const line = (ordinal: number, text: string) =>
      `${JSON.stringify({ timestamp: '2026-01-02T03:04:05.000Z', ordinal, type: 'response_item', payload: message('user', text)[1] })}\n`;
    const opened = await openText(
      path.join(folders.user, 'a.jsonl'),
      `${rollout(HEADER)}${line(1, 'one')}${line(2, 'torn').slice(0, 90)}\n${line(2, 'two')}${line(2, 'three')}`,
    );
    expect(conversation(opened)).toEqual(['one', 'two', 'three']);
    expect(opened.problems.map(({ code }) => code)).toEqual(['damaged-line']);
  });

  it('at the end of the file is a note', async () => {
    const text = rollout(HEADER, message('user', 'one'), message('assistant', 'two'));
    const opened = await openText(path.join(folders.user, 'a.jsonl'), text.slice(0, -30));
    expect(opened.problems.map(({ code }) => code)).toEqual(['torn-tail']);
  });

  it('between records on one line is told, and both are read', async () => {
    const text = rollout(HEADER, message('user', 'one'), message('assistant', 'two')).replace(
      /\n(?=.*two)/,
      '',
    );
    const opened = await openText(path.join(folders.user, 'a.jsonl'), text);
    expect(opened.problems.map(({ code }) => code)).toEqual(['glued-record']);
    expect(opened.index.count).toBe(3);
  });
});

it('keeps records of types that are not known, in their place', async () => {
  const opened = await openRecords(['type_of_a_later_release', { kept: true }], message('user', 'one'));
  expect(opened.entries[1]).toMatchObject({ kind: 'unknown' });
  expect(JSON.stringify((await bodyAt(opened.source, 1)).blocks)).toContain('kept');
});

it('keeps a line separator inside of a text', async () => {
  const opened = await openRecords(message('user', 'one\u2028two'));
  expect((await bodyAt(opened.source, 1)).blocks).toMatchObject([{ text: 'one\u2028two' }]);
});

it('knows a file whose first line is longer than what is looked at (trap 10)', async () => {
  const [type, payload] = HEADER;
  const long = [type, { ...payload, base_instructions: { text: 'x'.repeat(600_000) } }] as const;
  const opened = await openText(path.join(folders.user, 'a.jsonl'), rollout(long, message('user', 'one')));
  expect(opened.source.format).toBe('codex');
  expect((await opened.source.sessions()).sessions[0]).toMatchObject({ id: 'thread-1', title: 'one' });
});

it('is named by an event that names it, else by what was asked first', async () => {
  const named = await openRecords(
    message('user', 'one'),
    event('thread_name_updated', { thread_name: 'Boats' }),
  );
  expect((await named.source.sessions()).sessions[0]?.title).toBe('Boats');
});

describe('the name that Codex keeps apart', () => {
  const write = (rolloutFolder: string, ...lines: readonly string[]) => {
    const file = path.join(folders.user, rolloutFolder, 'rollout-a.jsonl');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(
      path.join(folders.user, 'session_index.jsonl'),
      lines.map((line) => `${line}\n`).join(''),
    );
    fs.writeFileSync(
      file,
      rollout(HEADER, message('user', 'one'), event('thread_name_updated', { thread_name: 'Boats' })),
    );
    return file;
  };
  const line = (id: string, name: string) => JSON.stringify({ id, thread_name: name, updated_at: '2026' });
  const titleOf = async (file: string) =>
    (await (await openLines(file)).source.sessions()).sessions[0]?.title;

  it.each(['sessions/2026/01/02', 'archived_sessions'])('is the title of a rollout in %s', async (folder) => {
    const file = write(
      folder,
      line('thread-1', 'First name'),
      line('thread-1', 'Last name'),
      'torn thread-1 {"id',
      line('thread-2', 'thread-1'),
    );
    expect(await titleOf(file)).toBe('Last name');
  });

  it('is that of the newest of its own databases where the index has none, read without a trace', async () => {
    const file = write('sessions/2026/01/02', line('thread-2', 'Of another'));
    const threads = (name: string) =>
      `CREATE TABLE threads (id TEXT PRIMARY KEY, rollout_path TEXT, title TEXT, name TEXT);
       INSERT INTO threads VALUES ('thread-1', 'x', 'a title', '${name}'), ('thread-2', 'y', '', NULL);`;
    writeDatabase(path.join(folders.user, 'state_9.sqlite'), threads('Of an older one'));
    writeDatabase(path.join(folders.user, 'state_10.sqlite'), threads('Stored name'));
    const before = snapshot(folders.user);
    expect(await titleOf(file)).toBe('Stored name');
    expect(snapshot(folders.user)).toEqual(before);
    // What is written later is seen, and the index comes first.
    fs.rmSync(path.join(folders.user, 'state_10.sqlite'));
    expect(await titleOf(file)).toBe('Of an older one');
    write('sessions/2026/01/02', line('thread-1', 'Indexed name'));
    expect(await titleOf(file)).toBe('Indexed name');
  });

  it('is none where the database is damaged, another, or behind a link', async () => {
    const file = write('archived_sessions');
    const database = path.join(folders.user, 'state_5.sqlite');
    fs.writeFileSync(database, 'SQLite format 3\0 and no more');
    expect(await titleOf(file)).toBe('Boats');
    fs.rmSync(database);
    writeDatabase(database, 'CREATE TABLE threads (id TEXT, name TEXT)');
    expect(await titleOf(file)).toBe('Boats');
    fs.renameSync(database, path.join(folders.user, 'elsewhere'));
    fs.symlinkSync(path.join(folders.user, 'elsewhere'), database);
    expect(await titleOf(file)).toBe('Boats');
  });

  it('is not looked for outside of its folders, nor behind a link', async () => {
    const elsewhere = write('mailed/here', line('thread-1', 'Name'));
    expect(await titleOf(elsewhere)).toBe('Boats');
    const file = write('archived_sessions', line('thread-1', 'Name'));
    const index = path.join(folders.user, 'session_index.jsonl');
    fs.renameSync(index, path.join(folders.user, 'other.jsonl'));
    fs.symlinkSync(path.join(folders.user, 'other.jsonl'), index);
    expect(await titleOf(file)).toBe('Boats');
  });
});
