import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { readSession } from '../test-support/read-session';
import { openJson, PARENT, sampleJson, writeStorage } from './test-support/opencode-files';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

const file = (name: string) => path.join(folders.user, 'storage', name);
const write = (files: Readonly<Record<string, object | string>>) =>
  writeStorage(path.join(folders.user, 'storage'), files);

const SESSION_FILE = `session/global/${PARENT}.json`;
const MESSAGE_FILE = `message/${PARENT}/msg_inv02.json`;
const PART_FILE = 'part/msg_inv02/prt_inv05.json';
const SAMPLE = () => ({
  [SESSION_FILE]: sampleJson('session'),
  [MESSAGE_FILE]: sampleJson('message'),
  [PART_FILE]: sampleJson('part'),
});

const session = (id: string, more: object = {}) => ({
  ...{ id, version: '0.15.0', projectID: 'p', directory: '/shop', title: `Title of ${id}` },
  ...{ time: { created: 1000, updated: 2000 }, ...more },
});
const user = (sessionID: string, created: number, more: object = {}) => ({
  ...{ sessionID, role: 'user', time: { created }, ...more },
});
const text = (messageID: string, words: string) => ({ messageID, sessionID: 's', type: 'text', text: words });

describe('the sample', () => {
  it.each([
    ['session', SESSION_FILE],
    ['message', MESSAGE_FILE],
    ['part', PART_FILE],
  ])('opens as one session by the file of its %s', async (_, name) => {
    write(SAMPLE());
    const { source } = await openJson(file(name));
    expect(source.sessions()).toMatchObject({
      total: 1,
      problems: [],
      sessions: [{ id: PARENT, title: 'Wind the clock', entryCount: 2, storedLeaf: 'msg_inv02' }],
    });
    const read = await readSession(source, PARENT);
    expect(read.entries).toEqual([
      [PARENT, null, 'session_info'],
      ['msg_inv02', PARENT, 'assistant'],
    ]);
    expect(read.blocks('msg_inv02')).toMatchObject([
      { type: 'tool_call', name: 'bash', argumentsText: { text: '{"command":"turn key"}' } },
      { type: 'tool_result', isError: false },
      { type: 'text', text: 'click\n' },
      { type: 'raw', label: 'details' },
    ]);
    expect(read.body('msg_inv02')).toMatchObject({
      timestamp: '2025-10-09T08:53:22.000Z',
      place: 'msg_inv02.json, prt_inv05.json',
      usage: { input: 90, output: 20, cacheRead: 10, cacheWrite: 0, total: 120, cost: 0.0021 },
    });
    // The message that it answers is none of the sample.
    expect(read.problems).toEqual(['answered-message-missing msg_inv02']);
    expect(source.schemaChecks()).toMatchObject([{ id: 'storage-files', verdict: 'ok' }]);
  });

  it.each(['session', 'message', 'part'] as const)('tells what a file of a %s alone is', async (role) => {
    write({ 'mailed.json': sampleJson(role) });
    const { source } = await openJson(file('mailed.json'));
    const id = source.sessions().sessions[0]?.id ?? '';
    expect(id).toBe(PARENT);
    const { entries, problems } = await readSession(source, id);
    expect(entries).toHaveLength(1);
    expect(problems).toContain('lone-file');
    expect(source.schemaChecks()).toMatchObject([{ verdict: 'warning' }]);
  });

  it('is read without a trace', async () => {
    write(SAMPLE());
    const folder = (name: string) => path.dirname(file(name));
    const look = () => [SESSION_FILE, MESSAGE_FILE, PART_FILE].flatMap((name) => snapshot(folder(name)));
    const before = look();
    const { source } = await openJson(file(SESSION_FILE));
    (await readSession(source, PARENT)).body('msg_inv02');
    expect(look()).toEqual(before);
  });
});

describe('the traps of the format', () => {
  it('1: says where the same session may have gone on in the database', async () => {
    write({ ...SAMPLE(), '../opencode.db': 'a database' });
    const { source } = await openJson(file(SESSION_FILE));
    expect((await readSession(source, PARENT)).problems).toContain('also-in-database');
  });

  it('2: takes ids from the names of the files, which older ones have nowhere else', async () => {
    write({
      'session/p/ses_a.json': session('ses_a'),
      'message/ses_a/msg_1.json': user('ses_a', 1),
      'part/msg_1/prt_1.json': { messageID: 'msg_1', type: 'text', text: 'hello' },
    });
    const { source } = await openJson(file('part/msg_1/prt_1.json'));
    const read = await readSession(source, 'ses_a');
    expect([read.entries[1], read.problems]).toEqual([['msg_1', 'ses_a', 'user'], []]);
    expect(read.blocks('msg_1')).toMatchObject([{ text: 'hello' }]);
  });

  it('8: puts parts in the order of their ids, and messages in that of their times', async () => {
    write({
      'session/p/ses_a.json': session('ses_a'),
      'message/ses_a/msg_1.json': user('ses_a', 20),
      'message/ses_a/msg_2.json': user('ses_a', 10),
      'message/ses_a/msg_3.json': user('ses_a', 20),
      'part/msg_1/prt_2.json': text('msg_1', 'later'),
      'part/msg_1/prt_1.json': text('msg_1', 'first'),
    });
    const read = await readSession((await openJson(file('session/p/ses_a.json'))).source, 'ses_a');
    expect(read.entries.map(([id]) => id)).toEqual(['ses_a', 'msg_2', 'msg_1', 'msg_3']);
    expect(read.blocks('msg_1')).toMatchObject([{ text: 'first' }, { text: 'later' }]);
  });
});

it('opens with a session those that it started, and those that they started', async () => {
  write({
    'session/p/ses_a.json': session('ses_a', { time: { created: 1, updated: 10 } }),
    'session/p/ses_b.json': session('ses_b', { parentID: 'ses_a', time: { created: 2, updated: 30 } }),
    'session/p/ses_c.json': session('ses_c', { parentID: 'ses_b' }),
    'session/p/ses_other.json': session('ses_other'),
    'message/ses_b/msg_1.json': user('ses_b', 1),
    'message/ses_a/msg_1.json': user('ses_a', 1),
    'part/msg_1/prt_1.json': {
      ...{ messageID: 'msg_1', type: 'tool', tool: 'task', callID: 'c' },
      state: { status: 'completed', input: {}, output: '', metadata: { sessionId: 'ses_b' } },
    },
  });
  const { source } = await openJson(file('session/p/ses_a.json'));
  const { sessions } = source.sessions();
  expect(sessions.map(({ id, recency }) => [id, recency])).toEqual([
    ['ses_a', 0],
    ['ses_b', 2],
    ['ses_c', 1],
  ]);
  expect(source.facts()).toContainEqual({ name: 'Sub-agents', value: '2' });
  const child = await openJson(file('session/p/ses_c.json'));
  expect(child.source.facts()).toContainEqual({ name: 'Sub-agent', value: 'of session ses_b' });
  expect((await readSession(source, 'ses_a')).blocks('msg_1')[0]).toMatchObject({ startedSession: 'ses_b' });
  expect((await readSession(source, 'ses_b')).body('ses_b').facts).toContainEqual({
    name: 'Started by session',
    value: 'ses_a',
  });
});

it('reads the folders of the first releases', async () => {
  const root = 'project/shop/storage/session';
  write({
    [`${root}/info/ses_a.json`]: session('ses_a'),
    [`${root}/message/ses_a/msg_1.json`]: user('ses_a', 1),
    [`${root}/part/ses_a/msg_1/prt_1.json`]: text('msg_1', 'hello'),
  });
  for (const name of ['info/ses_a.json', 'message/ses_a/msg_1.json', 'part/ses_a/msg_1/prt_1.json']) {
    const { source } = await openJson(file(`${root}/${name}`));
    const read = await readSession(source, 'ses_a');
    expect([name, read.problems, read.index.preview(1)]).toEqual([name, [], 'hello']);
  }
});

it('finds a session that was started since another of its project was opened', async () => {
  write({ 'session/p/ses_a.json': session('ses_a') });
  expect((await openJson(file('session/p/ses_a.json'))).source.sessions().total).toBe(1);
  write({ 'session/p/ses_b.json': session('ses_b', { parentID: 'ses_a' }) });
  expect((await openJson(file('session/p/ses_a.json'))).source.sessions().total).toBe(2);
});

describe('storage with something wrong', () => {
  it('half-written files are shown as they are, the others are read', async () => {
    write({
      'session/p/ses_a.json': session('ses_a'),
      'message/ses_a/msg_1.json': user('ses_a', 1),
      'message/ses_a/msg_2.json': '{\n  "role": "assistant",\n  "ti',
      'part/msg_1/prt_1.json': '{\n  "type": "te',
      'part/msg_1/prt_2.json': text('msg_1', 'whole'),
      'part/msg_1/prt_3.json': '',
    });
    const read = await readSession((await openJson(file('session/p/ses_a.json'))).source, 'ses_a');
    expect(read.problems).toEqual(['record-damaged msg_1', 'record-damaged msg_1', 'record-damaged msg_2']);
    expect(read.index.problems[0]?.message).toContain('(prt_1.json)');
    expect(read.blocks('msg_1')).toMatchObject([
      { type: 'raw', text: '{\n  "type": "te' },
      { type: 'text', text: 'whole' },
      { type: 'raw', text: '' },
    ]);
    expect(read.entries[2]).toEqual(['msg_2', 'msg_1', 'unknown']);
  });

  it('messages without their session, and a part without its message', async () => {
    write({
      'message/ses_a/msg_1.json': user('ses_a', 1),
      'part/msg_2/prt_1.json': { ...text('msg_2', 'alone'), sessionID: 'ses_a' },
    });
    const { source } = await openJson(file('part/msg_2/prt_1.json'));
    const read = await readSession(source, 'ses_a');
    expect(read.entries).toEqual([
      ['msg_1', null, 'user'],
      ['msg_2', 'broken', 'unknown'],
    ]);
    expect(read.problems).toEqual(['parts-missing msg_1', 'message-missing msg_2', 'session-record-missing']);
  });

  it('sessions that started each other', async () => {
    write({
      'session/p/ses_a.json': session('ses_a', { parentID: 'ses_b' }),
      'session/p/ses_b.json': session('ses_b', { parentID: 'ses_a' }),
    });
    const { source } = await openJson(file('session/p/ses_a.json'));
    expect(source.sessions().sessions.map(({ id }) => id)).toEqual(['ses_a', 'ses_b']);
    expect((await readSession(source, 'ses_b')).problems).toEqual(['session-parent-cycle']);
  });

  it('ids and links that lead elsewhere are not followed', async () => {
    write({
      'part/msg_1/prt_1.json': { messageID: 'msg_1', sessionID: '../../outside', type: 'text', text: 'x' },
      '../outside/msg_9.json': user('x', 1),
      'elsewhere/prt_1.json': text('msg_2', 'secret'),
      'session/p/ses_a.json': session('ses_a'),
      'message/ses_a/msg_2.json': user('ses_a', 1),
    });
    fs.symlinkSync(file('elsewhere'), file('part/msg_2'));
    fs.symlinkSync(file('message/ses_a/msg_2.json'), file('message/ses_a/msg_3.json'));
    const lone = await openJson(file('part/msg_1/prt_1.json'));
    const read = await readSession(lone.source, '../../outside');
    expect([read.entries.length, read.problems]).toEqual([1, ['message-missing msg_1', 'lone-file']]);
    const { entries } = await readSession((await openJson(file('session/p/ses_a.json'))).source, 'ses_a');
    expect(entries.map(([id]) => id)).toEqual(['ses_a', 'msg_2']);
  });

  it('a part of megabytes comes in slices', async () => {
    write({ ...SAMPLE(), 'part/msg_inv02/prt_inv06.json': text('msg_inv02', 'y'.repeat(5_000_000)) });
    const { source } = await openJson(file(SESSION_FILE));
    const read = await readSession(source, PARENT);
    expect(read.blocks('msg_inv02').at(-1)).toMatchObject({ type: 'text', totalChars: 5_000_000 });
    expect(source.text(PARENT, 1, 4, 4_999_998, 10)).toMatchObject({ value: { text: 'yy' } });
  });

  it('a file that goes while it is read is said to be gone', async () => {
    write(SAMPLE());
    const { source } = await openJson(file(SESSION_FILE));
    await readSession(source, PARENT);
    fs.rmSync(file(PART_FILE));
    const bodies = source.bodies(PARENT, [1], { maxChars: 10, maxImageChars: 10 });
    expect(bodies.ok && bodies.value[0]?.problems).toEqual([expect.stringContaining('no longer')]);
  });
});

it('notices a new message, a new part and what is written to the last ones', async () => {
  write(SAMPLE());
  const open = async () => (await openJson(file(SESSION_FILE))).hasChanged;
  const changed = async (name: string, content: object) => {
    const hasChanged = await open();
    const before = hasChanged();
    write({ [name]: content });
    return [before, hasChanged()];
  };
  expect(await changed('part/msg_inv02/prt_inv06.json', text('msg_inv02', 'more'))).toEqual([false, true]);
  expect(await changed('part/msg_inv02/prt_inv06.json', text('msg_inv02', 'more words'))).toEqual([
    false,
    true,
  ]);
  expect(await changed(`message/${PARENT}/msg_inv03.json`, user(PARENT, 5))).toEqual([false, true]);
});

it('other documents are none of OpenCode', () => {
  for (const other of [
    {},
    { role: 'user', content: 'x' },
    { sessionID: 'ses_a', id: 'x' },
    { id: 'ses_a', title: 't' },
    { messageID: 'm' },
    session('not-its-prefix'),
  ]) {
    write({ 'other.json': other });
    expect(detectTextFormat(file('other.json'))).toEqual({ ok: true, value: null });
  }
});
