import { describe, expect, it } from 'vitest';
import { MAX_ITEMS, windowAround } from './item-window';

describe('the part of a path that is listed', () => {
  it('is all of an ordinary path', () => {
    expect(windowAround(5000, 4999, null)).toEqual({ from: 0, to: 5000 });
  });

  it('has the wanted item, and never more than an element can hold', () => {
    const count = 1_000_000;
    for (const index of [0, 1, 499_999, 999_999]) {
      const { from, to } = windowAround(count, index, null);
      expect(to - from).toBe(MAX_ITEMS);
      expect(index).toBeGreaterThanOrEqual(from);
      expect(index).toBeLessThan(to);
      expect(to).toBeLessThanOrEqual(count);
    }
  });

  it('stays where it is while it has the wanted item', () => {
    const current = { from: 100_000, to: 100_000 + MAX_ITEMS };
    expect(windowAround(1_000_000, current.to - 1, current)).toBe(current);
    expect(windowAround(1_000_000, current.to, current)).not.toBe(current);
    expect(windowAround(current.to - 1, current.from, current).to).toBeLessThan(current.to);
  });
});
