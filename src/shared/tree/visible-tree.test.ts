import { describe, expect, it } from 'vitest';
import { BROKEN_PARENT, NO_PARENT } from '../model/heads';
import { randomFrom, randomParents } from './test-support/random-parents';
import { type Folding, isShown, lineOfRow, rowOnLine, visibleTree } from './visible-tree';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const UNFOLDED: Folding = { isFolded: false, except: new Set() };
const FOLDED: Folding = { isFolded: true, except: new Set() };

function columnsOf(parents: Int32Array, apart: readonly number[] = [], calls: readonly number[] = []) {
  const marked = new Uint8Array(parents.length);
  for (const row of apart) marked[row] = 1;
  const callCounts = new Uint16Array(parents.length);
  for (const row of calls) callCounts[row] = 1;
  return { parents, callCounts, apart: marked };
}

function chainOf(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, row) => row - 1);
}

describe('a tree with entries left out', () => {
  it.each(SEEDS)('hangs what is kept on the nearest kept entry above (seed %i)', (seed) => {
    const parents = randomParents(120, seed);
    const random = randomFrom(seed + 100);
    const keep = Uint8Array.from({ length: 120 }, () => (random(3) === 0 ? 1 : 0));
    const tree = visibleTree(columnsOf(parents), keep, UNFOLDED);
    const nearest = (row: number): number => {
      let at = row;
      while (at >= 0 && keep[at] === 0) at = parents[at] ?? -1;
      return at;
    };
    expect([...tree.rows]).toEqual([...parents.keys()].filter((row) => keep[row] === 1));
    for (const row of parents.keys()) {
      const shown = nearest(row);
      if (shown >= 0) expect(tree.rows[tree.places[row] ?? -1]).toBe(shown);
      else expect(tree.places[row]).toBe(shown);
      expect(isShown(tree, row)).toBe(keep[row] === 1);
    }
    for (const [place, row] of tree.rows.entries()) {
      const parent = parents[row] ?? -1;
      const above = parent < 0 ? parent : nearest(parent);
      const parentPlace = tree.shape.parents[place] ?? -1;
      expect(parentPlace < 0 ? parentPlace : tree.rows[parentPlace]).toBe(above);
      expect(rowOnLine(tree, lineOfRow(tree, row))).toBe(row);
    }
  });

  it('draws a break before what remains of an island, and joins it to nothing', () => {
    const parents = Int32Array.of(NO_PARENT, 0, BROKEN_PARENT, 2, 2);
    const tree = visibleTree(columnsOf(parents), Uint8Array.of(1, 1, 0, 1, 1), UNFOLDED);
    expect([...tree.shape.parents]).toEqual([NO_PARENT, 0, BROKEN_PARENT, BROKEN_PARENT]);
  });

  it('has nothing to show where nothing is kept', () => {
    const tree = visibleTree(columnsOf(chainOf(3)), new Uint8Array(3), UNFOLDED);
    expect(tree.shape.count).toBe(0);
    expect([rowOnLine(tree, 0), lineOfRow(tree, 1)]).toEqual([-1, -1]);
  });
});

describe('folded runs', () => {
  // 0 ─ 1 ─ 2 ─ 3 ─ 4 ─ 5 ┬ 6 ─ 7 ─ 8
  //                       └ 9 ─ 10 ─ 11 ─ 12 ─ 13
  const parents = Int32Array.of(-1, 0, 1, 2, 3, 4, 5, 6, 7, 5, 9, 10, 11, 12);

  it('leave the first and the last entry of a stretch to be read', () => {
    const tree = visibleTree(columnsOf(parents, [], [2, 3, 11]), null, FOLDED);
    expect([...tree.rows]).toEqual([0, 1, 5, 6, 7, 8, 9, 10, 13]);
    const fold = tree.places[1] ?? -1;
    expect([tree.runs.entriesAt(fold), tree.runs.callsAt(fold)]).toEqual([4, 2]);
    const other = tree.places[12] ?? -1;
    expect([tree.rows[other], tree.runs.entriesAt(other), tree.runs.callsAt(other)]).toEqual([10, 3, 1]);
    expect([tree.runs.count, tree.runs.foldedCount]).toEqual([2, 2]);
  });

  it('end at what is set apart', () => {
    const tree = visibleTree(columnsOf(parents, [11]), null, FOLDED);
    expect([...tree.rows]).toEqual([0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('fold and unfold one by one', () => {
    const one = visibleTree(columnsOf(parents), null, { isFolded: false, except: new Set([1]) });
    expect([...one.rows]).toEqual([0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect([one.runs.startOf(3), one.runs.startOf(11), one.runs.startOf(5)]).toEqual([1, 10, -1]);
    const other = visibleTree(columnsOf(parents), null, { isFolded: true, except: new Set([1]) });
    expect([...other.rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13]);
  });

  it('are runs of what the filter shows', () => {
    const keep = new Uint8Array(14).fill(1);
    keep[6] = 0;
    keep[7] = 0;
    keep[8] = 0;
    const tree = visibleTree(columnsOf(parents), keep, FOLDED);
    expect([...tree.rows]).toEqual([0, 1, 13]);
    expect(tree.runs.entriesAt(1)).toBe(9);
    // What is left out is still placed: at the fold that stands for the entry above it.
    expect(tree.places[8]).toBe(1);
  });

  it('fold 100,000 entries to three lines', () => {
    const tree = visibleTree(columnsOf(chainOf(100_000)), null, FOLDED);
    expect(tree.shape.count).toBe(3);
    expect(tree.runs.entriesAt(1)).toBe(99_998);
  });
});
