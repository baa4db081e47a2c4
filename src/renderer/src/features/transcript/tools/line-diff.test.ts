import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff';

const signs = (before: string, after: string) =>
  lineDiff(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-', gap: '…' }[kind]}${text}`,
  );

describe('lineDiff', () => {
  it('tells which lines went and which came', () => {
    expect(signs('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual([' a', '-b', '+B', ' c', '+d']);
    expect(signs('', 'new')).toEqual(['+new']);
    expect(signs('gone\n', '')).toEqual(['-gone']);
    expect(signs('', '')).toEqual([]);
  });

  it('numbers the lines of whole files, and of no others', () => {
    expect(
      lineDiff('a\nb\n', 'a\nc\n', true).map(({ oldNumber, newNumber }) => [oldNumber, newNumber]),
    ).toEqual([
      [1, 1],
      [2, null],
      [null, 2],
    ]);
    expect(
      lineDiff('a', 'b').every(({ oldNumber, newNumber }) => oldNumber === null && newNumber === null),
    ).toBe(true);
  });

  it('shows texts that differ in too much one after the other, and soon', () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n');
    const lines = lineDiff(many('old'), many('new'));
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(20_000);
    expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(20_000);
  });
});
