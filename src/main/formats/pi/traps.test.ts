import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planContext, rowsToRead } from '../../../shared/context/plan';
import type { Body } from '../../../shared/model/body';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { type OpenedLines, openLines, openText } from '../test-support/open-lines';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

const sample = (name: string) => path.join(import.meta.dirname, 'samples', `${name}.jsonl`);

const HEADER = { type: 'session', version: 3, id: 's', timestamp: '2026-01-02T03:04:05.000Z', cwd: '/shop' };
const entry = (id: string, parentId: string | null, fields: object) => ({
  ...{ id, parentId, timestamp: '2026-01-02T03:04:05.000Z' },
  ...fields,
});
const said = (id: string, parentId: string | null, content: string) =>
  entry(id, parentId, { type: 'message', message: { role: 'user', content, timestamp: 1 } });
const compaction = (id: string, parentId: string, firstKeptEntryId: string) =>
  entry(id, parentId, { type: 'compaction', summary: `summary ${id}`, firstKeptEntryId, tokensBefore: 1 });

const write = (...records: readonly object[]) =>
  openText(
    path.join(folders.user, 'session.jsonl'),
    [HEADER, ...records].map((record) => `${JSON.stringify(record)}\n`).join(''),
  );

async function bodyAt({ source }: OpenedLines, row: number): Promise<Body> {
  const id = (await source.sessions()).sessions[0]?.id ?? '';
  const bodies = await source.bodies(id, [row], { maxChars: 1000, maxImageChars: 1000 });
  if (!bodies.ok || bodies.value[0] === undefined) throw new Error('no body');
  return bodies.value[0];
}

function pathRows({ index, end }: OpenedLines): number[] {
  const rows: number[] = [];
  for (let row = end.storedLeafRow; row >= 0; row = index.parents[row] ?? -1) rows.unshift(row);
  return rows;
}

/** What the last entry of a kind says on the path to the leaf. */
function lastOnPath(opened: OpenedLines, kind: string): string {
  const { index } = opened;
  return index.preview(pathRows(opened).findLast((row) => index.kind(row) === kind) ?? -1);
}

/** What a model is given at the leaf: ids in their order. */
async function contextOf(opened: OpenedLines): Promise<string[]> {
  const { index } = opened;
  const rows = pathRows(opened);
  const read = await Promise.all(
    rowsToRead(index, Int32Array.from(rows)).map(async (row) => [row, await bodyAt(opened, row)] as const),
  );
  const { order } = planContext('pi', index, Int32Array.from(rows), new Map(read));
  return [...order].map((row) => index.id(row));
}

describe('trap', () => {
  it('3: a header of version 3 over a body of version 2: what an entry is, it says itself', async () => {
    const opened = await write(
      said('a', null, 'one'),
      entry('b', 'a', {
        type: 'message',
        message: { role: 'hookMessage', customType: 'lint', content: 'clean', display: true, timestamp: 1 },
      }),
    );
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['user', 'custom_message']);
    const body = await bodyAt(opened, 1);
    expect(body.blocks).toMatchObject([{ type: 'text', text: 'clean' }]);
    expect(body.facts).toContainEqual({ name: 'Custom type', value: 'lint' });
  });

  it('4: two files with the ids of one session are two sessions, each with its own entries', async () => {
    const copy = path.join(folders.user, 'exported.jsonl');
    const text = fs.readFileSync(sample('v2'), 'utf8');
    fs.writeFileSync(copy, text.split('\n').slice(0, 3).join('\n'));
    const [whole, part] = [await openLines(sample('v2')), await openLines(copy)];
    const idOf = async ({ source }: OpenedLines) => (await source.sessions()).sessions[0]?.id;
    expect(await idOf(part)).toBe(await idOf(whole));
    expect([whole.entries.length, part.entries.length]).toEqual([4, 2]);
  });

  it('5: the entry that a branch summary comes from is no parent of it', async () => {
    const { entries } = await write(
      said('a', null, 'one'),
      said('b', 'a', 'side'),
      entry('c', 'a', { type: 'branch_summary', fromId: 'b', summary: 'A side path.' }),
      entry('d', 'c', { type: 'branch_summary', fromId: 'root', summary: 'Another.' }),
    );
    expect(entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'c'],
    ]);
  });

  it.each([
    ['an entry on the path', 'b', ['k', 'b', 'd']],
    ['itself', 'k', ['k', 'd']],
    ['none that is there', 'gone', ['k', 'd']],
    ['one off the path', 'x', ['k', 'd']],
  ])(
    '6: a compaction deletes nothing; one that keeps %s gives the model what that leaves',
    async (_, kept, order) => {
      const opened = await write(
        said('a', null, 'one'),
        said('x', 'a', 'off the path'),
        said('b', 'a', 'two'),
        compaction('k', 'b', kept),
        said('d', 'k', 'three'),
      );
      expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'x', 'b', 'k', 'd']);
      expect(opened.problems).toEqual([]);
      expect(await contextOf(opened)).toEqual(order);
    },
  );

  it('7: a compaction of version 1 counts the records that are whole, the header first', async () => {
    // As the sample expects: from its sixth record on, the second message of the user.
    const opened = await openLines(sample('v1'));
    expect(await contextOf(opened)).toEqual(['v1:8', 'v1:6', 'v1:7', 'v1:9', 'v1:10']);
    const lines = fs.readFileSync(sample('v1'), 'utf8').split('\n');
    const damaged = [...lines.slice(0, 2), '{"type":"mess', '', ...lines.slice(2)].join('\n');
    const shifted = await openText(path.join(folders.user, 'shifted.jsonl'), damaged);
    expect((await contextOf(shifted)).slice(0, 2)).toEqual(['v1:10', 'v1:8']);
  });

  it('7: one that counts beyond the last keeps nothing', async () => {
    const text = fs
      .readFileSync(sample('v1'), 'utf8')
      .replace('"firstKeptEntryIndex":5', '"firstKeptEntryIndex":99');
    const opened = await openText(path.join(folders.user, 'beyond.jsonl'), text);
    expect(await contextOf(opened)).toEqual(['v1:8', 'v1:9', 'v1:10']);
  });

  it('10: an edit of the context of an entry that is not on the path is kept as it is', async () => {
    const edit = (id: string, targetId: string) =>
      entry(id, 'a', { type: 'context_edit', targetId, replacement: { content: 'other words' } });
    const opened = await write(
      said('a', null, 'one'),
      said('x', 'a', 'off'),
      edit('e', 'x'),
      edit('f', 'gone'),
    );
    expect(opened.problems).toEqual([]);
    const body = await bodyAt(opened, 3);
    expect(body.facts).toContainEqual({ name: 'Edited entry', value: 'gone' });
    expect(JSON.stringify(body.blocks)).toContain('other words');
    expect(opened.index.preview(1)).toBe('off');
  });

  it('11: blank lines, lines without a break between them and a second header start no session', async () => {
    const lines = [
      HEADER,
      said('a', null, 'one'),
      HEADER,
      said('b', 'a', 'two'),
      said('c', 'b', 'three'),
    ].map((record) => JSON.stringify(record));
    const text = `${lines.slice(0, 2).join('\n\n \n')}\n${lines.slice(2).join('')}\n`;
    const opened = await openText(path.join(folders.user, 'glued.jsonl'), text);
    expect((await opened.source.sessions()).total).toBe(1);
    expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(new Set(opened.problems.map(({ code }) => code))).toEqual(new Set(['glued-record']));
  });

  it('12: a file that pi writes anew when it opens it is noticed', async () => {
    const file = path.join(folders.user, 'old.jsonl');
    fs.copyFileSync(sample('v1'), file);
    const { source } = await openLines(file);
    const heads = () =>
      source.heads('0f7b1d1e-6a51-4a9e-8a7b-3f2f1f0e9d8c', {
        signal: new AbortController().signal,
        progress: () => {},
        chunk: () => Promise.resolve(),
      });
    await heads();
    fs.writeFileSync(file, fs.readFileSync(sample('v3')));
    await expect(heads()).rejects.toMatchObject({ failure: { code: 'changed-while-reading' } });
  });
});

it('13: half a surrogate pair stays in the bytes that it is stored in', async () => {
  const { source, entries } = await openLines(sample('v3'));
  const row = entries.findIndex(({ id }) => id === '1000a017');
  const id = (await source.sessions()).sessions[0]?.id ?? '';
  const stored = await source.text(id, row, null, 0, 10_000);
  const line = fs
    .readFileSync(sample('v3'), 'utf8')
    .split('\n')
    .find((text) => text.includes('"id":"1000a017"'));
  expect(stored.ok && stored.value.text).toBe(line);
  expect(line).toMatch(/\\ud[89ab]/i);
});

it('the sample of version 3 gives a model what stands behind its compaction, and what that keeps', async () => {
  const opened = await openLines(sample('v3'));
  expect(await contextOf(opened)).toEqual([
    '1000a014',
    '1000a00e',
    '1000a00f',
    '1000a010',
    '1000a012',
    '1000a017',
    '1000a018',
  ]);
});

it('the sample of version 3 has a side branch of four, and stands where its model and its thinking say', async () => {
  const opened = await openLines(sample('v3'));
  const { index } = opened;
  const path = pathRows(opened);
  const onPath = path.map((row) => index.id(row));
  expect(opened.entries.map(({ id }) => id).filter((id) => !onPath.includes(id))).toEqual([
    ...['1000a009', '1000a00a', '1000a00b', '1000a00c'],
  ]);
  const last = (kind: string) => index.preview(path.findLast((row) => index.kind(row) === kind) ?? -1);
  expect([last('model_change'), last('thinking_change')]).toEqual(['anthropic/claude-invented-1', 'medium']);
  const answer = path.findLast((row) => index.kind(row) === 'assistant') ?? -1;
  expect((await bodyAt(opened, answer)).model).toBe('claude-invented-1');
});

it('the sample of version 1 ends with another model and less thinking than it began with', async () => {
  const opened = await openLines(sample('v1'));
  expect(opened.source.facts()).toEqual(
    expect.arrayContaining([
      { name: 'Model at the start', value: expect.stringContaining('claude') },
      { name: 'Branched from', value: expect.stringMatching(/\.jsonl$/) },
    ]),
  );
  expect(lastOnPath(opened, 'model_change')).toBe('openai/gpt-invented');
  expect(lastOnPath(opened, 'thinking_change')).toBe('low');
});

it('a session of the SDK whose leaf is moved says that pi takes another one', async () => {
  const { source } = await openLines(sample('harness-leaf'));
  expect(source.abilities?.readOnlyReason).toContain('pi takes another leaf');
});
