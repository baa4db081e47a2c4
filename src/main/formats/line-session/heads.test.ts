import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { openText } from '../test-support/open-lines';
import { HEADER, record as recordOf, said } from './test-support/pi-lines';

// The shapes that every format of lines may have, in files of pi: the simplest of them.

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

const record = (id: string, parentId: string | null, fields?: object) =>
  fields === undefined ? said(id, parentId, id) : recordOf(id, parentId, fields);
const call = (id: string, parentId: string, ...callIds: string[]) =>
  record(id, parentId, {
    type: 'message',
    message: {
      role: 'assistant',
      content: callIds.map((callId) => ({ type: 'toolCall', id: callId, name: 'read', arguments: {} })),
    },
  });
const result = (id: string, parentId: string, toolCallId: string) =>
  record(id, parentId, {
    type: 'message',
    message: { role: 'toolResult', toolCallId, toolName: 'read', content: [] },
  });

const open = (...lines: string[]) => openText(file, `${[HEADER, ...lines].join('\n')}\n`);
const codes = ({ problems }: Awaited<ReturnType<typeof open>>) =>
  problems.map(({ code, entryId }) => `${code} ${entryId}`);

describe('the entries of a file of lines', () => {
  it('stand in the order of the file, each with its parent', async () => {
    const opened = await open(record('a', null), record('b', 'a'), record('c', 'a'), record('d', 'b'));
    expect(opened.entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'b'],
    ]);
    expect(opened).toMatchObject({ leaf: 'd', problems: [] });
  });

  it('wait for a parent that stands behind them', async () => {
    const opened = await open(
      record('c', 'b'),
      record('e', 'd'),
      record('a', null),
      record('b', 'a'),
      record('d', 'c'),
    );
    expect(opened.entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
      ['e', 'd'],
    ]);
    expect(opened.problems).toEqual([]);
  });

  it('make islands where a parent is missing, and go on in the order of the file', async () => {
    const opened = await open(record('a', null), record('b', 'gone'), record('c', 'b'), record('d', 'a'));
    expect(opened.entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['b', 'broken'],
      ['c', 'b'],
      ['d', 'a'],
    ]);
    expect(codes(opened)).toEqual(['dangling-parent b', 'islands b']);
    expect(opened.end.problems[0]?.message).toContain('2 entries');
  });

  it('are cut free of a circle at the entry that closes it', async () => {
    const opened = await open(
      record('a', 'c'),
      record('b', 'a'),
      record('c', 'b'),
      record('d', 'c'),
      record('x', 'x'),
    );
    expect(opened.entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['x', 'broken'],
      ['c', 'broken'],
      ['a', 'c'],
      ['d', 'c'],
      ['b', 'a'],
    ]);
    expect(codes(opened)).toEqual(['own-parent x', 'parent-cycle c', 'islands x']);
  });

  it('are of one id only once', async () => {
    const opened = await open(record('a', null), record('b', 'a'), record('b', 'a'), record('c', 'b'));
    expect(opened.entries.map(({ id, parent }) => [id, parent])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['b (line 4)', 'a'],
      ['c', 'b'],
    ]);
    expect(codes(opened)).toEqual(['duplicate-entry-id b (line 4)']);
    const bodies = await opened.source.bodies('s', [1, 2], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value.map(({ id }) => id)).toEqual(['b', 'b (line 4)']);
  });

  it('stay 100,000 deep and in any order', async () => {
    const count = 100_000;
    const lines = Array.from({ length: count }, (_, at) => record(`e${at}`, at === 0 ? null : `e${at - 1}`));
    const opened = await open(...lines.reverse());
    expect(opened.entries).toHaveLength(count);
    expect(
      opened.entries.every(
        ({ id, parent }, row) => id === `e${row}` && parent === (row === 0 ? null : `e${row - 1}`),
      ),
    ).toBe(true);
  }, 120_000);

  it('come in any order from one parent', async () => {
    const children = Array.from({ length: 50_000 }, (_, at) => record(`c${at}`, 'root'));
    const opened = await open(...children, record('root', null));
    expect(opened.entries[0]?.id).toBe('root');
    expect(opened.entries).toHaveLength(50_001);
  });
});

describe('the bytes of a file of lines', () => {
  it('may have CR LF, a byte order mark, blank lines, and no line break at the end', async () => {
    const lines = [HEADER, '', record('a', null), '  \t', record('b', 'a')];
    const opened = await openText(file, `\ufeff${lines.join('\r\n')}`);
    expect(opened.entries.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(opened.problems).toEqual([]);
    const bodies = await opened.source.bodies('s', [1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]).toMatchObject({
      id: 'b',
      blocks: [{ type: 'text', text: 'b' }],
      problems: [],
    });
  });

  it('may end in the middle of a record, which is then no error', async () => {
    const opened = await openText(file, `${HEADER}\n${record('a', null)}\n{"type":"mess`);
    expect(opened.entries).toEqual([
      { id: 'a', parent: null, kind: 'user' },
      { id: expect.stringMatching(/^byte \d+$/), parent: 'a', kind: 'unknown' },
    ]);
    expect(opened.problems).toMatchObject([{ code: 'torn-tail', line: 3 }]);
    expect(opened.leaf).toBe('a');
  });

  it('may be damaged in the middle: the piece is shown as it is, in its place', async () => {
    const damaged = '{"type":"message","id":"b","par';
    const opened = await open(record('a', null), damaged, record('c', 'a'));
    expect(opened.entries.map(({ parent, kind }) => [parent, kind])).toEqual([
      [null, 'user'],
      ['a', 'unknown'],
      ['a', 'user'],
    ]);
    expect(opened.problems).toMatchObject([{ code: 'damaged-line', line: 3 }]);
    const text = await opened.source.text('s', 1, null, 0, 100);
    expect(text).toEqual({ ok: true, value: { text: damaged, totalChars: damaged.length } });
    const bodies = await opened.source.bodies('s', [1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]?.blocks).toMatchObject([{ type: 'raw', text: damaged }]);
  });

  it('are told of at the entries they became', async () => {
    const bad = Buffer.concat([
      Buffer.from(record('b', 'a').slice(0, -2)),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    const opened = await openText(
      file,
      Buffer.concat([
        Buffer.from(`${HEADER}\n${record('a', null)}${record('g', 'a')}\n`),
        bad,
        Buffer.from(`\0\0\0${record('n', 'a')}\n`),
      ]),
    );
    expect(opened.problems.map(({ code, line }) => [code, line])).toEqual([
      ['glued-record', 2],
      ['not-utf8', 3],
      ['nul-bytes', 4],
    ]);
    expect(opened.problems.map(({ entryId }) => entryId)).toEqual(['g', 'b', expect.stringMatching(/^byte/)]);
  });

  it('may be one line of 20 MB, or an object of 100,000 keys', async () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]));
    const opened = await open(
      record('a', null, {
        type: 'message',
        message: { role: 'user', content: `start ${'x'.repeat(20_000_000)}` },
      }),
      record('b', 'a', { type: 'custom', customType: 'many', data: keys }),
    );
    expect(opened.index.preview(0).startsWith('start xxx')).toBe(true);
    expect(opened.problems).toEqual([]);
    const bodies = await opened.source.bodies('s', [0, 1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]?.blocks[0]).toMatchObject({ totalChars: 20_000_006 });
  });
});

describe('a line above what is read as a whole', () => {
  const BYTES = 65 * 1024 * 1024;

  it('has its head and what its body says beside the text, which is read as it is stored', async () => {
    const opened = await open(
      record('a', null),
      record('b', 'a', {
        type: 'message',
        message: { role: 'assistant', content: `start ${'x'.repeat(BYTES)}`, model: 'm-1' },
      }),
      record('c', 'b'),
    );
    expect(opened.entries.map(({ id, parent, kind }) => [id, parent, kind])).toEqual([
      ['a', null, 'user'],
      ['b', 'a', 'assistant'],
      ['c', 'b', 'user'],
    ]);
    expect(opened.index.preview(1).startsWith('start xxx')).toBe(true);
    expect(opened.problems).toEqual([]);
    const bodies = await opened.source.bodies('s', [1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]).toMatchObject({
      id: 'b',
      role: 'assistant',
      model: 'm-1',
      blocks: [{ type: 'raw', label: 'stored record' }],
      problems: ['The line is above the 67108864 bytes that are read as JSON.'],
    });
    const text = await opened.source.text('s', 1, 0, BYTES, 10);
    expect(text).toMatchObject({ ok: true, value: { text: 'xxxxxxxxxx' } });
  });

  it('is told of where it is no JSON', async () => {
    const opened = await open(record('a', null), `{"type":"${'x'.repeat(BYTES)}`, record('c', 'a'));
    expect(opened.entries.map(({ kind }) => kind)).toEqual(['user', 'unknown', 'user']);
    expect(opened.problems).toMatchObject([{ code: 'too-large', line: 3 }]);
    const bodies = await opened.source.bodies('s', [1], { maxChars: 100, maxImageChars: 100 });
    expect(bodies.ok && bodies.value[0]?.id).toBe(opened.entries[1]?.id);
  });
});

describe('calls and results', () => {
  it('are paired along the path, in any order, and apart', async () => {
    const opened = await open(
      record('u', null),
      call('c', 'u', 'x', 'y'),
      result('ry', 'c', 'y'),
      record('m', 'ry'),
      result('rx', 'm', 'x'),
    );
    expect(opened.problems).toEqual([]);
    expect(opened.index.callRow(2)).toBe(1);
    expect(opened.index.callRow(4)).toBe(1);
  });

  it('tell a call without a result, a result without a call, and several results', async () => {
    const opened = await open(
      record('u', null),
      call('c', 'u', 'x', 'y'),
      result('r1', 'c', 'x'),
      result('r2', 'r1', 'x'),
      result('r3', 'r2', 'never-made'),
    );
    expect(codes(opened)).toEqual(['several-results r2', 'result-without-call r3', 'call-pending c']);
  });

  it('tell a call that the conversation went on from, on any branch, from one that may still run', async () => {
    const opened = await open(
      record('u', null),
      call('c', 'u', 'x'),
      record('v', 'c'),
      call('d', 'c', 'y'),
      call('e', 'v', 'z'),
    );
    expect(codes(opened)).toEqual(['call-without-result c', 'call-pending d', 'call-pending e']);
  });

  it('may have one id on two branches, and a call answered on both', async () => {
    const opened = await open(
      record('u', null),
      call('c', 'u', 'x'),
      result('r1', 'c', 'x'),
      result('r2', 'c', 'x'),
      call('d', 'u', 'x'),
      result('r3', 'd', 'x'),
    );
    expect(opened.problems).toEqual([]);
    expect([2, 3, 5].map((row) => opened.index.callRow(row))).toEqual([1, 1, 4]);
  });
});
