import { expect, it } from 'vitest';
import { sessionTotals } from './session-totals';
import { indexOf } from './test-support/heads';

it('counts the ends of branches and adds up tokens', () => {
  const forked = indexOf(['a', 'b', 'c', 'd'], { parents: [-1, 0, 0, 2] });
  expect(sessionTotals(forked)).toEqual({ branchCount: 2, tokens: 1 + 2 + 3 + 4 });
});

it('tells no tokens reported from none used', () => {
  expect(sessionTotals(indexOf([]))).toEqual({ branchCount: 0, tokens: null });
});
