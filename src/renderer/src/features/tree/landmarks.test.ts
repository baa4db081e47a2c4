import { expect, it } from 'vitest';
import { BROKEN_PARENT, FLAG } from '../../../../shared/model/heads';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import { visibleTree } from '../../../../shared/tree/visible-tree';
import { sessionTree } from '../entry/session-tree';
import { type Landmark, nextLandmark } from './landmarks';

// 0 ┬ 1 ─ 2 (problem)      3, a move of the leaf below 1, makes no fork of it
//   └ 4 (user)             5, an island
const index = sessionOf([
  {},
  {},
  { flags: FLAG.problem },
  { kind: 'leaf_move', parentRow: 1 },
  { kind: 'user', parentRow: 0 },
  { parentRow: BROKEN_PARENT },
]);
const tree = sessionTree({ index, status: 'complete' });
const columns = { parents: index.parents, callCounts: index.callCounts, apart: new Uint8Array(6) };
const next = (landmark: Landmark, from: number, step: -1 | 1, keep: Uint8Array | null = null) =>
  nextLandmark(
    tree,
    visibleTree(columns, keep, { isFolded: false, except: new Set() }),
    from,
    landmark,
    step,
  );

it('branch points, user messages and problems are found above and below', () => {
  expect([next('branch-point', 2, -1), next('branch-point', 0, 1)]).toEqual([0, -1]);
  expect([next('user', 0, 1), next('user', 4, 1), next('user', 5, -1)]).toEqual([4, -1, 4]);
  expect([next('problem', 0, 1), next('problem', 2, 1), next('problem', 2, -1)]).toEqual([2, 5, -1]);
});

it('what is left out is gone past', () => {
  expect(next('problem', 0, 1, Uint8Array.of(1, 1, 0, 0, 1, 1))).toBe(5);
  // With 1 left out, its entry hangs on the fork itself.
  expect(next('branch-point', 5, -1, Uint8Array.of(1, 0, 1, 1, 1, 1))).toBe(0);
});
