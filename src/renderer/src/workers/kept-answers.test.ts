import { expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers';

it('lets go of the answers kept longest ago, and never of the last one', () => {
  const kept = new KeptAnswers<string>(10);
  kept.keep('a', 'A', 4);
  kept.keep('b', 'B', 4);
  kept.keep('c', 'C', 4);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([undefined, 'B', 'C']);
  kept.keep('d', 'D', 50);
  expect(['b', 'c', 'd'].map((key) => kept.get(key))).toEqual([undefined, undefined, 'D']);
});

it('counts an answer once, however often it is kept', () => {
  const kept = new KeptAnswers<string>(10);
  kept.keep('a', 'A', 5);
  for (let again = 0; again < 5; again += 1) kept.keep('b', 'B', 5);
  expect(kept.get('a')).toBe('A');
});
