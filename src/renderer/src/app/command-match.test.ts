import { expect, it } from 'vitest';
import { bestMatches, matchScore } from './command-match';

const titles = ['Open file…', 'Close file', 'Show file in folder', 'Theme: dark', 'Reload file'];
const find = (query: string) => bestMatches(titles, (title) => title, query, 10);

it('finds a command by the beginnings of its words, in any order', () => {
  expect(find('clo')).toEqual(['Close file']);
  expect(find('dark th')).toEqual(['Theme: dark']);
  expect(find('fold show')).toEqual(['Show file in folder']);
});

it('puts whole words before beginnings and those before the middle of a word', () => {
  const scores = ['load', 'loading', 'reload'].map((text) => matchScore(text, 'load') ?? -1);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

it('finds nothing rather than something else', () => {
  expect(find('close folder')).toEqual([]);
  expect(matchScore('Close file', 'x')).toBe(null);
});

it('keeps the given order while nothing is typed, up to the limit', () => {
  expect(bestMatches(titles, (title) => title, '  ', 2)).toEqual(['Open file…', 'Close file']);
});
