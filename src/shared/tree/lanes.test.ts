import { describe, expect, it } from 'vitest';
import { type LaneLayout, layoutLanes } from './lanes';
import { treeShape } from './shape';
import { randomParents } from './test-support/random-parents';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The rule, told once more by recursion: depth first, the last child stays in its parent's lane. */
function naiveLayout(parents: Int32Array) {
  const rowAt: number[] = [];
  const lane = new Map<number, number>();
  const outer = new Map<number, number>();
  const visit = (row: number, ownLane: number, ownOuter: number): void => {
    rowAt.push(row);
    lane.set(row, ownLane);
    outer.set(row, ownOuter);
    const children = [...parents.keys()].filter((child) => parents[child] === row);
    for (const [index, child] of children.entries()) {
      const isLast = index === children.length - 1;
      visit(child, isLast ? ownLane : ownLane + 1, isLast ? ownOuter : row);
    }
  };
  for (const [row, parent] of parents.entries()) if (parent < 0) visit(row, 0, -1);
  return { rowAt, lane, outer };
}

function layout(parents: Int32Array): LaneLayout {
  return layoutLanes(treeShape(parents));
}

describe('layoutLanes', () => {
  it.each(SEEDS)('agrees with the rule told by recursion (seed %i)', (seed) => {
    const parents = randomParents(100, seed);
    const naive = naiveLayout(parents);
    const lanes = layout(parents);
    const rows = [...parents.keys()];
    expect([...lanes.rowAt]).toEqual(naive.rowAt);
    expect([...lanes.lane]).toEqual(rows.map((row) => naive.lane.get(row)));
    expect([...lanes.outer]).toEqual(rows.map((row) => naive.outer.get(row)));
    expect(lanes.laneCount).toBe(Math.max(...lanes.lane) + 1);
  });

  it.each(SEEDS)('gives every row a line, and lines go down from parent to child (seed %i)', (seed) => {
    const parents = randomParents(100, seed);
    const { rowAt, lineOf } = layout(parents);
    for (const row of parents.keys()) {
      expect(rowAt[lineOf[row] ?? -1]).toBe(row);
      const parent = parents[row] ?? -1;
      if (parent >= 0) expect(lineOf[parent]).toBeLessThan(lineOf[row] ?? -1);
    }
  });

  it.each(SEEDS)('keeps an open lane free: nothing crosses it before its fork goes on (seed %i)', (seed) => {
    const parents = randomParents(100, seed);
    const { lane, lineOf, rowAt, outer } = layout(parents);
    const lastChild = new Map<number, number>();
    for (const [row, parent] of parents.entries()) if (parent >= 0) lastChild.set(parent, row);
    for (const [parent, child] of lastChild) {
      // Between a fork and its last branch, the fork's lane is a mere line: whatever is drawn is to its right.
      for (let line = (lineOf[parent] ?? 0) + 1; line < (lineOf[child] ?? 0); line++) {
        expect(lane[rowAt[line] ?? -1]).toBeGreaterThan(lane[parent] ?? 0);
      }
    }
    for (const row of parents.keys()) {
      // Following `outer` names exactly one fork for each lane left of the row.
      let forks = 0;
      for (let fork = outer[row] ?? -1; fork >= 0; fork = outer[fork] ?? -1) forks += 1;
      expect(forks).toBe(lane[row]);
    }
  });

  it('draws nothing for nothing', () => {
    expect(layout(new Int32Array(0))).toMatchObject({ laneCount: 0 });
  });

  it('needs one lane for a chain 100,000 deep', () => {
    const lanes = layout(Int32Array.from({ length: 100_000 }, (_, row) => row - 1));
    expect([lanes.laneCount, lanes.lineOf[99_999]]).toEqual([1, 99_999]);
  });

  it('needs two lanes for 13,500 children of one entry', () => {
    const lanes = layout(Int32Array.from({ length: 13_501 }, (_, row) => (row === 0 ? -1 : 0)));
    expect(lanes.laneCount).toBe(2);
    expect([...lanes.rowAt]).toEqual([...Array(13_501).keys()]);
  });

  it('lays out 50,000 forks one inside the other in linear time', () => {
    // Every second row is a leaf beside the row that goes on: the worst case for anything that rescans.
    const parents = Int32Array.from({ length: 100_000 }, (_, row) =>
      row === 0 ? -1 : row - 1 - ((row + 1) % 2),
    );
    const start = performance.now();
    const lanes = layout(parents);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(lanes.lineOf[0]).toBe(0);
  });
});
