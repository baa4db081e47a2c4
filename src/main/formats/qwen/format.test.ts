import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAG } from '../../../shared/model/heads';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { type OpenedLines, openLines, openText } from '../test-support/open-lines';

const SAMPLE = path.join(import.meta.dirname, 'samples', 'session.jsonl');
const SESSION = '9d8c7b6a-0000-4000-8000-0000000000cc';

let folders: TestFolders;
let file: string;
beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'x.jsonl');
});
afterEach(() => folders.remove());

const open = (...lines: string[]) => openText(file, `${lines.join('\n')}\n`);
const record = (type: string, uuid: string, parentUuid: string | null, fields: object = {}) =>
  JSON.stringify({
    ...{ uuid, parentUuid, sessionId: SESSION, timestamp: '2026-10-05T05:00:00.000Z', type },
    ...{ cwd: '/home/mira', version: '0.18.0', ...fields },
  });
const said = (role: string, ...parts: object[]) => ({ message: { role, parts } });
const user = (uuid: string, parent: string | null, fields: object = {}) =>
  record('user', uuid, parent, { ...said('user', { text: uuid }), ...fields });
const answer = (uuid: string, parent: string | null, fields: object = {}) =>
  record('assistant', uuid, parent, { ...said('model', { text: uuid }), ...fields });
const note = (subtype: string, uuid: string, parent: string | null, systemPayload: object) =>
  record('system', uuid, parent, { subtype, systemPayload });
const result = (uuid: string, parent: string | null, response: object, toolCallResult: object = {}) =>
  record('tool_result', uuid, parent, {
    ...said('user', { functionResponse: { id: 'c', name: 'edit', response } }),
    toolCallResult: { callId: 'c', status: 'success', ...toolCallResult },
  });
const call = (uuid: string, parent: string | null) =>
  answer(uuid, parent, said('model', { functionCall: { id: 'c', name: 'edit', args: {} } }));

const kinds = ({ entries }: OpenedLines) => entries.map(({ kind }) => kind);
const titleOf = async ({ source }: OpenedLines) => (await source.sessions()).sessions[0]?.title;
const parentOf = ({ entries }: OpenedLines, id: string) => entries.find((entry) => entry.id === id)?.parent;
async function bodyOf({ source, entries }: OpenedLines, id: string) {
  const session = (await source.sessions()).sessions[0];
  const row = entries.findIndex((entry) => entry.id === id);
  const bodies = await source.bodies(session?.id ?? '', [row], { maxChars: 10_000, maxImageChars: 10_000 });
  const body = bodies.ok ? bodies.value[0] : undefined;
  if (body === undefined) throw new Error(`No entry ${id}`);
  return body;
}

describe('the sample session of Qwen Code', () => {
  it('has five records, its title and the last message as its leaf', async () => {
    const opened = await openLines(SAMPLE);
    expect(opened.source.format).toBe('qwen');
    expect((await opened.source.sessions()).sessions).toMatchObject([
      { id: SESSION, title: 'Hive count', entryCount: 5, storedLeaf: 'q-04' },
    ]);
    expect(kinds(opened)).toEqual(['user', 'assistant', 'tool_result', 'assistant', 'session_info']);
    expect(opened.leaf).toBe('q-04');
    expect(opened.problems).toEqual([]);
    expect(opened.source.facts()).toContainEqual({ name: 'Folder', value: '/home/mira/bee-yard' });
  });

  it('pairs the result with its call, and names the tool', async () => {
    const { index } = await openLines(SAMPLE);
    expect(index.callRow(2)).toBe(1);
    expect(index.preview(2)).toBe('a b c');
    expect((index.flags[1] ?? 0) & FLAG.thinking).not.toBe(0);
  });

  it('shows thinking, calls and what the program showed of a result', async () => {
    const opened = await openLines(SAMPLE);
    expect((await bodyOf(opened, 'q-02')).blocks).toMatchObject([
      { type: 'thinking', text: 'I will count.' },
      { type: 'tool_call', callId: 'call_bee_1', name: 'list_directory' },
    ]);
    expect((await bodyOf(opened, 'q-03')).blocks).toMatchObject([
      { type: 'tool_result', callId: 'call_bee_1', isError: false },
      { type: 'text', text: 'a b c' },
      { type: 'raw', label: 'shown as', text: '"3 items"' },
    ]);
  });

  it('counts input without the cache, and thoughts once', async () => {
    const opened = await openLines(SAMPLE);
    expect((await bodyOf(opened, 'q-04')).usage).toMatchObject({ input: 30, output: 4, cacheRead: 200 });
    // 218 in all are 200 and 18: the 6 of the thoughts are among them.
    expect((await bodyOf(opened, 'q-02')).usage).toMatchObject({ output: 18, total: 218 });
    expect(opened.index.tokens(1)).toBe(218);
  });

  it('is opened without a change to the file or its folder', async () => {
    fs.copyFileSync(SAMPLE, file);
    const before = snapshot(folders.user);
    await openLines(file);
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('what is a session of Qwen Code', () => {
  const formatOf = (line: string) => {
    fs.writeFileSync(file, line);
    const detected = detectTextFormat(file);
    return detected.ok ? (detected.value?.id ?? null) : null;
  };

  it('is told from one of Claude Code by its messages and its notes', () => {
    expect(formatOf(user('a', null))).toBe('qwen');
    expect(formatOf(note('session_model', 'a', null, { modelId: 'm' }))).toBe('qwen');
    expect(formatOf(user('a', null, { message: { role: 'user', content: 'a' } }))).toBe('claude-code');
    expect(formatOf(record('system', 'a', null, { subtype: 'compact_boundary', isSidechain: false }))).toBe(
      'claude-code',
    );
  });

  it('is not taken for one of Claude Code where a record is damaged', () => {
    expect(formatOf(record('later', 'a', null, said('model', { text: 'x' })).slice(0, -4))).toBeNull();
    expect(formatOf(record('user', 'a', null, { message: { role: 'user', pa_ts: [] } }))).toBeNull();
  });

  it('is known by a first record that is longer than what is looked at', () => {
    expect(formatOf(user('a', null, said('user', { text: 'x'.repeat(300_000) })))).toBe('qwen');
  });
});

describe('the tree of a session of Qwen Code', () => {
  it('goes on from what a rewind kept, beside what it took back', async () => {
    const opened = await open(
      ...[user('a', null), answer('b', 'a'), user('c', 'b'), answer('d', 'c')],
      ...[note('rewind', 'r', 'b', { truncatedCount: 2 }), user('e', 'r')],
    );
    expect(parentOf(opened, 'c')).toBe('b');
    expect(parentOf(opened, 'r')).toBe('b');
    expect(kinds(opened)[4]).toBe('leaf_move');
    expect(opened.leaf).toBe('e');
  });

  it('stands at what a rewind kept where nothing follows but notes', async () => {
    const lines = [user('a', null), answer('b', 'a'), user('c', 'b'), note('rewind', 'r', 'b', {})];
    expect((await open(...lines, note('ui_telemetry', 't', 'r', {}))).leaf).toBe('b');
    expect((await open(...lines.slice(0, 3), note('rewind', 'r', null, {}))).leaf).toBeNull();
  });

  it('has the messages that /branch copied, and says where they come from', async () => {
    const forkedFrom = { sessionId: 'earlier', messageUuid: 'a' };
    const opened = await open(user('a', null, { forkedFrom }), answer('b', 'a', { forkedFrom }));
    expect(opened.source.facts()).toContainEqual({ name: 'Forked from', value: 'earlier' });
    expect((await bodyOf(opened, 'a')).facts).toContainEqual({ name: 'Forked from entry', value: 'a' });
  });

  it('has an island where a part of the history is lost', async () => {
    const opened = await open(user('a', null), user('c', 'b'));
    expect(opened.problems.map(({ code }) => code)).toEqual(['dangling-parent', 'islands']);
    expect(opened.leaf).toBe('c');
  });

  it('takes a record written twice for one entry', async () => {
    const opened = await open(user('a', null), answer('b', 'a'), answer('b', 'a'));
    expect(opened.entries).toHaveLength(2);
    expect(opened.problems).toMatchObject([{ code: 'written-again', entryId: 'b' }]);
  });

  it('recovers records that were glued together', async () => {
    const opened = await openText(file, `${user('a', null)}\n${answer('b', 'a')}${user('c', 'b')}\n`);
    expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(opened.problems).toMatchObject([{ code: 'glued-record', entryId: 'c' }]);
  });

  it('of a torn file has what is whole', async () => {
    const opened = await openText(file, `${user('a', null)}\n${answer('b', 'a').slice(0, 60)}`);
    expect(opened.problems).toMatchObject([{ code: 'torn-tail' }]);
    expect(opened.leaf).toBe('a');
  });

  it('leaves a side chain aside, unless there is nothing else', async () => {
    const side = { isSidechain: true, agentId: 'explore-7' };
    const launched = { ...side, subtype: 'agent_launch_prompt' };
    expect((await open(user('a', null), answer('b', 'a', side))).leaf).toBe('a');
    const alone = await open(user('a', null, launched), answer('b', 'a', side));
    expect(alone.leaf).toBe('b');
    expect((await alone.source.sessions()).sessions[0]).toMatchObject({ id: 'explore-7', title: 'a' });
  });
});

describe('records of Qwen Code', () => {
  it('in the role of the user are the human’s by subtype and provenance', async () => {
    const fields = [
      {},
      { provenance: 'real_user' },
      { subtype: 'mid_turn_user_message' },
      { provenance: 'goal_control' },
      { subtype: 'notification' },
      { subtype: 'cron' },
      { subtype: 'goal_runtime' },
    ];
    const lines = fields.map((each, at) => user(`u${at}`, at === 0 ? null : `u${at - 1}`, each));
    const opened = await open(...lines);
    expect(kinds(opened)).toEqual([
      ...['user', 'user', 'user'],
      ...['custom_message', 'custom_message', 'custom_message', 'custom_message'],
    ]);
  });

  it('give the last title, however often the notes come again', async () => {
    const titled = (uuid: string, customTitle: string) =>
      note('custom_title', uuid, 'a', { customTitle, titleSource: 'auto' });
    const lines = [user('a', null), titled('t', 'One'), titled('u', 'Two')];
    expect(await titleOf(await open(...lines))).toBe('Two');
    expect(await titleOf(await open(...lines, titled('v', '')))).toBe('a');
  });

  it('of a compression show the history that was kept', async () => {
    const opened = await open(
      ...[user('a', null), answer('b', 'a')],
      note('chat_compression', 'k', 'b', {
        info: { originalTokenCount: 9000, newTokenCount: 300 },
        compressedHistory: [
          { role: 'user', parts: [{ text: 'So far: hives.' }] },
          { role: 'model', parts: [{ functionCall: { id: 'c', name: 'edit', args: {} } }] },
        ],
      }),
    );
    expect(kinds(opened)[2]).toBe('compaction');
    expect(opened.index.preview(2)).toBe('So far: hives.');
    const body = await bodyOf(opened, 'k');
    expect(body.blocks).toMatchObject([
      { type: 'text', text: 'So far: hives.' },
      { type: 'raw', label: 'kept part' },
    ]);
    expect(body.facts).toContainEqual({ name: 'Tokens before', value: '9000' });
    expect(opened.problems).toEqual([]);
  });

  it('of a failed call are errors, by the response or by the status', async () => {
    const byResponse = await open(call('a', null), result('b', 'a', { error: 'No such text.' }));
    expect((byResponse.index.flags[1] ?? 0) & FLAG.error).not.toBe(0);
    expect((await bodyOf(byResponse, 'b')).blocks).toMatchObject([
      { type: 'tool_result', isError: true },
      { type: 'text', text: 'No such text.' },
    ]);
    const byStatus = await open(call('a', null), result('b', 'a', { output: 'x' }, { status: 'error' }));
    expect((byStatus.index.flags[1] ?? 0) & FLAG.error).not.toBe(0);
    expect((await bodyOf(byStatus, 'b')).blocks[0]).toMatchObject({ isError: true });
  });

  it('say where the agent has shortened a diff', async () => {
    const resultDisplay = { fileDiff: '-a\n+b', fileName: 'a.txt', truncatedForSession: true };
    const opened = await open(call('a', null), result('b', 'a', { output: 'ok' }, { resultDisplay }));
    const body = await bodyOf(opened, 'b');
    expect(body.facts).toContainEqual({ name: 'Diff', value: 'shortened by the agent' });
    expect(body.blocks.at(-1)).toMatchObject({ type: 'raw', label: 'details' });
  });

  it('show images that stand in a message or beside a result', async () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
    const response = {
      functionResponse: { id: 'c', name: 'edit', response: { output: '' }, parts: [image] },
    };
    const opened = await open(
      ...[user('a', null, said('user', image)), call('b', 'a')],
      record('tool_result', 'd', 'b', said('user', response)),
    );
    expect((opened.index.flags[0] ?? 0) & FLAG.image).not.toBe(0);
    expect((opened.index.flags[2] ?? 0) & FLAG.image).not.toBe(0);
    expect((await bodyOf(opened, 'd')).blocks).toMatchObject([{ type: 'tool_result' }, { type: 'image' }]);
  });

  it('of later releases are kept whole, in their place', async () => {
    const opened = await open(
      ...[user('a', null), record('hum', 'b', 'a', { tone: 'low' })],
      note('from_later', 'c', 'b', { x: 1 }),
    );
    expect(kinds(opened)).toEqual(['user', 'unknown', 'meta']);
    expect(JSON.stringify((await bodyOf(opened, 'b')).blocks)).toContain('low');
    expect(JSON.stringify((await bodyOf(opened, 'c')).blocks)).toContain('systemPayload');
    expect(opened.leaf).toBe('a');
  });
});
