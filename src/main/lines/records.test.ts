import { describe, expect, it } from 'vitest';
import type { FoundRecord } from './found-record';
import { MAX_ABRIDGED_BYTES } from './json-scanner';
import { recordsOf } from './records';

const isRecord = (value: object) => 'type' in value;
const found = (line: string | Buffer, isOpenEnded = false) =>
  recordsOf(Buffer.from(line), isOpenEnded, isRecord);
/** Values, and faults of pieces by their texts. */
const shape = (line: string | Buffer, isOpenEnded = false) =>
  found(line, isOpenEnded).map(({ from, to, value, fault }: FoundRecord) => [
    value ?? Buffer.from(line).toString('utf8', from, to),
    fault,
  ]);

describe('the records of a line', () => {
  it('are the object it is', () => {
    expect(shape(' {"type":"a","n":1} ')).toEqual([[{ type: 'a', n: 1 }, null]]);
  });

  it('are none of a line of white space', () => expect(found('  \t ')).toEqual([]));

  it('have long strings cut, at once as in a line that had to be looked through', () => {
    const text = 'x'.repeat(5000);
    const [record] = found(JSON.stringify({ type: 'a', text }));
    expect(String(record?.value?.text)).toHaveLength(MAX_ABRIDGED_BYTES);
  });

  it('are two where a line break is missing', () => {
    expect(shape('{"type":"a"}{"type":"b"} {"type":"c"}')).toEqual([
      [{ type: 'a' }, null],
      [{ type: 'b' }, 'glued-record'],
      [{ type: 'c' }, 'glued-record'],
    ]);
  });

  it('are found behind one that was cut off', () => {
    expect(shape('{"type":"mess{"type":"b","text":"}{"}')).toEqual([
      ['{"type":"mess', 'damaged-line'],
      [{ type: 'b', text: '}{' }, 'recovered-record'],
    ]);
  });

  it('are no parts of one that was cut off', () => {
    expect(shape('{"type":"a","message":{"role":"user"},"more')).toEqual([
      ['{"type":"a","message":{"role":"user"},"more', 'damaged-line'],
    ]);
  });

  it('end in a piece where the line does not end', () => {
    expect(shape('{"type":"a"', true)).toEqual([['{"type":"a"', 'torn-tail']]);
    expect(shape('{"type":"x{"type":"a"} {"ty', true)).toEqual([
      ['{"type":"x', 'damaged-line'],
      [{ type: 'a' }, 'recovered-record'],
      ['{"ty', 'torn-tail'],
    ]);
    expect(shape('{"type":"a"}', true)).toEqual([[{ type: 'a' }, null]]);
  });

  it('have runs of zero bytes beside them', () => {
    expect(shape('\0\0\0{"type":"a"}')).toEqual([
      ['\0\0\0', 'nul-bytes'],
      [{ type: 'a' }, null],
    ]);
    expect(shape('\0'.repeat(700))).toEqual([['\0'.repeat(700), 'nul-bytes']]);
    expect(shape('{"type":"a","t":"x\0\0y"}')).toEqual([
      ['{"type":"a","t":"x', 'damaged-line'],
      ['\0\0', 'nul-bytes'],
      ['y"}', 'damaged-line'],
    ]);
  });

  it('are marked where bytes are not UTF-8', () => {
    const line = Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(shape(line)).toEqual([[{ type: '\ufffd' }, 'not-utf8']]);
  });

  it('keep half a surrogate pair', () => {
    expect(shape('{"type":"\\ud83d"}')).toEqual([[{ type: '\ud83d' }, null]]);
  });

  it.each(['[1]', '5', '"text"', 'null'])('are none that is JSON but no object: %s', (line) => {
    expect(shape(line)).toEqual([[line, 'not-an-object']]);
  });

  it('are looked for in bounded time', () => {
    const started = performance.now();
    found(`{"a":${'{"b":'.repeat(200_000)}`);
    found('{"'.repeat(500_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('cover a line but for white space, whatever it holds', () => {
    const line = '{"type":"a"}x{"type":"b"}\0\0 {{{ {"type":"c"} }';
    const pieces = found(line);
    const ink = pieces.map(({ from, to }) => line.slice(from, to)).join('');
    expect(ink.replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
  });
});
