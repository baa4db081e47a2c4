import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { AbridgedLines } from './abridged-lines';
import { type ReadLine, readLines, soundText } from './test-support/read-lines';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'lines');
});
afterEach(() => folders.remove());

function linesOf(content: string | Buffer): ReadLine[] {
  fs.writeFileSync(file, content);
  const fd = fs.openSync(file, 'r');
  const lines = new AbridgedLines(fd, fs.statSync(file).size);
  try {
    const all: ReadLine[] = [];
    for (let batch = lines.next(); batch !== null; batch = lines.next()) all.push(...readLines(batch));
    return all;
  } finally {
    lines.close();
    fs.closeSync(fd);
  }
}

const texts = (content: string | Buffer) => linesOf(content).map(({ text }) => text?.trimEnd() ?? null);

describe('the lines of a file', () => {
  it('are none of an empty file', () => expect(linesOf('')).toEqual([]));

  it('are split at LF alone, lose a CR before it, and are left out where they are empty', () => {
    expect(texts('a\r\nb\u2028c\u2029d\u0085e\rf\n\n\r\n g \n')).toEqual([
      'a',
      'b\u2028c\u2029d\u0085e\rf',
      ' g',
    ]);
  });

  it('have their places', () => {
    expect(linesOf('\ufeffab\r\n\ncd\nef')).toMatchObject([
      { number: 1, byteOffset: 3, sizeBytes: 2, isOpenEnded: false },
      { number: 3, byteOffset: 8, sizeBytes: 2, isOpenEnded: false },
      { number: 4, byteOffset: 11, sizeBytes: 2, isOpenEnded: true },
    ]);
  });

  it('keep a CR at the end of a file that ends in the middle of a line', () => {
    expect(linesOf('a\r')).toMatchObject([{ sizeBytes: 2, isOpenEnded: true }]);
  });

  it('have their long strings cut, however long they are and wherever the file is read in two', () => {
    for (const lead of [1024 * 1024 - 3, 1024 * 1024 - 2, 1024 * 1024 - 1, 1024 * 1024, 3_000_000]) {
      const long = JSON.stringify([`${'x'.repeat(lead)}é😀`, 'end']);
      expect(texts(`{"a":1}\r\n${long}\r\n{"b":2}\n`)).toEqual([
        '{"a":1}',
        JSON.stringify(['x'.repeat(400), 'end']),
        '{"b":2}',
      ]);
    }
  });

  it('come in batches of bounded size', () => {
    expect(linesOf('{}\n'.repeat(50_000))).toHaveLength(50_000);
  });

  it('are not read that are not UTF-8, wherever they stand', () => {
    const bad = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}')]);
    const long = Buffer.concat([Buffer.alloc(1_500_000, 'x'), Buffer.from([0xc3]), Buffer.from('x')]);
    const lines = [bad, Buffer.from('{"é":1}'), bad, Buffer.from('{"b":2}'), long, Buffer.from('{"c":3}')];
    const content = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
    expect(texts(content)).toEqual([null, '{"é":1}', null, '{"b":2}', null, '{"c":3}']);
  });

  it('are not read where a string is none of JSON, or what is left is long all the same', () => {
    const broken = `{"a":"${'x'.repeat(1_200_000)}\u0001"}`;
    const many = JSON.stringify(Array.from({ length: 400_000 }, (_, at) => at));
    expect(texts(`${broken}\n${many}\n{"c":3}\n${broken}\n`)).toEqual([null, null, '{"c":3}', null]);
  });

  it('are those that splitting the whole text gives', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ text })),
      fc
        .integer({ min: 1, max: 40 })
        .map((times) => JSON.stringify({ text: '😀é\\"x'.repeat(times * 8_000) })),
      fc.constantFrom('', ' ', '\r', '{"a":', '"'),
    );
    const content = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(content, (whole) => {
        const expected = whole
          .split('\n')
          .map((text, at, all) => (at < all.length - 1 ? text.replace(/\r$/, '') : text))
          .filter((text) => text !== '')
          .map(soundText);
        expect(linesOf(whole).map(({ text }) => soundText(text))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
