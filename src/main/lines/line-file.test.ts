import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { LineFile } from './line-file';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'lines.jsonl');
});
afterEach(() => folders.remove());

async function open(content: string | Buffer, marker = 'never there'): Promise<LineFile> {
  fs.writeFileSync(file, content);
  const opened = await LineFile.open(file, { signal: new AbortController().signal, marker });
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

function textsOf(lines: LineFile): string[] {
  const read = lines.read(0, lines.count);
  if (!read.ok) throw new Error(read.message);
  return read.value.map(String);
}

describe('the lines of a file', () => {
  it.each<[string, string, [number, number, string][], boolean]>([
    ['nothing', '', [], false],
    ['only blank lines', '\n \t\r\n\n', [], false],
    [
      'LF',
      'a\nbc\n',
      [
        [1, 0, 'a'],
        [2, 2, 'bc'],
      ],
      false,
    ],
    [
      'CR LF',
      'a\r\nbc\r\n',
      [
        [1, 0, 'a'],
        [2, 3, 'bc'],
      ],
      false,
    ],
    [
      'no ending at the end',
      'a\nbc',
      [
        [1, 0, 'a'],
        [2, 2, 'bc'],
      ],
      true,
    ],
    [
      'blank lines between, which count',
      '\n\na\n \nb\n',
      [
        [3, 2, 'a'],
        [5, 6, 'b'],
      ],
      false,
    ],
    [
      'a byte order mark',
      '\ufeffa\nb\n',
      [
        [1, 3, 'a'],
        [2, 5, 'b'],
      ],
      false,
    ],
    ['white space around', ' a \n', [[1, 0, ' a ']], false],
    [
      'characters of several bytes',
      'ä\n€\n',
      [
        [1, 0, 'ä'],
        [2, 3, '€'],
      ],
      false,
    ],
    ['a CR that ends nothing', 'a\rb\n', [[1, 0, 'a\rb']], false],
  ])('of %s', async (_what, content, expected, isOpenEnded) => {
    const lines = await open(content);
    expect(textsOf(lines)).toEqual(expected.map(([, , text]) => text));
    const places = Array.from({ length: lines.count }, (_, row) => lines.line(row));
    expect(places.map((line) => [line?.number, line?.byteOffset])).toEqual(
      expected.map(([number, at]) => [number, at]),
    );
    expect(places.at(-1)?.isLast ?? false).toBe(isOpenEnded);
    expect(lines.line(lines.count)).toBeUndefined();
    expect(lines.hasMark).toBe(content.startsWith('\ufeff'));
  });

  it('are found across the chunks in which a file is read, and so is a marker', async () => {
    const chunk = 1024 * 1024;
    // A CR LF and a marker each lie across the boundary of a chunk.
    const first = 'x'.repeat(chunk - 1);
    const second = `${'y'.repeat(chunk - 5)}"mark"`;
    const lines = await open(`${first}\r\n${second}\nlast`, '"mark"');
    expect(textsOf(lines)).toEqual([first, second, 'last']);
    expect(lines.markedRows).toEqual([1]);
    expect(lines.line(1)).toMatchObject({ number: 2, byteOffset: chunk + 1, sizeBytes: second.length });
  });

  it('may be 50 MiB long', async () => {
    const long = Buffer.alloc(50 * 1024 * 1024, 0x61);
    const lines = await open(Buffer.concat([long, Buffer.from('\nb\n')]));
    expect(lines.line(0)).toMatchObject({ sizeBytes: long.length });
    const read = lines.read(0, 1);
    expect(read.ok && read.value[0]?.equals(long)).toBe(true);
    expect(lines.line(1)).toMatchObject({ number: 2, byteOffset: long.length + 1 });
  });

  it('are marked where they hold the marker: the last of them are kept', async () => {
    const lines = await open(
      Array.from({ length: 2000 }, (_, at) => (at % 2 === 0 ? 'mark mark' : 'other')).join('\n'),
      'mark',
    );
    expect(lines.markedRows).toHaveLength(500);
    expect(lines.markedRows.at(-1)).toBe(1998);
    expect(lines.markedRows[0]).toBe(1000);
  });
});

describe('a file of lines', () => {
  it('is read without a trace', async () => {
    fs.writeFileSync(file, 'a\n');
    const before = snapshot(folders.user);
    const opened = await LineFile.open(file, { signal: new AbortController().signal, marker: 'a' });
    expect(opened.ok && textsOf(opened.value)).toEqual(['a']);
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('that grows, or is another, has changed; what was there is still read', async () => {
    const lines = await open('a\nb\n');
    expect(lines.hasChanged()).toBe(false);
    fs.appendFileSync(file, 'c\n');
    expect(lines.hasChanged()).toBe(true);
    expect(textsOf(lines)).toEqual(['a', 'b']);
    fs.writeFileSync(file, 'a');
    expect(lines.read(0, 2)).toMatchObject({ ok: false, code: 'changed-while-reading' });
    fs.rmSync(file);
    expect(lines.hasChanged()).toBe(true);
    expect(lines.read(0, 1)).toMatchObject({ ok: false, code: 'missing' });
  });

  it('can be cancelled, be missing, and be a folder', async () => {
    fs.writeFileSync(file, 'a\n');
    const signal = AbortSignal.abort();
    expect(await LineFile.open(file, { signal, marker: 'a' })).toMatchObject({
      ok: false,
      code: 'cancelled',
    });
    const go = new AbortController().signal;
    expect(await LineFile.open(`${file}x`, { signal: go, marker: 'a' })).toMatchObject({
      ok: false,
      code: 'missing',
    });
    expect(await LineFile.open(folders.user, { signal: go, marker: 'a' })).toMatchObject({
      ok: false,
      code: 'not-a-regular-file',
    });
  });

  it('tells whether it holds some bytes, across chunks too', async () => {
    const lines = await open(`${'x'.repeat(1024 * 1024 - 2)}needle\n`);
    expect(lines.holds(Buffer.from('needle'))).toEqual({ ok: true, value: true });
    expect(lines.holds(Buffer.from('needles'))).toEqual({ ok: true, value: false });
  });
});
