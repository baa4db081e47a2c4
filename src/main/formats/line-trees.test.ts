import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { LINE_WRITERS, type LineWriter } from './test-support/line-writers';
import { type OpenedLines, openText } from './test-support/open-lines';

// How entries hang together and calls with their results: in every format of lines where it applies.

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

const opener =
  ({ head, format }: LineWriter) =>
  async (...records: string[]) => {
    const name = path.join(folders.user, `${Math.random()}.jsonl`);
    const opened = await openText(name, `${[...head, ...records].join('\n')}\n`);
    expect(opened.source.format).toBe(format);
    return opened;
  };
const parentsOf = ({ entries }: OpenedLines) => entries.map(({ id, parent }) => [id, parent]);
const codesOf = ({ problems }: OpenedLines) => problems.map(({ code, entryId }) => `${code} ${entryId}`);
const severitiesOf = ({ index, end }: OpenedLines) =>
  [...index.problems, ...end.problems].map(({ code, severity }) => `${code} ${severity}`);
const pathOf = ({ entries, leaf }: OpenedLines) => {
  const parents = new Map(entries.map(({ id, parent }) => [id, parent]));
  const ids: string[] = [];
  for (let at: string | null | undefined = leaf; at && at !== 'broken'; at = parents.get(at)) ids.unshift(at);
  return ids;
};
async function textOf({ source, entries }: OpenedLines, id: string) {
  const session = (await source.sessions()).sessions[0]?.id ?? '';
  const row = entries.findIndex((entry) => entry.id === id);
  const bodies = await source.bodies(session, [row], { maxChars: 100, maxImageChars: 100 });
  const [block] = bodies.ok ? (bodies.value[0]?.blocks ?? []) : [];
  return block?.type === 'text' ? block.text : null;
}

const trees = LINE_WRITERS.filter(({ links }) => links === 'tree');
const withIds = LINE_WRITERS.filter(({ repeatedId }) => repeatedId !== 'none');

describe.each(trees)('the tree of a session of $name', (writer) => {
  const { said, answered, compaction, note } = writer;
  const open = opener(writer);

  it('has islands where parents are missing, in the order of the file, and counts what hangs on them', async () => {
    const opened = await open(
      said('a', null, 'one'),
      said('b', 'gone', 'two'),
      answered('c', 'b', 'three'),
      said('d', 'also-gone', 'four'),
    );
    expect(parentsOf(opened)).toEqual([
      ['a', null],
      ['b', 'broken'],
      ['c', 'b'],
      ['d', 'broken'],
    ]);
    expect(codesOf(opened)).toEqual(['dangling-parent b', 'dangling-parent d', 'islands b']);
    expect(severitiesOf(opened)).toEqual([
      'dangling-parent error',
      'dangling-parent error',
      'islands warning',
    ]);
    expect(opened.end.problems[0]?.message).toMatch(/^2 islands: 3 entries/);
  });

  it('may have children before their parents', async () => {
    const opened = await open(
      said('d', 'c', 'four'),
      answered('c', 'b', 'three'),
      said('a', null, 'one'),
      said('b', 'a', 'two'),
    );
    expect(parentsOf(opened)).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
    ]);
    expect(codesOf(opened)).toEqual([]);
    expect(pathOf(opened)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is cut where parents go round in a circle, at the entry that closes it', async () => {
    const opened = await open(
      said('r', null, 'root'),
      said('a', 'c', 'one'),
      answered('b', 'a', 'two'),
      said('c', 'b', 'three'),
      said('x', 'x', 'own'),
    );
    const parents = new Map(opened.entries.map(({ id, parent }) => [id, parent]));
    expect([...parents].sort()).toEqual([
      ['a', 'c'],
      ['b', 'a'],
      ['c', 'broken'],
      ['r', null],
      ['x', 'broken'],
    ]);
    expect(codesOf(opened)).toEqual(['own-parent x', 'parent-cycle c', 'islands x']);
  });

  it('may have two compactions below one entry', async () => {
    const opened = await open(
      said('a', null, 'one'),
      compaction('k', 'a'),
      compaction('l', 'a'),
      said('b', 'l', 'two'),
    );
    expect(parentsOf(opened)).toEqual([
      ['a', null],
      ['k', 'a'],
      ['l', 'a'],
      ['b', 'l'],
    ]);
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['user', 'compaction', 'compaction', 'user']);
    expect(codesOf(opened)).toEqual([]);
  });

  it('never takes bookkeeping beside an answer for the answer', async () => {
    const opened = await open(
      said('a', null, 'one'),
      note('n', 'a'),
      answered('b', 'a', 'two'),
      note('o', 'a'),
    );
    const kinds = opened.entries.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'user' || kind === 'assistant')).toEqual(['user', 'assistant']);
    expect(codesOf(opened)).toEqual([]);
    // Only pi goes on from whatever its file ends with.
    if (!writer.isLastEntryLeaf) expect(opened.leaf).toBe('b');
  });

  it('may have several roots', async () => {
    const opened = await open(said('a', null, 'one'), said('b', null, 'two'));
    expect(parentsOf(opened)).toEqual([
      ['a', null],
      ['b', null],
    ]);
    expect(codesOf(opened)).toEqual([]);
  });
});

describe.each(withIds)('the ids of a session of $name', (writer) => {
  const { said, repeatedId } = writer;
  const open = opener(writer);
  const [one, two] = [said('a', null, 'one'), said('b', 'a', 'two')];

  it('that stand in a file twice word for word', async () => {
    const opened = await open(one, two, two, said('c', 'b', 'three'));
    const isEntry = repeatedId === 'another-entry';
    expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'b', ...(isEntry ? ['b (line 4)'] : []), 'c']);
    // A message of a chat is written again whenever it grows: that is nothing to tell.
    if (repeatedId === 'newer-version') expect(codesOf(opened)).toEqual([]);
    else if (isEntry) expect(severitiesOf(opened)).toEqual(['duplicate-entry-id error']);
    else expect(severitiesOf(opened)).toEqual(['written-again note']);
    expect(pathOf(opened)).toEqual(['a', 'b', 'c']);
  });

  it('that stand in a file twice with other content', async () => {
    const opened = await open(one, two, said('b', 'a', 'two anew'));
    if (repeatedId === 'another-entry') {
      expect(severitiesOf(opened)).toEqual(['duplicate-entry-id error']);
      expect([await textOf(opened, 'b'), await textOf(opened, 'b (line 4)')]).toEqual(['two', 'two anew']);
    } else {
      expect(severitiesOf(opened)).toEqual(repeatedId === 'same-entry' ? ['written-anew warning'] : []);
      expect(await textOf(opened, 'b')).toBe('two anew');
    }
  });

  it('are those of another file, where it was forked: each has its own entries', async () => {
    const first = await open(one, two);
    const fork = await open(one, said('b', 'a', 'two of the fork'), said('c', 'b', 'three'));
    expect([first.entries.length, fork.entries.length]).toEqual([2, 3]);
    expect([await textOf(first, 'b'), await textOf(fork, 'b')]).toEqual(['two', 'two of the fork']);
    expect([...codesOf(first), ...codesOf(fork)]).toEqual([]);
  });

  it('that are written again behind another record on one line tell both', async () => {
    const opened = await open(one, two, `${said('c', 'b', 'three')}${two}`);
    expect(opened.problems.map(({ code, line }) => [code, line])).toContainEqual([
      'glued-record',
      writer.head.length + 3,
    ]);
  });
});

describe.each(LINE_WRITERS.filter(({ links }) => links === 'chain'))('a session of $name', (writer) => {
  const { said, answered, compaction, note } = writer;

  it('is a chain in the order of its file, past bookkeeping and compactions', async () => {
    const opened = await opener(writer)(
      said('a', null, 'one'),
      note('n', 'a'),
      answered('b', 'a', 'two'),
      compaction('k', 'b'),
      compaction('l', 'b'),
      said('c', 'l', 'three'),
      note('o', 'c'),
    );
    const ids = opened.entries.map(({ id }) => id);
    expect(opened.entries.map(({ parent }) => parent)).toEqual([null, ...ids.slice(0, -1)]);
    const last = opened.entries.findIndex((_, row) => opened.index.preview(row) === 'three');
    expect(opened.leaf).toBe(ids[last]);
    expect(codesOf(opened)).toEqual([]);
  });
});

describe.each(LINE_WRITERS.filter(({ called }) => called !== undefined))('calls of $name', (writer) => {
  const { said, answered, called, result } = writer;
  if (called === undefined || result === undefined) throw new Error(`${writer.name} has calls`);
  const open = opener(writer);
  const isTree = writer.links === 'tree';
  /** Rows of results, each with the row of the call it answers. */
  const pairs = ({ entries, index }: OpenedLines) =>
    entries.flatMap(({ kind }, row) => (kind === 'tool_result' ? [index.callRow(row)] : []));
  const rowOf = ({ entries }: OpenedLines, kind: string) => entries.findIndex((entry) => entry.kind === kind);

  it('are paired with results in any order', async () => {
    const opened = await open(
      said('u', null, 'one'),
      called('c', 'u', 'x', 'y'),
      result('ry', 'c', 'y'),
      result('rx', 'ry', 'x'),
      answered('d', 'rx', 'two'),
    );
    const caller = rowOf(opened, 'assistant');
    expect(pairs(opened)).toEqual([caller, caller]);
    expect(codesOf(opened)).toEqual([]);
  });

  it('are paired with results that stand apart', async () => {
    const opened = await open(
      said('u', null, 'one'),
      called('c', 'u', 'x', 'y'),
      result('ry', 'c', 'y'),
      said('m', 'ry', 'meanwhile'),
      result('rx', 'm', 'x'),
    );
    const caller = rowOf(opened, 'assistant');
    expect(pairs(opened)).toEqual([caller, caller]);
    expect(codesOf(opened)).toEqual([]);
  });

  it('may have no result: the last ones may be running', async () => {
    const opened = await open(
      said('u', null, 'one'),
      called('c', 'u', 'x'),
      said('v', 'c', 'two'),
      called('d', 'v', 'y'),
    );
    expect(severitiesOf(opened)).toEqual(['call-without-result note', 'call-pending note']);
    const calls = opened.entries.filter(({ kind }) => kind === 'assistant').map(({ id }) => id);
    expect(opened.problems.map(({ entryId }) => entryId)).toEqual(calls);
  });

  it('may still run beside one that has its result', async () => {
    const opened = await open(said('u', null, 'one'), called('c', 'u', 'x', 'y'), result('ry', 'c', 'y'));
    expect(severitiesOf(opened)).toEqual(['call-pending note']);
  });

  it('may be missing for a result', async () => {
    const opened = await open(said('u', null, 'one'), result('r', 'u', 'never-made'));
    expect(severitiesOf(opened)).toEqual(['result-without-call warning']);
    expect(pairs(opened)).toEqual([-1]);
  });

  it('may be answered several times', async () => {
    const opened = await open(
      said('u', null, 'one'),
      called('c', 'u', 'x'),
      result('r', 'c', 'x'),
      result('s', 'r', 'x'),
    );
    expect(severitiesOf(opened)).toEqual(['several-results warning']);
    const caller = rowOf(opened, 'assistant');
    expect(pairs(opened)).toEqual([caller, caller]);
  });

  it.runIf(isTree)('may have one id on two branches', async () => {
    const opened = await open(
      said('u', null, 'one'),
      called('c', 'u', 'x'),
      result('r', 'c', 'x'),
      called('d', 'u', 'x'),
      result('s', 'd', 'x'),
    );
    expect(pairs(opened)).toEqual([1, 3]);
    expect(codesOf(opened)).toEqual([]);
  });

  it('are not those of the same id further on', async () => {
    const opened = await open(
      said('u', null, 'one'),
      called('c', 'u', 'x'),
      result('r', 'c', 'x'),
      said('v', 'r', 'two'),
      called('d', 'v', 'x'),
      result('s', 'd', 'x'),
    );
    const callers = opened.entries.flatMap(({ kind }, row) => (kind === 'assistant' ? [row] : []));
    expect(pairs(opened)).toEqual(callers);
    expect(codesOf(opened)).toEqual([]);
  });
});
