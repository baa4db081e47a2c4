import { expect, it } from 'vitest';
import { pathItems } from '../../../../shared/tree/path-items';
import { pathTo } from '../../../../shared/tree/shape';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import { isInRange, rowsInRange } from './entry-range';

it('holds items in either order, with the results in them in the order of the path', () => {
  // 0 user, 1 calls, 2 bookkeeping, 3 answers 1, 4 text
  const index = sessionOf([
    { kind: 'user' },
    { callCount: 1 },
    { kind: 'label' },
    { kind: 'tool_result', callRow: 1 },
    {},
  ]);
  const items = pathItems(index, pathTo(index.parents, 4), new Set());
  expect([...items.rows]).toEqual([0, 1, 2, 4]);
  expect(rowsInRange(items, { from: 2, to: 1 })).toEqual([1, 2, 3]);
  expect(rowsInRange(items, { from: 0, to: 9 })).toEqual([0, 1, 2, 3, 4]);
  expect([0, 1, 2, 3].map((item) => isInRange({ from: 2, to: 1 }, item))).toEqual([false, true, true, false]);
  expect(isInRange(null, 0)).toBe(false);
});
