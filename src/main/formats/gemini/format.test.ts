import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FLAG } from '../../../shared/model/heads';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { type OpenedLines, openLines, openText } from '../test-support/open-lines';

const SAMPLE = path.join(import.meta.dirname, 'samples', 'session.jsonl');
const TIME = '2026-08-10T06:00:00.000Z';
const SESSION = '3c2b1a09-0000-4000-8000-0000000000aa';

let folders: TestFolders;
let file: string;
beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'x.jsonl');
});
afterEach(() => folders.remove());

const METADATA = JSON.stringify({ sessionId: SESSION, projectHash: 'p', startTime: TIME, lastUpdated: TIME });
const message = (type: string, id: string, fields: object = {}) =>
  JSON.stringify({ id, timestamp: TIME, type, content: id, ...fields });
const user = (id: string) => message('user', id);
const answer = (id: string, fields: object = {}) => message('gemini', id, fields);
const rewind = (id: string) => JSON.stringify({ $rewindTo: id });
const set = (fields: object) => JSON.stringify({ $set: fields });
const open = (...lines: string[]) => openText(file, `${[METADATA, ...lines].join('\n')}\n`);

const named = (ids: readonly string[]) => ids.filter((id) => !id.startsWith('byte'));
function pathOf({ entries, leaf }: OpenedLines): string[] {
  const parents = new Map(entries.map(({ id, parent }) => [id, parent]));
  const ids: string[] = [];
  for (let at: string | null | undefined = leaf; at; at = parents.get(at)) ids.unshift(at);
  return named(ids);
}
async function bodyOf({ source, entries }: OpenedLines, id: string) {
  const session = (await source.sessions()).sessions[0];
  const row = entries.findIndex((entry) => entry.id === id);
  const bodies = await source.bodies(session?.id ?? '', [row], { maxChars: 10_000, maxImageChars: 10_000 });
  const body = bodies.ok ? bodies.value[0] : undefined;
  if (body === undefined) throw new Error(`No entry ${id}`);
  return body;
}
const titleOf = async ({ source }: OpenedLines) => (await source.sessions()).sessions[0]?.title;

describe('the sample chat of Gemini CLI', () => {
  it('shows six messages, and the summary as its title', async () => {
    const opened = await openLines(SAMPLE);
    expect(opened.source.format).toBe('gemini');
    expect((await opened.source.sessions()).sessions).toMatchObject([
      { id: SESSION, title: 'Identify a seed and its sowing month', storedLeaf: 'g-007' },
    ]);
    expect(pathOf(opened)).toEqual(['g-001', 'g-002', 'g-003', 'g-005', 'g-006', 'g-007']);
    expect(opened.problems).toEqual([]);
  });

  it('has what was taken back as a branch of its own', async () => {
    const opened = await openLines(SAMPLE);
    const parentOf = (id: string) => opened.entries.find((entry) => entry.id === id)?.parent;
    expect(parentOf('g-004')).toBe('g-003');
    const rewound = opened.entries.find(({ kind }) => kind === 'leaf_move');
    expect(rewound?.parent).toBe('g-003');
    expect(parentOf('g-005')).toBe(rewound?.id);
  });

  it('has the second version of a message in its place, with its tokens and its call (traps 1 and 4)', async () => {
    const opened = await openLines(SAMPLE);
    const row = opened.entries.findIndex(({ id }) => id === 'g-002');
    expect(opened.index.tokens(row)).toBe(332);
    expect(opened.index.toolNames(row)).toBe('read_file');
    const body = await bodyOf(opened, 'g-002');
    expect(body.blocks).toMatchObject([
      { type: 'thinking', text: 'Seed\n\nCompare with the list' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_call', callId: 'read_file-1', name: 'read_file' },
      { type: 'tool_result', callId: 'read_file-1', isError: false },
      { type: 'text', text: 'bean, pea' },
    ]);
    expect(body.place).toMatch(/^line 4 .*, line 5 /);
    // Thoughts are counted beside the output: 332 are 300, 12 and 20.
    expect(body.usage).toMatchObject({ input: 300, output: 32, cacheRead: 0, total: 332 });
  });

  it('shows images, and counts input without the cache', async () => {
    const opened = await openLines(SAMPLE);
    expect((opened.index.flags[0] ?? 0) & FLAG.image).not.toBe(0);
    expect((await bodyOf(opened, 'g-001')).blocks).toMatchObject([
      { type: 'text' },
      { type: 'image', mediaType: 'image/png' },
    ]);
    expect((await bodyOf(opened, 'g-003')).usage).toMatchObject({ input: 40, output: 4, cacheRead: 300 });
  });

  it('is opened without a change to the file or its folder', async () => {
    fs.copyFileSync(SAMPLE, file);
    const before = snapshot(folders.user);
    await openLines(file);
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('a chat of Gemini CLI', () => {
  it('whose first user text is all it has is called by that', async () => {
    expect(await titleOf(await open(user('a'), answer('b')))).toBe('a');
  });

  it('begins anew at a rewind to a message that is not there (trap 3)', async () => {
    const opened = await open(user('a'), answer('b'), rewind('gone'), user('c'));
    expect(pathOf(opened)).toEqual(['c']);
    expect(opened.entries.filter(({ parent }) => parent === null)).toHaveLength(2);
    expect(opened.problems).toEqual([]);
  });

  it('cannot go back to a message that was taken back already', async () => {
    const opened = await open(user('a'), answer('b'), rewind('b'), rewind('b'), user('c'));
    expect(pathOf(opened)).toEqual(['c']);
  });

  it('stands at what a rewind kept, or at nothing', async () => {
    expect((await open(user('a'), answer('b'), rewind('b'))).leaf).toBe('a');
    expect((await open(user('a'), answer('b'), rewind('a'))).leaf).toBeNull();
  });

  it('goes on from the messages that an update put in place of all (trap 2)', async () => {
    const messages = [{ id: 's', timestamp: TIME, type: 'user', content: 'So far: beans.' }];
    const opened = await open(user('a'), answer('b'), set({ messages }), user('c'));
    const kept = opened.entries.find(({ kind }) => kind === 'compaction');
    expect(kept?.parent).toBe('b');
    expect(opened.entries.find(({ id }) => id === 'c')?.parent).toBe(kept?.id);
    expect((await bodyOf(opened, kept?.id ?? '')).blocks).toMatchObject([
      { type: 'text', text: 'So far: beans.' },
    ]);
    // One of them cannot be taken back alone, and what came before them is not there any more.
    expect((await open(user('a'), set({ messages }), user('c'), rewind('s'))).leaf).toMatch(/^byte/);
    expect((await open(user('a'), set({ messages }), user('c'), rewind('a'))).leaf).toBeNull();
  });

  it('decides what a record is in the order of the program', async () => {
    const opened = await open(
      JSON.stringify({ $set: { summary: 'x' }, id: 'a', timestamp: TIME, type: 'user', content: 'a' }),
      JSON.stringify({ $rewindTo: 'a', id: 'b', timestamp: TIME, type: 'user', content: 'b' }),
    );
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['user', 'leaf_move']);
  });

  it('keeps a message in its place that is written again much later', async () => {
    const later = Array.from({ length: 600 }, (_, at) => user(`m${at}`));
    const opened = await open(answer('b', { tokens: null }), ...later, answer('b', { content: 'late' }));
    expect(pathOf(opened)[0]).toBe('b');
    expect((await bodyOf(opened, 'b')).blocks).toMatchObject([{ text: 'late' }]);
    expect(opened.problems).toMatchObject([{ code: 'written-anew', entryId: 'b' }]);
    expect(opened.leaf).toBe('m599');
  });

  it('has calls that are running, and calls that failed', async () => {
    const call = (id: string, fields: object) => ({ id, name: 'replace', args: {}, ...fields });
    const result = [{ functionResponse: { id: 'y', name: 'replace', response: { error: 'No such text.' } } }];
    const toolCalls = [call('x', { status: 'executing' }), call('y', { status: 'error', result })];
    const opened = await open(user('a'), answer('b', { toolCalls }));
    expect(opened.problems).toMatchObject([{ code: 'call-pending', entryId: 'b' }]);
    expect((opened.index.flags[1] ?? 0) & FLAG.error).not.toBe(0);
    expect((await bodyOf(opened, 'b')).blocks).toMatchObject([
      { type: 'text' },
      { type: 'tool_call', callId: 'x' },
      { type: 'tool_call', callId: 'y' },
      { type: 'tool_result', callId: 'y', isError: true },
      { type: 'text', text: 'No such text.' },
    ]);
  });

  it('keeps line separators inside a text', async () => {
    const opened = await open(message('user', 'a', { content: 'one\u2028two' }));
    expect(opened.problems).toEqual([]);
    expect((await bodyOf(opened, 'a')).blocks).toMatchObject([{ text: 'one\u2028two' }]);
  });

  it('of a torn file has what is whole', async () => {
    const opened = await openText(file, `${[METADATA, user('a')].join('\n')}\n${answer('b').slice(0, 40)}`);
    expect(opened.problems).toMatchObject([{ code: 'torn-tail' }]);
    expect(opened.leaf).toBe('a');
  });

  it('without its metadata is read all the same', async () => {
    const opened = await openText(file, `${[user('a'), answer('b')].join('\n')}\n`);
    expect(opened.source.format).toBe('gemini');
    expect(opened.problems).toMatchObject([{ code: 'header-missing' }]);
  });

  it('keeps types of later releases whole, in their place', async () => {
    const opened = await open(user('a'), message('hum', 'b', { tone: 'low' }), JSON.stringify({ hum: 1 }));
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['user', 'unknown', 'unknown']);
    expect(JSON.stringify((await bodyOf(opened, 'b')).blocks)).toContain('low');
  });

  it('is not taken for a session of another agent', () => {
    const other = { sessionId: SESSION, uuid: 'a', parentUuid: null, projectHash: 'p', type: 'x' };
    fs.writeFileSync(file, `${JSON.stringify(other)}\n`);
    const detected = detectTextFormat(file);
    expect(detected.ok && detected.value?.id).not.toBe('gemini');
  });
});

describe('a chat of one document', () => {
  const LEGACY = path.join(import.meta.dirname, 'samples', 'legacy.json');

  it('has its messages in their order, and the first user text as its title', async () => {
    const opened = await openLines(LEGACY);
    expect(opened.source.format).toBe('gemini');
    expect((await opened.source.sessions()).sessions).toMatchObject([
      { id: '3c2b1a09-0000-4000-8000-0000000000bb', title: 'Prune the rose?', storedLeaf: 'h-002' },
    ]);
    expect(pathOf(opened)).toEqual(['h-001', 'h-002']);
    expect((await bodyOf(opened, 'h-002')).usage).toMatchObject({ input: 20, output: 3, total: 23 });
    expect(opened.problems).toEqual([]);
  });

  it('is known on one line too, and when it is longer than what is looked at', async () => {
    const document = JSON.parse(fs.readFileSync(LEGACY, 'utf8'));
    document.messages[0].content = 'x'.repeat(400_000);
    const opened = await openText(file, JSON.stringify(document));
    expect(opened.source.format).toBe('gemini');
    expect(pathOf(opened)).toEqual(['h-001', 'h-002']);
  });

  it('that was cut off has the messages that are whole', async () => {
    const bytes = fs.readFileSync(LEGACY);
    const opened = await openText(file, bytes.subarray(0, bytes.indexOf('In March')));
    expect(pathOf(opened)).toEqual(['h-001']);
    expect(opened.problems).toMatchObject([{ code: 'torn-tail' }]);
  });
});
