import { describe, expect, it } from 'vitest';
import { itemOf, pathItems } from './path-items';
import { pathTo } from './shape';
import { sessionOf } from './test-support/session';

const none: ReadonlySet<number> = new Set();

// 0 user, 1 calls twice, 2 and 3 answer, 4 text; 5 branches off at 1 and answers there
const index = sessionOf([
  { kind: 'user' },
  { callCount: 2 },
  { kind: 'tool_result', callRow: 1 },
  { kind: 'tool_result', callRow: 1 },
  {},
  { kind: 'tool_result', callRow: 1, parentRow: 1 },
]);

describe('items of a path', () => {
  it('puts results into the item of the entry that called', () => {
    const items = pathItems(index, pathTo(index.parents, 4), none);
    expect(Array.from(items.rows)).toEqual([0, 1, 4]);
    expect(items.resultsOf.get(1)).toEqual([2, 3]);
  });

  it('attaches only results on the path', () => {
    const items = pathItems(index, pathTo(index.parents, 5), none);
    expect(Array.from(items.rows)).toEqual([0, 1]);
    expect(items.resultsOf.get(1)).toEqual([5]);
  });

  it('leaves a result apart in its own place', () => {
    const items = pathItems(index, pathTo(index.parents, 4), new Set([3]));
    expect(Array.from(items.rows)).toEqual([0, 1, 3, 4]);
    expect(items.resultsOf.get(1)).toEqual([2]);
  });

  it('leaves a result without a call in its own place', () => {
    const orphan = sessionOf([{ kind: 'user' }, { kind: 'tool_result', callRow: -1 }]);
    expect(Array.from(pathItems(orphan, pathTo(orphan.parents, 1), none).rows)).toEqual([0, 1]);
  });

  it('finds the item that shows a row', () => {
    const items = pathItems(index, pathTo(index.parents, 4), none);
    expect(itemOf(index, items, 4)).toBe(2);
    expect(itemOf(index, items, 3)).toBe(1);
    expect(itemOf(index, items, 0)).toBe(0);
    expect(itemOf(index, pathItems(index, pathTo(index.parents, 0), none), 4)).toBe(-1);
  });
});
