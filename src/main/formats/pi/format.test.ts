import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { type OpenedLines, openLines, openText } from '../test-support/open-lines';

const OPTIONS = { maxChars: 10_000, maxImageChars: 10_000 };
const sample = (name: string) => path.join(import.meta.dirname, 'samples', `${name}.jsonl`);
const open = (name: string) => openLines(sample(name));

async function bodyOf({ source, entries }: OpenedLines, id: string) {
  const session = (await source.sessions()).sessions[0];
  const bodies = await source.bodies(
    session?.id ?? '',
    [entries.findIndex((entry) => entry.id === id)],
    OPTIONS,
  );
  if (!bodies.ok) throw new Error(bodies.error.message);
  const [body] = bodies.value;
  if (body === undefined) throw new Error(`No entry ${id}`);
  return body;
}

const ids = ({ entries }: OpenedLines) => entries.map(({ id }) => id);
const childrenOf = ({ entries }: OpenedLines, id: string) =>
  entries.filter(({ parent }) => parent === id).map((entry) => entry.id);

describe('a session of version 3', () => {
  it('has its entries, its name and the last entry as its leaf', async () => {
    const opened = await open('v3');
    const { sessions } = await opened.source.sessions();
    expect(sessions).toMatchObject([
      {
        id: '019aa0c8-1f00-7a11-8b22-5c3d4e5f6071',
        title: 'Kite colours',
        entryCount: 25,
        storedLeaf: '1000a019',
      },
    ]);
    expect(opened.entries).toHaveLength(25);
    expect(opened.entries.filter(({ parent }) => parent === null)).toHaveLength(1);
    expect(opened.leaf).toBe('1000a019');
    expect(opened.source.formatVersion).toBe('3');
    // A label that was cleared is none.
    expect(opened.end.labels).toEqual([]);
    expect(childrenOf(opened, '1000a008')).toEqual(['1000a009', '1000a00d']);
    expect(opened.entries.map(({ kind }) => kind)).toEqual([
      'model_change',
      'thinking_change',
      'system',
      'user',
      'assistant',
      'tool_result',
      'tool_result',
      'assistant',
      'label',
      'session_info',
      'user',
      'assistant',
      'branch_summary',
      'user',
      'assistant',
      'custom_message',
      'custom',
      'custom_message',
      'meta',
      'compaction',
      'meta',
      'unknown',
      'user',
      'assistant',
      'label',
    ]);
  });

  it('pairs results with calls in any order', async () => {
    const { index, entries, problems } = await open('v3');
    const callOf = (id: string) => index.callRow(entries.findIndex((entry) => entry.id === id));
    const caller = entries.findIndex(({ id }) => id === '1000a005');
    expect([callOf('1000a006'), callOf('1000a007')]).toEqual([caller, caller]);
    expect(problems).toEqual([]);
  });

  it('keeps line separators and half surrogate pairs inside a text (traps 8 and 13)', async () => {
    const body = await bodyOf(await open('v3'), '1000a017');
    const text = body.blocks[0]?.type === 'text' ? body.blocks[0].text : '';
    expect(text).toContain('\u2028');
    expect(text).toMatch(/[\ud800-\udfff]/);
  });

  it('shows a command of the user, with how it ended', async () => {
    const body = await bodyOf(await open('v3'), '1000a010');
    expect(body).toMatchObject({
      role: 'bashExecution',
      blocks: [{ text: '$ wc -l notes.md' }, { text: '7 notes.md\n' }],
    });
    expect(body.facts).toContainEqual({ name: 'Exit code', value: '0' });
  });

  it('keeps a type of a later release whole, in its place', async () => {
    const body = await bodyOf(await open('v3'), '1000a016');
    expect(body).toMatchObject({
      type: 'from_a_later_release',
      parentId: '1000a015',
      blocks: [{ type: 'raw' }],
    });
    expect(JSON.stringify(body.blocks)).toContain('kept');
  });

  it('tells of the times of entry and message, in their own units (trap 2)', async () => {
    const body = await bodyOf(await open('v3'), '1000a00b');
    expect(body.timestamp).toBe('2026-11-20T10:02:00.000Z');
    expect(body.facts).toContainEqual({ name: 'Message time', value: '2026-11-20T10:02:00.000Z' });
  });

  it('is opened without a change to the file or its folder', async () => {
    const folders = makeFolders();
    try {
      const file = path.join(folders.user, 'v3.jsonl');
      fs.copyFileSync(sample('v3'), file);
      const before = snapshot(folders.user);
      await openLines(file);
      expect(snapshot(folders.user)).toEqual(before);
    } finally {
      folders.remove();
    }
  });
});

describe('older sessions', () => {
  it('of version 2 show the messages of hooks, and add up tokens that have no total', async () => {
    const opened = await open('v2');
    expect(opened.entries.map(({ kind }) => kind)).toEqual([
      'model_change',
      'user',
      'custom_message',
      'assistant',
    ]);
    expect(opened.index.tokens(3)).toBe(34);
    expect(opened.source.formatVersion).toBe('2');
  });

  it('of version 1 are a chain, with the same ids at each opening', async () => {
    const opened = await open('v1');
    expect(opened.entries).toHaveLength(9);
    expect(ids(opened)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10].map((line) => `v1:${line}`));
    expect(opened.entries.map(({ parent }) => parent)).toEqual([null, ...ids(opened).slice(0, -1)]);
    expect(opened.problems).toEqual([]);
    expect(opened.source.facts()).toContainEqual({
      name: 'Branched from',
      value: expect.stringContaining('.jsonl'),
    });
    expect((await bodyOf(opened, 'v1:8')).type).toBe('compaction');
  });
});

describe('a session of the SDK', () => {
  let folders: TestFolders;
  beforeEach(() => {
    folders = makeFolders();
  });
  afterEach(() => folders.remove());
  const file = () => path.join(folders.user, 'sdk.jsonl');

  it('stands where its last leaf entry says', async () => {
    expect((await open('harness-leaf')).leaf).toBe('4000d001');
  });

  it('of version 4 stands where its main lane does, and has its name and labels', async () => {
    const opened = await open('harness-v4');
    expect(opened.source).toMatchObject({ format: 'pi', formatVersion: '4' });
    expect(opened.leaf).toBe('5000e001');
    expect(opened.entries.filter(({ id }) => id.startsWith('5000'))).toEqual([
      { id: '5000e001', parent: null, kind: 'user' },
      { id: '5000e002', parent: '5000e001', kind: 'assistant' },
    ]);
    expect(opened.end.labels).toEqual([{ row: 2, text: 'light' }]);
    expect((await opened.source.sessions()).sessions[0]?.title).toBe('Reels');
    expect(opened.problems).toEqual([]);
  });

  it('of version 4 is known without its header, and says that it is missing', async () => {
    const [, ...lines] = fs.readFileSync(sample('harness-v4'), 'utf8').split('\n');
    const opened = await openText(file(), lines.join('\n'));
    expect(opened.source).toMatchObject({ format: 'pi', formatVersion: '4' });
    expect(opened.leaf).toBe('5000e001');
    expect(opened.problems.map(({ code }) => code)).toEqual(['header-missing']);
  });

  it('of version 4 has bodies that go by the ids of the heads, where an entry lacks its own', async () => {
    const text = fs.readFileSync(sample('harness-v4'), 'utf8').replace('"id":"5000e001",', '');
    const opened = await openText(file(), text.replace('"id":"5000e002"', '"id":""'));
    for (const { id } of opened.entries) expect((await bodyOf(opened, id)).id).toBe(id);
  });

  it('of version 4 with times that no date can have is read', async () => {
    const text = fs.readFileSync(sample('harness-v4'), 'utf8').replaceAll(/:17872992\d+/g, ':9e99');
    const opened = await openText(file(), text);
    expect(opened.entries).toHaveLength(7);
    expect((await opened.source.sessions()).sessions[0]?.lastWrittenAt).toBeNull();
    expect(opened.source.facts().map(({ name }) => name)).not.toContain('Started');
  });
});

describe('a damaged session', () => {
  it('gives what can be had of it', async () => {
    const opened = await open('v3-torn');
    expect(ids(opened)).toEqual([
      '3000c001',
      'byte 303',
      '3000c003',
      '3000c004',
      '3000c005',
      '3000c006',
      'byte 1212',
    ]);
    expect(opened.problems.map(({ code, entryId }) => [code, entryId])).toEqual([
      ['damaged-line', 'byte 303'],
      ['recovered-record', '3000c003'],
      ['glued-record', '3000c005'],
      ['dangling-parent', '3000c006'],
      ['torn-tail', 'byte 1212'],
      ['islands', '3000c006'],
    ]);
    expect(opened.leaf).toBe('3000c006');
  });
});

describe('what only some files have', () => {
  let folders: TestFolders;
  let file: string;
  beforeEach(() => {
    folders = makeFolders();
    file = path.join(folders.user, 'x.jsonl');
  });
  afterEach(() => folders.remove());

  const TIME = '2026-11-20T10:00:00.000Z';
  const header = (fields: object) =>
    JSON.stringify({ type: 'session', id: 's', timestamp: TIME, cwd: '/', ...fields });
  const entry = (id: string, parentId: string | null, fields: object) =>
    JSON.stringify({ id, parentId, timestamp: TIME, ...fields });
  const user = (id: string, parentId: string | null, content: unknown = id) =>
    entry(id, parentId, { type: 'message', message: { role: 'user', content } });

  it('the leaf is the last entry in the file, not the latest and not the deepest (trap 1)', async () => {
    const early = JSON.stringify({
      type: 'message',
      id: 'c',
      parentId: 'a',
      timestamp: '2020-01-01T00:00:00.000Z',
    });
    const opened = await openText(
      file,
      [header({ version: 3 }), user('a', null), user('b', 'a'), early].join('\n'),
    );
    expect(opened.leaf).toBe('c');
  });

  it('a second header starts no new session (trap 11)', async () => {
    const opened = await openText(
      file,
      [header({ version: 3 }), user('a', null), header({ version: 3 }), user('b', 'a')].join('\n'),
    );
    expect(opened.entries).toHaveLength(2);
    expect(opened.problems).toEqual([]);
  });

  it('entries of version 1 under a header of version 3 are a chain all the same (trap 3)', async () => {
    const old = JSON.stringify({
      type: 'message',
      timestamp: TIME,
      message: { role: 'user', content: 'old' },
    });
    const opened = await openText(file, [header({ version: 3 }), old, old, user('a', 'v1:3')].join('\n'));
    expect(opened.entries.map(({ parent }) => parent)).toEqual([null, 'v1:2', 'v1:3']);
  });

  it('a missing header is an error, and the entries are read', async () => {
    const opened = await openText(file, [user('0000000a', null), user('0000000b', '0000000a')].join('\n'));
    expect(opened.source.format).toBe('pi');
    expect(opened.problems).toMatchObject([{ code: 'header-missing' }]);
    expect(opened.entries).toHaveLength(2);
  });

  it.each([
    [
      'what is left of it and ids of any kind',
      ['{"type":"session","vers', user('u', null)],
      ['header-missing'],
    ],
    ['ids of eight hexadecimal digits', [user('0123abcd', null)], ['header-missing']],
    ['nothing of either', [user('u', null)], ['header-missing', 'format-guessed']],
  ])('a session without its header is known by %s', async (_, lines, codes) => {
    const opened = await openText(file, lines.join('\n'));
    expect(opened.source.format).toBe('pi');
    expect(opened.problems.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  });

  it('entries of types that no session has do not make one', () => {
    fs.writeFileSync(file, entry('u', null, { type: 'event' }));
    expect(detectTextFormat(file)).toEqual({ ok: true, value: null });
  });

  it('contents may be null, a text, or no block at all (trap 9)', async () => {
    const opened = await openText(
      file,
      [
        header({ version: 3 }),
        user('a', null, null),
        user('b', 'a', 'text'),
        entry('c', 'b', {
          type: 'message',
          message: { role: 'assistant', content: [], stopReason: 'aborted' },
        }),
      ].join('\n'),
    );
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['user', 'user', 'assistant']);
    expect((await bodyOf(opened, 'c')).stopReason).toBe('aborted');
  });

  it('two compactions may hang on one entry', async () => {
    const compaction = (id: string) =>
      entry(id, 'a', { type: 'compaction', summary: id, firstKeptEntryId: id, tokensBefore: 1 });
    const opened = await openText(
      file,
      [header({ version: 3 }), user('a', null), compaction('x'), compaction('y')].join('\n'),
    );
    expect(childrenOf(opened, 'a')).toEqual(['x', 'y']);
    expect(opened.problems).toEqual([]);
  });

  it('labels of entries that are not there mark nothing (trap 10)', async () => {
    const label = (id: string, targetId: string) =>
      entry(id, 'a', { type: 'label', targetId, label: 'here' });
    const opened = await openText(
      file,
      [header({ version: 3 }), user('a', null), label('l', 'gone'), label('m', 'a')].join('\n'),
    );
    expect(opened.end.labels).toEqual([{ row: 0, text: 'here' }]);
  });

  it('an empty name takes the name away', async () => {
    const named = (id: string, name?: string) => entry(id, 'a', { type: 'session_info', name });
    const opened = await openText(
      file,
      [header({ version: 3 }), user('a', null, 'first words'), named('n', 'Name'), named('o', '')].join('\n'),
    );
    expect((await opened.source.sessions()).sessions[0]?.title).toBe('first words');
  });
});
