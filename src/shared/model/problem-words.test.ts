import { expect, it } from 'vitest';
import { problemWords } from './problem-words';

it('counts in words', () => {
  expect(problemWords('torn-tail', 1)).toBe('torn last line');
  expect(problemWords('call-without-result', 12)).toBe('calls without result');
});

it('reads out a code that has no words, and one that is the name of a thing every object has', () => {
  expect(problemWords('some-new-code', 2)).toBe('some new code');
  expect(problemWords('constructor', 1)).toBe('constructor');
});
