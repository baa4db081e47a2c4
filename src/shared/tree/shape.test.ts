import { describe, expect, it } from 'vitest';
import { commonAncestor, newestLeafBelow, pathTo, treeShape } from './shape';
import { randomParents } from './test-support/random-parents';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

function naiveChildren(parents: Int32Array, row: number): number[] {
  return [...parents.keys()].filter((child) => parents[child] === row);
}

function naivePath(parents: Int32Array, leaf: number): number[] {
  const path: number[] = [];
  for (let row = leaf; row >= 0; row = parents[row] ?? -1) path.unshift(row);
  return path;
}

function children(shape: ReturnType<typeof treeShape>, row: number): number[] {
  const list: number[] = [];
  for (let child = shape.firstChild[row] ?? -1; child !== -1; child = shape.nextSibling[child] ?? -1)
    list.push(child);
  return list;
}

describe('treeShape', () => {
  it.each(SEEDS)('lists children and roots in stored order (seed %i)', (seed) => {
    const parents = randomParents(80, seed);
    const shape = treeShape(parents);
    for (const row of parents.keys()) {
      expect(children(shape, row)).toEqual(naiveChildren(parents, row));
      expect(shape.childCount[row]).toBe(naiveChildren(parents, row).length);
    }
    expect([...shape.roots]).toEqual([...parents.keys()].filter((row) => (parents[row] ?? -1) < 0));
    expect(shape.count).toBe(parents.length);
  });

  it('is nothing for nothing', () => {
    expect(treeShape(new Int32Array(0))).toMatchObject({ count: 0, roots: new Int32Array(0) });
  });

  it('takes 13,500 children of one entry and 1,000 islands', () => {
    const parents = Int32Array.from({ length: 14_501 }, (_, row) => (row > 0 && row <= 13_500 ? 0 : -1));
    const shape = treeShape(parents);
    expect(children(shape, 0)).toEqual(Array.from({ length: 13_500 }, (_, index) => index + 1));
    expect(shape.roots.length).toBe(1001);
  });
});

describe('pathTo', () => {
  it.each(SEEDS)('goes from the root down to any row (seed %i)', (seed) => {
    const parents = randomParents(80, seed);
    for (const row of parents.keys()) expect([...pathTo(parents, row)]).toEqual(naivePath(parents, row));
  });

  it('is empty for rows that do not exist, and whole at depth 100,000', () => {
    const chain = Int32Array.from({ length: 100_000 }, (_, row) => row - 1);
    expect(pathTo(chain, -1).length).toBe(0);
    expect(pathTo(chain, 100_000).length).toBe(0);
    const path = pathTo(chain, 99_999);
    expect([path.length, path[0], path[99_999]]).toEqual([100_000, 0, 99_999]);
  });
});

describe('newestLeafBelow', () => {
  it.each(SEEDS)('is the newest of all rows below (seed %i)', (seed) => {
    const parents = randomParents(80, seed);
    for (const top of parents.keys()) {
      const below = [...parents.keys()].filter((row) => naivePath(parents, row).includes(top));
      expect(newestLeafBelow(parents, top)).toBe(Math.max(...below));
    }
  });
});

describe('commonAncestor', () => {
  it.each(SEEDS)('is the deepest row two paths share (seed %i)', (seed) => {
    const parents = randomParents(40, seed);
    for (const a of parents.keys()) {
      for (const b of parents.keys()) {
        const pathB = naivePath(parents, b);
        const shared = naivePath(parents, a).filter((row) => pathB.includes(row));
        expect(commonAncestor(parents, a, b)).toBe(shared.at(-1) ?? -1);
      }
    }
  });

  it('finds none for rows that do not exist', () => {
    expect(commonAncestor(Int32Array.of(-1, 0), -1, 1)).toBe(-1);
  });
});
