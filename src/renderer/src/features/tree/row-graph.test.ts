import { describe, expect, it } from 'vitest';
import { BROKEN_PARENT, NO_PARENT } from '../../../../shared/model/heads';
import { findBranches } from '../../../../shared/tree/branches';
import { layoutLanes } from '../../../../shared/tree/lanes';
import { treeShape } from '../../../../shared/tree/shape';
import { ViewedPath } from '../entry/viewed-path';
import { graphWidth, laneX } from './lane-geometry';
import { type DrawnTree, rowGraph } from './row-graph';

// 0 ─ 1 ┬ 2 ─ 3        (first branch)
//       ├ 4            (second branch)
//       └ 5 ─ 6        (last branch: goes on in the lane of 1)
const parents = Int32Array.of(NO_PARENT, 0, 1, 2, 1, 1, 5);
const { numbers } = findBranches(parents, new Uint8Array(parents.length));
const graph = (row: number, leaf: number) => rowGraph(drawnOf(parents, leaf), row, 28);

/** A tree of users that is shown whole: places are rows. */
function drawnOf(all: Int32Array, leaf: number): DrawnTree {
  const wholeShape = treeShape(all);
  return {
    shown: {
      rows: Int32Array.from(all.keys()),
      shape: wholeShape,
      layout: layoutLanes(wholeShape),
    },
    numbers: findBranches(all, new Uint8Array(all.length)).numbers,
    path: new ViewedPath(all, leaf),
  };
}

describe('the drawing beside a row', () => {
  it('starts a root without a line from above', () => {
    expect(graph(0, 6).lines.map((line) => line.d)).toEqual([`M${laneX(0)} 14V28`]);
  });

  it('curves from the lane of the fork where a branch leaves it, in the colour of the branch', () => {
    const curve = graph(2, 6).lines.find((line) => line.d.includes('C'));
    expect(curve?.d.startsWith(`M${laneX(0)} 0`)).toBe(true);
    expect(curve?.d.endsWith(`${laneX(1)} 14`)).toBe(true);
    expect(curve?.branch).toBe(numbers[2]);
    const second = graph(4, 6).lines.find((line) => line.d.includes('C'));
    expect(second?.branch).not.toBe(curve?.branch);
  });

  it('keeps the lane of the fork open beside its earlier branches', () => {
    for (const row of [2, 3, 4]) {
      const passing = graph(row, 6).lines.find((line) => line.d === `M${laneX(0)} 0V28`);
      expect(passing?.branch).toBe(numbers[1]);
    }
  });

  it('goes straight on into the last branch', () => {
    expect(graph(5, 6).lines.map((line) => line.d)).toEqual([`M${laneX(0)} 0V14`, `M${laneX(0)} 14V28`]);
  });

  it('marks the viewed path: past the earlier branches when it leads to a later one', () => {
    const passing = (row: number, leaf: number) =>
      graph(row, leaf).lines.find((line) => line.d === `M${laneX(0)} 0V28`)?.isViewed;
    expect(passing(3, 6)).toBe(true);
    expect(passing(3, 3)).toBe(false);
    expect(passing(4, 3)).toBe(false);
    // The curve into the viewed branch is marked, and the half line down from the fork with it.
    expect(graph(2, 3).lines.find((line) => line.d.includes('C'))?.isViewed).toBe(true);
    expect(graph(1, 3).lines.every((line) => line.isViewed)).toBe(true);
    expect(graph(3, 3).lines.filter((line) => line.isViewed)).toHaveLength(1);
  });

  it('draws a missing parent as a break, not as a root', () => {
    const broken = Int32Array.of(NO_PARENT, 0, BROKEN_PARENT, 2);
    const drawn = rowGraph(drawnOf(broken, 3), 2, 28);
    expect(drawn.lines.filter((line) => line.isBreak)).toHaveLength(1);
  });

  it('stays within bounds when forks nest a thousand deep', () => {
    const depth = 1000;
    const nested = new Int32Array(depth * 2);
    // Every entry of the chain has a second child, added after the chain: all its lanes stay open.
    for (let row = 0; row < depth; row++) nested[row] = row - 1;
    for (let row = 0; row < depth; row++) nested[depth + row] = depth - 1 - row;
    const deep = drawnOf(nested, depth - 1);
    const deepLayout = deep.shown.layout;
    const drawn = rowGraph(deep, depth - 1, 28);
    expect(deepLayout.laneCount).toBeGreaterThan(900);
    expect(graphWidth(deepLayout.laneCount)).toBeLessThanOrEqual(140);
    expect(drawn.x).toBeLessThan(graphWidth(deepLayout.laneCount));
    expect(drawn.lines.length).toBeLessThan(60);
  });
});

describe('the place of a lane', () => {
  it('never moves back to the left', () => {
    for (let lane = 1; lane < 200; lane++) expect(laneX(lane)).toBeGreaterThanOrEqual(laneX(lane - 1));
  });
});
