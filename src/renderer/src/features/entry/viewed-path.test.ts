import { describe, expect, it } from 'vitest';
import { ViewedPath } from './viewed-path';

describe('ViewedPath', () => {
  it('tells rows on the path from rows beside it', () => {
    const path = new ViewedPath(Int32Array.of(-1, 0, 1, 1), 3);
    expect(Array.from(path.rows)).toEqual([0, 1, 3]);
    expect([0, 1, 2, 3].map((row) => path.has(row))).toEqual([true, true, false, true]);
    expect([0, 1, 2, 3].map((row) => path.next(row))).toEqual([1, 3, -1, -1]);
  });

  it('is empty without a leaf', () => {
    const path = new ViewedPath(Int32Array.of(-1, 0), -1);
    expect(path.rows).toHaveLength(0);
    expect(path.has(0)).toBe(false);
  });

  it('follows a chain of 100,000 entries', () => {
    const parents = Int32Array.from({ length: 100_000 }, (_, row) => row - 1);
    const path = new ViewedPath(parents, 99_999);
    expect(path.rows).toHaveLength(100_000);
    expect(path.next(49_999)).toBe(50_000);
  });
});
