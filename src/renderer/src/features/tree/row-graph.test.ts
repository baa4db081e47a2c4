import { describe, expect, it } from 'vitest';
import { BROKEN_PARENT, NO_PARENT } from '../../../../shared/model/heads';
import { findBranches } from '../../../../shared/tree/branches';
import { layoutLanes } from '../../../../shared/tree/lanes';
import { treeShape } from '../../../../shared/tree/shape';
import { randomParents } from '../../../../shared/tree/test-support/random-parents';
import { ViewedPath } from '../entry/viewed-path';
import { graphWidth, laneX } from './lane-geometry';
import { type DrawnTree, type GraphLine, type RowGraph, rowGraph } from './row-graph';

// 0 ─ 1 ┬ 2 ─ 3        (first branch)
//       ├ 4            (second branch)
//       └ 5 ─ 6        (last branch: goes on in the lane of 1)
const parents = Int32Array.of(NO_PARENT, 0, 1, 2, 1, 1, 5);
const { numbers } = findBranches(parents, new Uint8Array(parents.length));
const graph = (row: number, leaf: number) => rowGraph(drawnOf(parents, leaf), row);

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

const LANES = [laneX(0), laneX(1)];

function strokeOf({ fromX, toX, top, bottom }: GraphLine) {
  return { from: LANES.indexOf(fromX), to: LANES.indexOf(toX), top, bottom };
}

function curveOf({ lines }: RowGraph): GraphLine | undefined {
  return lines.find(({ fromX, toX }) => fromX !== toX);
}

/** The first lane, where it goes past a row of another one. */
function passingOf({ lines }: RowGraph): GraphLine | undefined {
  return lines.find(({ fromX, top, bottom }) => fromX === LANES[0] && bottom - top === 1);
}

describe('the drawing beside a row', () => {
  it('starts a root without a line from above', () => {
    expect(graph(0, 6).lines.map(strokeOf)).toEqual([{ from: 0, to: 0, top: 0.5, bottom: 1 }]);
  });

  it('curves from the lane of the fork where a branch leaves it, in the colour of the branch', () => {
    const curve = curveOf(graph(2, 6));
    expect(curve && strokeOf(curve)).toEqual({ from: 0, to: 1, top: 0, bottom: 0.5 });
    expect(curve?.branch).toBe(numbers[2]);
    const second = curveOf(graph(4, 6));
    expect(second?.branch).not.toBe(curve?.branch);
  });

  it('keeps the lane of the fork open beside its earlier branches', () => {
    for (const row of [2, 3, 4]) {
      expect(passingOf(graph(row, 6))?.branch).toBe(numbers[1]);
    }
  });

  it('goes straight on into the last branch', () => {
    expect(graph(5, 6).lines.map(strokeOf)).toEqual([
      { from: 0, to: 0, top: 0, bottom: 0.5 },
      { from: 0, to: 0, top: 0.5, bottom: 1 },
    ]);
  });

  it('ends where nothing follows', () => {
    expect([3, 4, 5, 6].map((row) => graph(row, 6).isEnd)).toEqual([true, true, false, true]);
  });

  it('marks the viewed path: past the earlier branches when it leads to a later one', () => {
    const passing = (row: number, leaf: number) => passingOf(graph(row, leaf))?.isViewed;
    expect(passing(3, 6)).toBe(true);
    expect(passing(3, 3)).toBe(false);
    expect(passing(4, 3)).toBe(false);
    // The curve into the viewed branch is marked, and the half line down from the fork with it.
    expect(curveOf(graph(2, 3))?.isViewed).toBe(true);
    expect(graph(1, 3).lines.every((line) => line.isViewed)).toBe(true);
    expect(graph(3, 3).lines.filter((line) => line.isViewed)).toHaveLength(1);
  });

  it('draws a missing parent as a break, not as a root', () => {
    const broken = Int32Array.of(NO_PARENT, 0, BROKEN_PARENT, 2);
    const drawn = rowGraph(drawnOf(broken, 3), 2);
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
    const drawn = rowGraph(deep, depth - 1);
    expect(deepLayout.laneCount).toBeGreaterThan(900);
    expect(graphWidth(deepLayout.laneCount)).toBeLessThanOrEqual(140);
    expect(drawn.x).toBeLessThan(graphWidth(deepLayout.laneCount));
    expect(drawn.lines.length).toBeLessThan(60);
  });
});

describe('the viewed path beside a random tree', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'takes the lane of the fork it goes past, on each line it passes (seed %i)',
    (seed) => {
      const random = randomParents(60, seed);
      for (let leaf = 0; leaf < 60; leaf += 7) {
        const drawn = drawnOf(random, leaf);
        const { lineOf, outer, lane } = drawn.shown.layout;
        for (const row of random.keys()) {
          const passing: number[] = [];
          for (let fork = outer[row] ?? -1; fork >= 0; fork = outer[fork] ?? -1) {
            if ((lineOf[drawn.path.next(fork)] ?? -1) > (lineOf[row] ?? 0))
              passing.push(laneX(lane[fork] ?? 0));
          }
          const viewed = rowGraph(drawn, row).lines.filter(
            ({ isViewed, top, bottom }) => isViewed && bottom - top === 1,
          );
          expect(viewed.map(({ fromX }) => fromX)).toEqual(passing);
        }
      }
    },
  );
});

describe('the place of a lane', () => {
  it('never moves back to the left', () => {
    for (let lane = 1; lane < 200; lane++) expect(laneX(lane)).toBeGreaterThanOrEqual(laneX(lane - 1));
  });
});
