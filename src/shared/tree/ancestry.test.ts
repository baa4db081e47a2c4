import { describe, expect, it } from 'vitest';
import { Ancestry } from './ancestry';
import { commonAncestor } from './shape';
import { randomParents } from './test-support/random-parents';

function ancestryOf(parents: Int32Array): Ancestry {
  const ancestry = new Ancestry();
  for (const parent of parents) ancestry.push(parent);
  return ancestry;
}

function naiveIsOnPath(parents: Int32Array, ancestor: number, row: number): boolean {
  for (let at = row; at >= 0; at = parents[at] ?? -1) if (at === ancestor) return true;
  return false;
}

describe('Ancestry', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('agrees with walking up on random trees (seed %i)', (seed) => {
    const parents = randomParents(200, seed);
    const ancestry = ancestryOf(parents);
    for (let row = 0; row < parents.length; row++) {
      for (let ancestor = 0; ancestor < parents.length; ancestor++) {
        const expected = naiveIsOnPath(parents, ancestor, row);
        if (ancestry.isOnPath(ancestor, row) !== expected)
          throw new Error(`${ancestor} above ${row}: ${expected}`);
      }
    }
  });

  it.each([1, 2, 3, 4])('finds where two paths part (seed %i)', (seed) => {
    const parents = randomParents(120, seed);
    const ancestry = ancestryOf(parents);
    for (let a = -1; a < parents.length; a++) {
      for (let b = -1; b < parents.length; b++) {
        const found = ancestry.commonAncestor(a, b);
        if (found !== commonAncestor(parents, a, b)) throw new Error(`${a} and ${b}: ${found}`);
      }
    }
  });

  it('counts breaks and parents that are not before their child as roots', () => {
    const ancestry = ancestryOf(Int32Array.of(-1, -2, 0, 3, 9));
    expect(ancestry.count).toBe(5);
    expect([0, 1, 2, 3, 4].map((row) => ancestry.isOnPath(0, row))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(ancestry.isOnPath(-1, 0)).toBe(false);
  });

  it('answers 200,000 questions about a chain 100,000 deep in no time', () => {
    const count = 100_000;
    const ancestry = ancestryOf(Int32Array.from({ length: count }, (_, row) => row - 1));
    const start = performance.now();
    let found = 0;
    for (let row = 0; row < count; row++) {
      if (ancestry.isOnPath(row >>> 1, row)) found += 1;
      if (ancestry.isOnPath(0, row)) found += 1;
    }
    expect(found).toBe(2 * count);
    // Walking up would take 10^10 steps; this takes some 5 million.
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
