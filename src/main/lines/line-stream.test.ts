import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { type FileLine, LineStream } from './line-stream';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'lines');
});
afterEach(() => folders.remove());

function linesOf(content: string | Buffer, maxLineBytes = 64 * 1024 * 1024): FileLine[] {
  fs.writeFileSync(file, content);
  const fd = fs.openSync(file, 'r');
  try {
    const stream = new LineStream(fd, fs.statSync(file).size, maxLineBytes);
    const all: FileLine[] = [];
    for (let lines = stream.next(); lines !== null; lines = stream.next()) all.push(...lines.map(ownLine));
    return all;
  } finally {
    fs.closeSync(fd);
  }
}

/** A line with bytes of its own: others are read over those of the stream. */
function ownLine(line: FileLine): FileLine {
  const { chunk, from, sizeBytes } = line;
  return { ...line, from: 0, chunk: chunk && Buffer.from(chunk.subarray(from, from + sizeBytes)) };
}

const texts = (content: string | Buffer) => linesOf(content).map(({ chunk }) => chunk?.toString());

describe('the lines of a file', () => {
  it('are none of an empty file', () => expect(linesOf('')).toEqual([]));

  it('are split at LF alone, and lose a CR before it', () => {
    expect(texts('a\r\nb\u2028c\u2029d\u0085e\rf\n\n g \n')).toEqual([
      'a',
      'b\u2028c\u2029d\u0085e\rf',
      '',
      ' g ',
    ]);
  });

  it('have their places', () => {
    expect(linesOf('\ufeffab\r\ncd\nef')).toMatchObject([
      { number: 1, byteOffset: 3, sizeBytes: 2, isOpenEnded: false },
      { number: 2, byteOffset: 7, sizeBytes: 2, isOpenEnded: false },
      { number: 3, byteOffset: 10, sizeBytes: 2, isOpenEnded: true },
    ]);
  });

  it('keep a CR at the end of a file that ends in the middle of a line', () => {
    expect(texts('a\r')).toEqual(['a\r']);
  });

  it('are whole wherever a chunk ends', () => {
    const long = 'x'.repeat(1024 * 1024 - 3);
    const content = `${long}\r\né\n${'y'.repeat(3 * 1024 * 1024)}\nend`;
    expect(texts(content)).toEqual([long, 'é', 'y'.repeat(3 * 1024 * 1024), 'end']);
  });

  it('tell only the size of one that is too long', () => {
    const [first, second] = linesOf(`${'x'.repeat(5000)}\nab\n`, 1000);
    expect(first).toMatchObject({
      number: 1,
      byteOffset: 0,
      sizeBytes: 5000,
      chunk: null,
      isOpenEnded: false,
    });
    expect(second).toMatchObject({ number: 2, byteOffset: 5001, sizeBytes: 2 });
  });
});
