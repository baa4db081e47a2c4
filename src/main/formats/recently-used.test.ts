import { expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used';

it('keeps the values used last, and drops the one that was not for longest', () => {
  const kept = new RecentlyUsed<number>(2);
  kept.keep('a', 1);
  kept.keep('b', 2);
  expect(kept.keep('a', kept.get('a') ?? 0)).toBe(1);
  kept.keep('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
});
