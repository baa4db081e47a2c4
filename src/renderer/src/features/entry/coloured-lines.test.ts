import { describe, expect, it } from 'vitest';
import { colouredLines } from './coloured-lines';

const runs = (...pairs: readonly (readonly [end: number, token: number])[]) => ({
  ends: Uint32Array.from(pairs.map(([end]) => end)),
  tokens: Uint8Array.from(pairs.map(([, token]) => token)),
});

describe('lines of coloured code', () => {
  it('each have the colours of a run that goes over several of them', () => {
    expect(colouredLines('a /*\n*/ b', runs([2, 0], [7, 1], [9, 0]))).toEqual([
      [
        { text: 'a ', token: 'plain' },
        { text: '/*', token: 'comment' },
      ],
      [
        { text: '*/', token: 'comment' },
        { text: ' b', token: 'plain' },
      ],
    ]);
  });

  it('keep empty lines, and an empty one after the last line break', () => {
    expect(colouredLines('a\n\nb\n', runs([5, 0])).map((line) => line.map(({ text }) => text))).toEqual([
      ['a'],
      [],
      ['b'],
      [],
    ]);
  });

  it('leave out no text that the runs do not reach', () => {
    expect(colouredLines('abc\nd', runs([1, 2]))).toEqual([
      [
        { text: 'a', token: 'keyword' },
        { text: 'bc', token: 'plain' },
      ],
      [{ text: 'd', token: 'plain' }],
    ]);
  });
});
