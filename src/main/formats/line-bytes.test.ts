import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { detectTextFormat } from './registry';
import { LINE_WRITERS } from './test-support/line-writers';
import { type OpenedLines, openText } from './test-support/open-lines';

// The shapes of damage, and of odd but sound bytes, that a file of lines may have: in every format the same.

let folders: TestFolders;
let file: string;
beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

const open = async (writer: { readonly format: string }, bytes: string | Buffer) => {
  const opened = await openText(file, bytes);
  expect(opened.source.format).toBe(writer.format);
  return opened;
};
/** What the records of the tests say, in the order of the rows. */
const saidIn = ({ index }: OpenedLines) =>
  rowsOf({ index })
    .map((row) => index.preview(row))
    .filter((preview) => /^(one|two|three|four)/.test(preview));
const rowsOf = ({ index }: Pick<OpenedLines, 'index'>) => [...Array(index.count).keys()];
/** Problems with their places, those of the session as a whole included. */
const problemsOf = ({ index, end }: OpenedLines) =>
  [...index.problems, ...end.problems].map(({ code, severity, line, byteOffset }) => [
    ...[code, severity, line, byteOffset],
  ]);
const codesOf = ({ problems }: OpenedLines) => problems.map(({ code }) => code);
const rowOf = (opened: OpenedLines, words: string) =>
  rowsOf(opened).find((row) => opened.index.preview(row).startsWith(words)) ?? -1;
async function bodyAt({ source }: OpenedLines, row: number) {
  const id = (await source.sessions()).sessions[0]?.id ?? '';
  const bodies = await source.bodies(id, [row], { maxChars: 1000, maxImageChars: 1000 });
  if (!bodies.ok || bodies.value[0] === undefined) throw new Error(`No row ${row}`);
  return bodies.value[0];
}
/** The stored bytes of a row, as text. */
async function storedAt({ source }: OpenedLines, row: number) {
  const id = (await source.sessions()).sessions[0]?.id ?? '';
  const slice = await source.text(id, row, null, 0, 100_000);
  return slice.ok ? slice.value.text : null;
}

describe.each(LINE_WRITERS)('a file of $name', (writer) => {
  const { head, said, unknown } = writer;
  const one = said('a', null, 'one');
  const two = said('b', 'a', 'two');
  const three = said('c', 'b', 'three');
  const afterOne = said('c', 'a', 'three');
  const lines = (...records: string[]) => `${[...head, ...records].join('\n')}\n`;
  /** Number of the line of the first record. */
  const first = head.length + 1;

  it('that is sound has nothing to tell', async () => {
    const opened = await open(writer, lines(one, two, three));
    expect(saidIn(opened)).toEqual(['one', 'two', 'three']);
    expect(problemsOf(opened)).toEqual([]);
  });

  it('may end in the middle of a line: a note, and the rest is read', async () => {
    const torn = three.slice(0, -9);
    const opened = await open(writer, `${lines(one, two)}${torn}`);
    const offset = Buffer.byteLength(lines(one, two));
    expect(problemsOf(opened)).toEqual([['torn-tail', 'note', first + 2, offset]]);
    expect(saidIn(opened)).toEqual(['one', 'two']);
    expect(opened.leaf).toBe(opened.index.id(rowOf(opened, 'two')));
    expect(await storedAt(opened, opened.index.count - 1)).toBe(torn);
  });

  it('may have a torn line in the middle: a problem with its place, shown as it is where it stands', async () => {
    const torn = two.slice(0, -9);
    const opened = await open(writer, lines(one, torn, afterOne));
    const offset = Buffer.byteLength(lines(one));
    expect(problemsOf(opened)).toEqual([['damaged-line', 'error', first + 1, offset]]);
    expect(saidIn(opened)).toEqual(['one', 'three']);
    const row = rowsOf(opened).find((at) => opened.index.kind(at) === 'unknown') ?? -1;
    expect(row).toBe(rowOf(opened, 'one') + 1);
    expect((await bodyAt(opened, row)).blocks).toMatchObject([{ type: 'raw', text: torn }]);
  });

  it('may have a damaged line that is no JSON at all', async () => {
    const opened = await open(writer, lines(one, '%% no JSON %%', afterOne));
    expect(problemsOf(opened).map(([code, , line]) => [code, line])).toEqual([['damaged-line', first + 1]]);
    expect(saidIn(opened)).toEqual(['one', 'three']);
  });

  it('may have two records on one line: both are read, the second is marked', async () => {
    const opened = await open(writer, lines(one, `${two}${three}`));
    const offset = Buffer.byteLength(lines(one)) + Buffer.byteLength(two);
    expect(problemsOf(opened)).toEqual([['glued-record', 'warning', first + 1, offset]]);
    expect(saidIn(opened)).toEqual(['one', 'two', 'three']);
    expect((await bodyAt(opened, rowOf(opened, 'three'))).blocks).toMatchObject([{ text: 'three' }]);
  });

  it('may have a record behind a torn one, on the same line: it is recovered', async () => {
    const torn = two.slice(0, 17);
    const opened = await open(writer, lines(one, `${torn}${afterOne}`));
    const offset = Buffer.byteLength(lines(one));
    expect(problemsOf(opened)).toEqual([
      ['damaged-line', 'error', first + 1, offset],
      ['recovered-record', 'warning', first + 1, offset + Buffer.byteLength(torn)],
    ]);
    expect(saidIn(opened)).toEqual(['one', 'three']);
  });

  it.each([
    ['on a line of their own', (nuls: string) => lines(one, nuls, afterOne)],
    ['before a record', (nuls: string) => lines(one, `${nuls}${afterOne}`)],
    ['behind a record', (nuls: string) => lines(`${one}${nuls}`, afterOne)],
  ])('may have zero bytes %s', async (_where, text) => {
    const opened = await open(writer, text('\0'.repeat(300)));
    expect(codesOf(opened)).toContain('nul-bytes');
    expect(codesOf(opened).filter((code) => code !== 'nul-bytes' && code !== 'glued-record')).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'three']);
  });

  it('may have CR LF', async () => {
    const opened = await open(writer, lines(one, two, three).replaceAll('\n', '\r\n'));
    expect(problemsOf(opened)).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'two', 'three']);
    expect(await storedAt(opened, rowOf(opened, 'two'))).toBe(two);
  });

  it('may begin with a byte order mark', async () => {
    const opened = await open(writer, `\ufeff${lines(one, two)}`);
    expect(problemsOf(opened)).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'two']);
  });

  it('may have bytes that are not UTF-8: shown with a replacement, and marked', async () => {
    const bytes = Buffer.from(lines(one, said('b', 'a', 'two~'), three));
    bytes[bytes.indexOf('~')] = 0xff;
    const opened = await open(writer, bytes);
    const offset = Buffer.byteLength(lines(one));
    expect(problemsOf(opened)).toEqual([['not-utf8', 'error', first + 1, offset]]);
    expect((await bodyAt(opened, rowOf(opened, 'two'))).blocks).toMatchObject([{ text: 'two\ufffd' }]);
    expect(saidIn(opened)).toEqual(['one', 'two\ufffd', 'three']);
  });

  it.runIf(head.length > 0)(
    'tells where what it begins with is not UTF-8, though that is no entry',
    async () => {
      const bytes = Buffer.from(lines(one, two).replace(/"}|"}}/, '~$&'));
      bytes[bytes.indexOf('~')] = 0xff;
      const opened = await open(writer, bytes);
      expect(problemsOf(opened)).toEqual([['not-utf8', 'error', 1, 0]]);
      expect(saidIn(opened)).toEqual(['one', 'two']);
    },
  );

  it('keeps half a surrogate pair, and the bytes that it is stored in', async () => {
    const odd = two.replace('two', 'two \\ud83d');
    const opened = await open(writer, lines(one, odd, three));
    expect(problemsOf(opened)).toEqual([]);
    const row = rowOf(opened, 'two');
    expect((await bodyAt(opened, row)).blocks).toMatchObject([{ text: 'two \ud83d' }]);
    expect(await storedAt(opened, row)).toBe(odd);
  });

  it('keeps line and paragraph separators inside of a text', async () => {
    const opened = await open(writer, lines(said('a', null, 'one\u2028and\u2029on'), two));
    expect(problemsOf(opened)).toEqual([]);
    expect((await bodyAt(opened, rowOf(opened, 'one'))).blocks).toMatchObject([
      { text: 'one\u2028and\u2029on' },
    ]);
  });

  it('may lack the last line break', async () => {
    const opened = await open(writer, lines(one, two).slice(0, -1));
    expect(problemsOf(opened)).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'two']);
  });

  it('may have a broken first line: it is shown, and the rest is read', async () => {
    const [begin = '', ...rest] = [...head, one, two, afterOne];
    const opened = await open(writer, `${[begin.slice(0, -9), ...rest].join('\n')}\n`);
    expect(problemsOf(opened)[0]).toEqual(['damaged-line', 'error', 1, 0]);
    expect(codesOf(opened).includes('header-missing')).toBe(head.length > 0);
    expect(saidIn(opened).slice(-2)).toEqual(['two', 'three']);
  });

  it('may have lines that only fill: they are skipped, and counted', async () => {
    const opened = await open(writer, lines('', one, ' '.repeat(5000), '\t', '', afterOne, '   '));
    expect(problemsOf(opened)).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'three']);
    expect((await bodyAt(opened, rowOf(opened, 'three'))).place).toContain(`line ${first + 5}`);
  });

  it('may have records of types that are not known: raw, where they stand', async () => {
    const opened = await open(writer, lines(one, unknown('x', 'a', { tone: 'kept' }), afterOne));
    expect(problemsOf(opened)).toEqual([]);
    const row = rowOf(opened, 'one') + 1;
    expect(opened.index.kind(row)).toBe('unknown');
    expect(opened.index.parents[row]).toBe(row - 1);
    expect(JSON.stringify((await bodyAt(opened, row)).blocks)).toContain('kept');
    expect(await storedAt(opened, row)).toContain('"tone":"kept"');
  });

  it('may have lines that are JSON and no object', async () => {
    const opened = await open(writer, lines(one, '[1,2]', '"text"', 'null', afterOne));
    expect(problemsOf(opened).map(([code, severity, line]) => [code, severity, line])).toEqual(
      [1, 2, 3].map((at) => ['not-an-object', 'warning', first + at]),
    );
    expect(saidIn(opened)).toEqual(['one', 'three']);
  });

  it('may have a record without its content: placed all the same, and shown as it is', async () => {
    const opened = await open(writer, lines(one, writer.empty('b', 'a'), three));
    expect(problemsOf(opened)).toEqual([]);
    const row = rowOf(opened, 'one') + 1;
    expect(opened.index.parents[row]).toBe(row - 1);
    expect(opened.index.parents[rowOf(opened, 'three')]).toBe(row);
    expect(await storedAt(opened, row)).toBe(writer.empty('b', 'a'));
  });

  it('may have a record without its time: that is no problem', async () => {
    const opened = await open(writer, lines(one, two.replace(/"timestamp":("[^"]*"|1)/, '"note":0'), three));
    expect(codesOf(opened)).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'two', 'three']);
    expect((await bodyAt(opened, rowOf(opened, 'two'))).problems).toEqual([]);
  });

  it('may have a line of 20 MB', async () => {
    const opened = await open(writer, lines(one, said('b', 'a', `two ${'x'.repeat(20_000_000)}`), three));
    expect(problemsOf(opened)).toEqual([]);
    const row = rowOf(opened, 'two xxx');
    expect(opened.index.parents[rowOf(opened, 'three')]).toBe(row);
    expect((await bodyAt(opened, row)).blocks).toMatchObject([{ totalChars: 20_000_004 }]);
  });

  it('may have an object of 100,000 keys', async () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]));
    const opened = await open(writer, lines(one, unknown('x', 'a', { keys }), afterOne));
    expect(problemsOf(opened)).toEqual([]);
    expect(saidIn(opened)).toEqual(['one', 'three']);
    const { blocks } = await bodyAt(opened, rowOf(opened, 'one') + 1);
    expect(blocks).toMatchObject([{ type: 'raw' }]);
  });

  it('may have nothing but what it begins with', async () => {
    if (head.length === 0) return;
    const opened = await open(writer, lines());
    expect(problemsOf(opened)).toEqual([]);
    expect(opened.leaf).toBeNull();
  });
});

it.each([
  ['empty', ''],
  ['white space alone', ' \n\t\r\n\n   '],
  ['a byte order mark alone', '\ufeff'],
  ['zero bytes alone', '\0'.repeat(5000)],
])('a file that is %s is no session of any format', (_what, text) => {
  fs.writeFileSync(file, text);
  expect(detectTextFormat(file)).toEqual({ ok: true, value: null });
});
