import { expect, it } from 'vitest';
import { sessionTotals, shortId } from './session-totals';
import { indexOf } from './test-support/heads';

it('counts the ends of branches and adds up tokens', () => {
  const forked = indexOf(['a', 'b', 'c', 'd'], { parents: [-1, 0, 0, 2] });
  expect(sessionTotals(forked)).toEqual({ branchCount: 2, tokens: 1 + 2 + 3 + 4 });
});

it('tells no tokens reported from none used', () => {
  expect(sessionTotals(indexOf([]))).toEqual({ branchCount: 0, tokens: null });
});

it('keeps short ids whole', () => {
  expect([shortId('42'), shortId('12345678'), shortId('01a22bcc-71e0-8fb0')]).toEqual([
    '42',
    '12345678',
    '…8fb0',
  ]);
});
