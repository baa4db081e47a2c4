import { describe, expect, it } from 'vitest';
import { FLAG } from '../model/heads';
import { outlineOf, STOP, stopAt, stopsBySlice } from './outline';
import { pathItems } from './path-items';
import { pathTo } from './shape';
import { sessionOf } from './test-support/session';

// 0 user, 1 calls twice, 2 answers, 3 fails, 4 text, 5 compaction, 6 user with a label
const index = sessionOf([
  { kind: 'user' },
  { callCount: 2 },
  { kind: 'tool_result', callRow: 1 },
  { kind: 'tool_result', callRow: 1, flags: FLAG.error },
  {},
  { kind: 'compaction' },
  { kind: 'user' },
]);
const items = pathItems(index, pathTo(index.parents, 6), new Set());
const outline = outlineOf(index, items, { hasLabel: (row) => row === 6, isFork: (row) => row === 4 });

describe('the outline of a path', () => {
  it('has what stands out, with all that one entry is', () => {
    expect([...outline.items]).toEqual([0, 1, 2, 3, 4]);
    expect([...outline.stops]).toEqual([
      STOP.user,
      STOP.error,
      STOP.fork,
      STOP.summary,
      STOP.user | STOP.label,
    ]);
  });

  it('goes to the result that failed, not to the entry that called', () => {
    expect([...outline.rows]).toEqual([0, 3, 4, 5, 6]);
  });

  it('knows the last stop at or above an item', () => {
    const some = { ...outline, items: Int32Array.of(2, 5) };
    expect([0, 2, 4, 5, 9].map((item) => stopAt(some, item))).toEqual([-1, 0, 0, 1, 1]);
  });

  it('comes down to as many slices as can be seen', () => {
    expect([...stopsBySlice(outline, 5, 2)]).toEqual([
      STOP.user | STOP.error,
      STOP.fork | STOP.summary | STOP.user | STOP.label,
    ]);
    expect([...stopsBySlice({ ...outline, items: new Int32Array(0) }, 0, 3)]).toEqual([0, 0, 0]);
  });
});
