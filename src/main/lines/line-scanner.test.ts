import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineScanner } from './line-scanner';

const MARKER = 'mm';

/** Text of the bytes that matter, in any mixture. */
const texts = fc.string({ unit: fc.constantFrom('a', 'm', '\n', '\r', ' ', '\t', 'ä'), maxLength: 60 });

function scanned(bytes: Buffer, cuts: readonly number[]) {
  const scanner = new LineScanner(MARKER);
  // No chunk but the last is shorter than a byte order mark: a file is read in large ones.
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    const end = Math.min(bytes.length, at + Math.max(3, cut));
    if (end > at) scanner.push(bytes.subarray(at, end));
    at = end;
  }
  const table = scanner.finish();
  const lines = Array.from({ length: table.count }, (_, row) => table.at(row));
  return {
    lines: lines.map((line) => ({
      number: line?.number,
      text: bytes.toString('utf8', line?.byteOffset, (line?.byteOffset ?? 0) + (line?.sizeBytes ?? 0)),
    })),
    markedRows: table.markedRows,
  };
}

/** The same by splitting the whole text. */
function split(text: string) {
  const all = text.split('\n').map((line, at, { length }) => ({
    number: at + 1,
    // The last piece has no ending.
    text: at === length - 1 ? line : line.replace(/\r$/, ''),
  }));
  const lines = all.filter((line) => /[^ \t\r]/.test(line.text));
  return { lines, markedRows: lines.flatMap((line, row) => (line.text.includes(MARKER) ? [row] : [])) };
}

it('finds the lines of any text, however it is cut into chunks', () => {
  fc.assert(
    fc.property(
      texts,
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 10 }),
      fc.boolean(),
      (text, cuts, hasMark) => {
        const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text);
        expect(scanned(bytes, cuts)).toEqual(split(text));
      },
    ),
    { numRuns: 2000 },
  );
});
