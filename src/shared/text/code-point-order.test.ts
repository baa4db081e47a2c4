import { expect, it } from 'vitest';
import { compareCodePoints } from './code-point-order';

it('sorts as the UTF-8 bytes sort', () => {
  const texts = [
    '',
    'a',
    'a\u0000',
    'ab',
    'b',
    'é',
    '\ud7ff',
    '\ue000',
    '\ufb33',
    '\uffff',
    '\u{10000}',
    '😀',
    '😀a',
    '\u{10ffff}',
  ];
  const encoder = new TextEncoder();
  const bytesOf = (text: string) =>
    [...encoder.encode(text)].map((byte) => String.fromCharCode(byte)).join('');
  for (const left of texts)
    for (const right of texts) {
      const expected = Math.sign(
        Number(bytesOf(left) > bytesOf(right)) - Number(bytesOf(left) < bytesOf(right)),
      );
      expect(Math.sign(compareCodePoints(left, right)), `${left} ${right}`).toBe(expected);
    }
});
