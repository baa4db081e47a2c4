import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { type OpenedLines, openLines, openText } from '../test-support/open-lines';
import { answer, bodyOf, node, note, pathOf, result, user } from './test-support/records';

const sample = (name: string) => path.join(import.meta.dirname, 'samples', `${name}.jsonl`);
const uuid = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const lasts = (ids: readonly string[]) => ids.map((id) => (id.startsWith('byte') ? 'byte' : id.slice(-2)));

let folders: TestFolders;
let file: string;
beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

const open = (...lines: string[]) => openText(file, `${lines.join('\n')}\n`);
const parentOf = ({ entries }: OpenedLines, id: string) => entries.find((entry) => entry.id === id)?.parent;
const kindOf = ({ entries }: OpenedLines, id: string) => entries.find((entry) => entry.id === id)?.kind;
const codes = ({ problems }: OpenedLines) => problems.map(({ code, entryId }) => `${code} ${entryId}`);
const titleOf = async ({ source }: OpenedLines) => (await source.sessions()).sessions[0]?.title;

describe('the sample session', () => {
  it('has its title, its tag and the last message as its leaf', async () => {
    const opened = await openLines(sample('session'));
    expect(opened.source.format).toBe('claude-code');
    expect(await titleOf(opened)).toBe('Red sail cloth');
    expect(opened.source.facts()).toContainEqual({ name: 'Tag', value: 'cloth' });
    expect(opened.source.facts()).toContainEqual({ name: 'Folder', value: '/home/mira/kite-shop' });
    expect(opened.leaf).toBe(uuid('21'));
    expect(opened.source.facts()).toContainEqual({ name: 'Lines', value: '30' });
    expect(opened.problems).toEqual([]);
  });

  it('has a path through both results of one answer and through the compaction', async () => {
    const opened = await openLines(sample('session'));
    expect(lasts(pathOf(opened))).toEqual(
      ['01', '02', '03', '04', '07', '08', '09', '11', '12', '13'].concat([
        ...['15', '16', '17', '18', '19', '20', '21'],
      ]),
    );
    expect(parentOf(opened, uuid('14'))).toBe(uuid('12'));
  });

  it('counts the tokens of an answer once, as its last line has them', async () => {
    const opened = await openLines(sample('session'));
    const outputs: number[] = [];
    for (const { id, kind } of opened.entries)
      if (kind === 'assistant') outputs.push((await bodyOf(opened, id)).usage?.output ?? 0);
    expect(outputs).toEqual([96, 61, 11, 0, 7]);
    const row = opened.entries.findIndex(({ id }) => id === uuid('04'));
    expect(opened.index.tokens(row)).toBe(4 + 96 + 12_000 + 800);
  });

  it('shows three lines of one answer as one entry', async () => {
    const body = await bodyOf(await openLines(sample('session')), uuid('04'));
    expect(body.blocks.map(({ type }) => type)).toEqual(['thinking', 'tool_call', 'tool_call']);
    expect(body).toMatchObject({ stopReason: 'tool_use', model: 'claude-invented-2' });
    expect(body.place).toMatch(/^line 6 .*, line 7 .*, line 8 /);
  });

  it('shows what the program stored beside a result, and keeps a type of a later release', async () => {
    const opened = await openLines(sample('session'));
    expect((await bodyOf(opened, uuid('07'))).blocks).toMatchObject([
      { type: 'tool_result', callId: 'toolu_sail_A', isError: false },
      { type: 'text', text: 'sail cloth, red' },
      { type: 'raw', label: 'details', text: expect.stringContaining('red/cloth.txt') },
    ]);
    // The error is said once.
    expect((await bodyOf(opened, uuid('08'))).blocks).toMatchObject([
      { type: 'tool_result', isError: true },
      { type: 'text' },
    ]);
    const last = opened.entries.at(-1);
    expect(last?.kind).toBe('unknown');
    expect((await bodyOf(opened, last?.id ?? '')).type).toBe('line-type-of-a-later-release');
  });

  it('is opened without a change to the file or its folder', async () => {
    fs.copyFileSync(sample('session'), file);
    const before = snapshot(folders.user);
    await openLines(file);
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('the sample of a sub-agent', () => {
  it('is a session of its own, called by the agent, that stands at its last message', async () => {
    const opened = await openLines(sample('agent-a1b2c3d4e5f60718a'));
    const { sessions } = await opened.source.sessions();
    expect(sessions).toMatchObject([{ id: 'a1b2c3d4e5f60718a', title: 'Who supplies red sail cloth?' }]);
    expect(opened.leaf).toBe(uuid('54'));
    expect(opened.source.facts()).toContainEqual({
      name: 'Parent session',
      value: '7b1e6c1a-0d3f-4c55-9f0a-2a4c5d6e7f80',
    });
  });
});

describe('the damaged sample', () => {
  it('gives all that can be had of it, and stands at its last message', async () => {
    const opened = await openLines(sample('torn'));
    expect(opened.leaf).toBe(uuid('68'));
    expect(lasts(pathOf(opened))).toEqual(['61', '63', '62', '67', '68']);
    expect(codes(opened)).toEqual([
      `dangling-parent ${uuid('61')}`,
      `own-parent ${uuid('64')}`,
      `result-without-call ${uuid('67')}`,
      `written-again ${uuid('63')}`,
      'nul-bytes byte 3342',
      `glued-record ${uuid('68')}`,
      'torn-tail byte 4285',
      `parent-cycle ${uuid('66')}`,
      `islands ${uuid('61')}`,
    ]);
    expect(await titleOf(opened)).toBe('Glued');
  });
});

describe('trap', () => {
  it('1: a parent that was never written makes an island', async () => {
    const opened = await open(user('a', null), user('b', 'gone'), answer('c', 'b'));
    expect(parentOf(opened, 'b')).toBe('broken');
    expect(codes(opened)).toEqual(['dangling-parent b', 'islands b']);
  });

  it('1: islands stand in the order of the file, and say how much of it they are', async () => {
    const opened = await open(user('a', 'gone-1'), answer('b', 'a'), user('c', 'gone-2'), user('d', null));
    expect(opened.entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', 'broken'],
      ['b', 'a'],
      ['c', 'broken'],
      ['d', null],
    ]);
    expect(opened.end.problems[0]?.message).toMatch(/^2 islands: 3 entries/);
  });

  it('2: circles and entries that are their own parents end', async () => {
    const opened = await open(user('a', 'b'), user('b', 'a'), user('c', 'c'), user('d', null));
    expect(opened.entries).toHaveLength(4);
    expect(opened.leaf).toBe('d');
  });

  it('3: a child may stand before its parent', async () => {
    const opened = await open(user('a', null), answer('c', 'b'), user('b', 'a'));
    expect(parentOf(opened, 'c')).toBe('b');
    expect(opened.leaf).toBe('c');
  });

  it('4: a line that was written again is the same entry, with its last content', async () => {
    const opened = await open(
      user('a', null, 'first'),
      answer('b', 'a'),
      user('a', null, 'second'),
      answer('b', 'a'),
    );
    expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(codes(opened)).toEqual(['written-anew a', 'written-again b']);
    const body = await bodyOf(opened, 'a');
    expect(body.blocks).toMatchObject([{ text: 'second' }]);
    expect(body.facts).toContainEqual({ name: 'Written', value: '2 times: lines 1, 3' });
  });

  it('4: a session that was resumed into another file has the same ids there, and is of its own', async () => {
    const first = await open(user('a', null, 'asked'), answer('b', 'a'));
    const second = await openText(
      path.join(folders.user, 'resumed.jsonl'),
      [user('a', null, 'asked'), answer('b', 'a'), user('c', 'b')].join('\n'),
    );
    expect([first.entries.length, second.entries.length]).toEqual([2, 3]);
    expect([...first.problems, ...second.problems]).toEqual([]);
  });

  it('4: an answer whose lines were written again in another order keeps its id', async () => {
    const [b, c] = [
      answer('b', 'a', { message: 'm', request: 'r' }),
      answer('c', 'b', { message: 'm', request: 'r' }),
    ];
    const opened = await open(user('a', null), b, c, c, b);
    expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'b']);
    const body = await bodyOf(opened, 'b');
    expect(body.id).toBe('b');
    expect(body.blocks).toHaveLength(2);
  });

  it('4: an answer of several lines that was written again is no longer one', async () => {
    const lines = [
      answer('b', 'a', { message: 'm', request: 'r', calls: ['B'] }),
      answer('c', 'b', { message: 'm', request: 'r', calls: ['C'] }),
      result('d', 'b', 'B'),
      result('e', 'c', 'C'),
    ];
    const opened = await open(user('a', null), ...lines, ...lines, answer('f', 'e'));
    expect(pathOf(opened)).toEqual(['a', 'b', 'd', 'e', 'f']);
    expect((await bodyOf(opened, 'b')).blocks).toHaveLength(2);
    expect(codes(opened)).toEqual(['written-again b', 'written-again d', 'written-again e']);
  });

  it('5: results of parallel calls hang one on the other, and what follows hangs on the last', async () => {
    const opened = await open(
      user('a', null),
      answer('b', 'a', { message: 'm', calls: ['A', 'B', 'C'] }),
      result('ra', 'b', 'A'),
      result('rb', 'b', 'B'),
      result('rc', 'b', 'C'),
      answer('d', 'ra'),
    );
    expect(pathOf(opened)).toEqual(['a', 'b', 'ra', 'rb', 'rc', 'd']);
    expect((await bodyOf(opened, 'rc')).parentId).toBe('b');
    expect(opened.problems).toEqual([]);
  });

  it('5: results may stand between the lines of an answer, with bookkeeping around them', async () => {
    const opened = await open(
      user('a', null),
      answer('b', 'a', { message: 'm', calls: ['A'] }),
      result('ra', 'b', 'A'),
      node('progress', 'p', 'ra', { data: { type: 'hook_progress' } }),
      answer('c', 'b', { message: 'm', calls: ['B'], output: 9 }),
      result('rb', 'c', 'B'),
      answer('d', 'p'),
    );
    expect(pathOf(opened)).toEqual(['a', 'b', 'ra', 'rb', 'd']);
    expect((await bodyOf(opened, 'b')).usage?.output).toBe(9);
  });

  it('5: a branch at an answer stays a branch', async () => {
    const opened = await open(
      user('a', null),
      answer('b', 'a', { calls: ['A'] }),
      result('ra', 'b', 'A'),
      answer('c', 'ra'),
      user('d', 'b'),
    );
    expect(pathOf(opened)).toEqual(['a', 'b', 'd']);
  });

  it('6: several roots are sound', async () => {
    const opened = await open(user('a', null), user('b', null), user('c', null, 'c', { isSidechain: true }));
    expect(opened.entries.filter(({ parent }) => parent === null)).toHaveLength(3);
    expect(opened.problems).toEqual([]);
    expect(opened.leaf).toBe('b');
  });

  it('7: a summary is no entry and moves no leaf, but may be the title', async () => {
    const opened = await open(
      note('summary', { summary: 'Of old', leafUuid: 'of-another-session' }),
      note('summary', { summary: 'Of old', leafUuid: 'a' }),
      user('a', null),
      answer('b', 'a'),
    );
    expect(opened.entries).toHaveLength(2);
    expect(opened.leaf).toBe('b');
    expect(await titleOf(opened)).toBe('Of old');
  });

  it('8: bookkeeping is a link in the chain', async () => {
    const opened = await open(
      user('a', null),
      node('progress', 'p', 'a'),
      node('system', 's', 'p', { subtype: 'turn_duration', durationMs: 1 }),
      node('attachment', 't', 's', { attachment: { type: 'file', filename: 'x' } }),
      answer('b', 't'),
    );
    expect(pathOf(opened)).toEqual(['a', 'p', 's', 't', 'b']);
    expect(['p', 's', 't'].map((id) => kindOf(opened, id))).toEqual(['meta', 'meta', 'meta']);
  });

  it('9: what stands in the role of the user need not be the human', async () => {
    const opened = await open(
      user('a', null, '<command-name>/model</command-name><command-args>fast</command-args>'),
      user('b', 'a', 'Caveat', { isMeta: true }),
      user('c', 'b', 'A summary', { isCompactSummary: true }),
      result('d', 'c', 'none'),
      user('e', 'd', [{ type: 'text', text: '[Request interrupted by user for tool use]' }]),
      user('f', 'e', [
        { type: 'text', text: '<ide_opened_file>x.ts</ide_opened_file>' },
        { type: 'text', text: 'Really asked' },
      ]),
      user('g', 'f', '<task-notification>done</task-notification>'),
      user('h', 'g', '<user-prompt-submit-hook>checked</user-prompt-submit-hook>'),
    );
    expect(opened.entries.map(({ kind }) => kind)).toEqual([
      ...['custom_message', 'meta', 'custom_message', 'tool_result', 'custom_message', 'user'],
      ...['custom_message', 'custom_message'],
    ]);
    expect(opened.index.preview(0)).toBe('/model fast');
    expect(await titleOf(opened)).toBe('Really asked');
  });

  it('10: contents are texts or lists, and what the program stored may be a text', async () => {
    const opened = await open(
      user('a', null, 'text'),
      user('b', 'a', [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: 'no' }] }], {
        toolUseResult: 'Error: something else',
      }),
      user('c', 'b', null),
      user('d', 'c', [{ type: 'tool_result', tool_use_id: 'y' }], { toolUseResult: [] }),
    );
    expect((await bodyOf(opened, 'b')).blocks).toMatchObject([
      { type: 'tool_result' },
      { text: 'no' },
      { label: 'details', text: '"Error: something else"' },
    ]);
    expect((await bodyOf(opened, 'c')).problems).toHaveLength(1);
    expect((await bodyOf(opened, 'd')).problems).toEqual([]);
  });

  it('11: the records of a file may be of other sessions', async () => {
    const opened = await open(user('a', null), user('b', 'a').replace('7b1e6c1a', '00000000'));
    expect(opened.entries).toHaveLength(2);
    expect(opened.source.facts()).toContainEqual({
      name: 'Further session ids',
      value: '00000000-0d3f-4c55-9f0a-2a4c5d6e7f80',
    });
  });

  it('12: usage is that of the last line, what was cached is never less than its parts, no model has none', async () => {
    const usage = { input_tokens: 1, cache_creation_input_tokens: 0, cache_creation: { a: 3, b: 4 } };
    const said = (id: string, model: string) =>
      node('assistant', id, null, { message: { id, model, content: [], usage } });
    const opened = await open(said('a', 'invented'), said('b', '<synthetic>'));
    expect((await bodyOf(opened, 'a')).usage).toMatchObject({ cacheWrite: 7, output: null });
    expect((await bodyOf(opened, 'b')).usage).toBeNull();
    expect([opened.index.tokens(0), opened.index.tokens(1)]).toEqual([8, Number.NaN]);
  });

  it('13: an image that is stored twice is shown once', async () => {
    const data = 'iVBORw0KGgo=';
    const source = { type: 'base64', media_type: 'image/png', data };
    const content = [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'image', source }] }];
    const opened = await open(
      user('a', null, content, { toolUseResult: { type: 'image', file: { base64: data } } }),
    );
    const { blocks } = await bodyOf(opened, 'a');
    expect(blocks).toMatchObject([{ type: 'tool_result' }, { type: 'image', data }, { type: 'raw' }]);
    expect(JSON.stringify(blocks).split(data)).toHaveLength(2);
  });

  it('15: odd characters and zero bytes are kept or told', async () => {
    const odd = user('a', null, 'x').replace('"x"', '"\u2028\\ud800"');
    const opened = await open(odd, '\0\0\0', `${user('b', 'a')}${user('c', 'b')}`);
    expect((await bodyOf(opened, 'a')).blocks).toMatchObject([{ text: '\u2028\ud800' }]);
    expect(codes(opened)).toEqual([expect.stringMatching(/^nul-bytes /), 'glued-record c']);
  });
});

describe('an answer', () => {
  it('is not joined with another that has its id by chance', async () => {
    const opened = await open(
      answer('a', null, { message: 'chatcmpl' }),
      user('b', 'a'),
      answer('c', 'b', { message: 'chatcmpl' }),
      answer('d', 'c', { message: 'same', request: 'r1' }),
      answer('e', 'd', { message: 'same', request: 'r2' }),
    );
    expect(pathOf(opened)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('that is an error of the API is one', async () => {
    const opened = await open(answer('a', null, { fields: { isApiErrorMessage: true } }));
    expect(opened.index.hasFlag(0, 'error')).toBe(true);
    expect((await bodyOf(opened, 'a')).errorMessage).toBe('a');
  });

  it('keeps blocks that are not known', async () => {
    const content = [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }, 7, {}];
    const opened = await open(node('assistant', 'a', null, { message: { id: 'm', content } }));
    expect((await bodyOf(opened, 'a')).blocks.map((block) => 'label' in block && block.label)).toEqual([
      'server_tool_use block',
      'block 2',
      'block 3',
    ]);
  });
});

describe('a compaction', () => {
  const boundary = (id: string, logicalParentUuid: string) =>
    node('system', id, null, {
      subtype: 'compact_boundary',
      content: 'Compacted',
      logicalParentUuid,
      compactMetadata: { trigger: 'auto', preTokens: 9 },
    });

  it('goes on from the history that is in the file', async () => {
    const opened = await open(user('a', null), boundary('b', 'a'), boundary('c', 'a'), user('d', 'c'));
    expect(pathOf(opened)).toEqual(['a', 'c', 'd']);
    expect(kindOf(opened, 'b')).toBe('compaction');
    const body = await bodyOf(opened, 'b');
    expect(body.parentId).toBeNull();
    expect(body.facts).toContainEqual({ name: 'Tokens before', value: '9' });
    expect(opened.problems).toEqual([]);
  });

  it('is a root where the history is not, and says so', async () => {
    const opened = await open(boundary('b', 'gone'), user('c', 'b'));
    expect(parentOf(opened, 'b')).toBeNull();
    expect(codes(opened)).toEqual(['earlier-part-missing b']);
  });
});

describe('a title', () => {
  it.each([
    [['customTitle', 'aiTitle', 'lastPrompt', 'summary'], 'customTitle'],
    [['aiTitle', 'lastPrompt', 'summary'], 'aiTitle'],
    [['lastPrompt', 'summary'], 'lastPrompt'],
    [['summary'], 'summary'],
    [[], 'Asked'],
  ])('of %j is the best, and of one kind the last', async (fields, expected) => {
    const types: Record<string, string> = {
      customTitle: 'custom-title',
      aiTitle: 'ai-title',
      lastPrompt: 'last-prompt',
      summary: 'summary',
    };
    const notes = fields.flatMap((field) => [
      note(types[field] ?? '', { [field]: 'old' }),
      note(types[field] ?? '', { [field]: field }),
    ]);
    expect(await titleOf(await open(user('a', null, 'Asked'), ...notes))).toBe(expected);
  });

  it('and a tag are taken away by empty ones', async () => {
    const opened = await open(
      user('a', null, 'Asked'),
      note('custom-title', { customTitle: 'Name' }),
      note('custom-title', { customTitle: '' }),
      note('tag', { tag: 'x' }),
      note('tag', { tag: '' }),
    );
    expect(await titleOf(opened)).toBe('Asked');
    expect(opened.source.facts().some(({ name }) => name === 'Tag')).toBe(false);
  });
});

describe('a session that was forked', () => {
  it('names the one it comes from', async () => {
    const fields = { forkedFrom: { sessionId: 'old-session', messageUuid: 'old' } };
    const opened = await open(user('a', null, 'a', fields));
    expect(opened.source.facts()).toContainEqual({ name: 'Forked from', value: 'old-session' });
    expect((await bodyOf(opened, 'a')).facts).toContainEqual({ name: 'Forked from entry', value: 'old' });
  });
});

describe('the leaf', () => {
  it('is the last message that is of no side chain, no team and not put in', async () => {
    const opened = await open(
      user('a', null),
      answer('b', 'a'),
      user('c', 'b', 'c', { isMeta: true }),
      user('d', null, 'd', { isSidechain: true }),
      user('e', 'b', 'e', { teamName: 'crew' }),
      node('system', 'f', 'b', { subtype: 'turn_duration' }),
      note('last-prompt', { leafUuid: 'a' }),
    );
    expect(opened.leaf).toBe('b');
  });
});

describe('a file', () => {
  const formatOf = (text: string) => {
    fs.writeFileSync(file, text);
    const detected = detectTextFormat(file);
    return detected.ok ? (detected.value?.id ?? null) : detected.code;
  };

  it('is known by any of its first nodes, whatever its name, and by the beginning of a long one', () => {
    expect(formatOf([note('mode', { mode: 'x' }), '{"torn', user('a', null)].join('\n'))).toBe('claude-code');
    expect(formatOf(user('a', null, 'x'.repeat(400_000)))).toBe('claude-code');
  });

  it('is not one of Qwen Code, nor any other with some of the fields', () => {
    const qwen = {
      uuid: 'a',
      parentUuid: null,
      sessionId: 's',
      type: 'user',
      message: { role: 'user', parts: [] },
    };
    expect(formatOf(JSON.stringify(qwen))).not.toBe('claude-code');
    expect(formatOf(note('summary', { summary: 'alone' }))).toBeNull();
    expect(formatOf(JSON.stringify({ uuid: 'a', parentUuid: null, type: 'x' }))).toBeNull();
  });
});
