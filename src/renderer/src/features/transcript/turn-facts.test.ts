import { expect, it } from 'vitest';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import { formatCost, turnDurationMs, usageWords } from './turn-facts';

it('prints what little a turn cost, and the cents of what is more', () => {
  expect([0, 0.00001, 0.009196, 0.0999, 0.1, 12.345].map(formatCost)).toEqual([
    '$0',
    '< $0.0001',
    '$0.0092',
    '$0.0999',
    '$0.10',
    '$12.35',
  ]);
});

it('tells what tokens are made of, as far as the record says', () => {
  const none = { input: null, output: null, cacheRead: null, cacheWrite: null, total: 9, cost: null };
  expect(usageWords(none)).toBe('');
  expect(usageWords({ ...none, input: 765, output: 0, cacheRead: 6880 })).toBe(
    '765 in, 0 out, 6,880 from the cache',
  );
});

it('takes the time of an answer from the message before it, past bookkeeping', () => {
  const index = sessionOf([
    { kind: 'user', timeMs: 1_000 },
    { kind: 'label', timeMs: 9_000 },
    { kind: 'assistant', timeMs: 3_500 },
    { kind: 'assistant', timeMs: 2_000 },
    { kind: 'user', timeMs: 8_000 },
  ]);
  expect([0, 1, 2, 3, 4].map((row) => turnDurationMs(index, row))).toEqual([
    Number.NaN,
    Number.NaN,
    2_500,
    Number.NaN,
    Number.NaN,
  ]);
});
