import { describe, expect, it } from 'vitest';
import { FLAG } from '../model/heads';
import { ENTRY_KINDS, isConversation, kindCode, kindOfCode } from '../model/kind';
import { branchEnd, branchFacts, branchStarts, findBranches, forkPosition, isBranchPoint } from './branches';
import { treeShape } from './shape';
import { randomFrom, randomParents } from './test-support/random-parents';
import { sessionOf } from './test-support/session';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

function randomKinds(count: number, seed: number): Uint8Array {
  const random = randomFrom(seed * 7);
  return Uint8Array.from({ length: count }, () => random(ENTRY_KINDS.length));
}

// 0 ─ 1 ┬ 2            then bookkeeping: 3, and 4, a move of the leaf
//       ├ 5 (label)    bookkeeping alone: no branch
//       ├ 6 ┬ 7
//       │   └ 8
//       └ 9 (leaf move)
const session = sessionOf([
  { kind: 'user' },
  {},
  {},
  { kind: 'session_info' },
  { kind: 'leaf_move', parentRow: 3 },
  { kind: 'label', parentRow: 1 },
  { kind: 'user', parentRow: 1 },
  { parentRow: 6 },
  { parentRow: 6 },
  { kind: 'leaf_move', parentRow: 1 },
]);
const shape = treeShape(session.parents);
const branches = findBranches(session.parents, session.kinds);

describe('the branches of a session', () => {
  it('are its leaves once bookkeeping without conversation below is left out', () => {
    expect([...branches.tips]).toEqual([2, 7, 8]);
    expect(branchStarts(branches, shape, 1)).toEqual([2, 6]);
    expect(branchStarts(branches, shape, -1)).toEqual([0]);
    expect([0, 1, 2, 6, 9].map((row) => isBranchPoint(branches, shape, row))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('end with their run: after trailing bookkeeping, before a move of the leaf', () => {
    expect([...branches.ends]).toEqual([3, 7, 8]);
    expect(branchEnd(branches, 2)).toBe(3);
    expect(branchEnd(branches, 1)).toBe(8);
    expect(branchEnd(branches, 5)).toBe(5);
  });

  it('know how much conversation they hold', () => {
    expect([...branches.sizes]).toEqual([6, 5, 1, 0, 0, 0, 3, 1, 1, 0]);
    expect([...branches.newest]).toEqual([8, 8, 2, -1, -1, -1, 8, 7, 8, -1]);
  });

  it('have numbers that stay when entries are added', () => {
    expect([...branches.numbers]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2, 0]);
    for (const count of [3, 7, 9]) {
      const earlier = findBranches(session.parents.subarray(0, count), session.kinds.subarray(0, count));
      expect([...earlier.numbers]).toEqual([...branches.numbers.subarray(0, count)]);
    }
  });

  it('are none where nothing was said', () => {
    const silent = sessionOf([{ kind: 'session_info' }, { kind: 'label' }]);
    expect(findBranches(silent.parents, silent.kinds).tips).toHaveLength(0);
  });

  it.each(SEEDS)('agree with a count by hand (seed %i)', (seed) => {
    const parents = randomParents(120, seed);
    const kinds = randomKinds(120, seed);
    const found = findBranches(parents, kinds);
    const talks = (row: number) => isConversation(kindOfCode(kinds[row]));
    const rows = [...parents.keys()];
    const above = (row: number) => {
      const path = [];
      for (let at = row; at >= 0; at = parents[at] ?? -1) path.push(at);
      return path;
    };
    const below = (top: number) => rows.filter((row) => above(row).includes(top));
    for (const row of rows) {
      const talk = below(row).filter(talks);
      expect(found.sizes[row]).toBe(talk.length);
      expect(found.newest[row]).toBe(talk.at(-1) ?? -1);
    }
    const tips = rows.filter((row) => talks(row) && below(row).filter(talks).length === 1);
    expect([...found.tips]).toEqual(tips);
    expect([...found.ends]).toEqual(
      tips.map((tip) => below(tip).findLast((row) => kinds[row] !== kindCode('leaf_move'))),
    );
  });

  it('are found 100,000 deep and 13,500 wide', () => {
    const chain = Int32Array.from({ length: 100_000 }, (_, row) => row - 1);
    expect([...findBranches(chain, new Uint8Array(100_000)).ends]).toEqual([99_999]);
    const fan = Int32Array.from({ length: 13_501 }, (_, row) => (row === 0 ? -1 : 0));
    expect(findBranches(fan, new Uint8Array(13_501)).tips).toHaveLength(13_500);
  });
});

describe('the place of a branch at its fork', () => {
  it('counts branches in stored order and names the neighbours', () => {
    expect(forkPosition(branches, shape, 1, 2)).toEqual({ position: 1, count: 2, previous: -1, next: 6 });
    expect(forkPosition(branches, shape, 1, 6)).toEqual({ position: 2, count: 2, previous: 2, next: -1 });
  });

  it('puts bookkeeping that is looked at between the branches, and counts it as none', () => {
    expect(forkPosition(branches, shape, 1, 5)).toEqual({ position: 0, count: 2, previous: 2, next: 6 });
    expect(forkPosition(branches, shape, 1, 9)).toEqual({ position: 0, count: 2, previous: 6, next: -1 });
  });

  it('counts the beginnings of a session that has several', () => {
    const twice = sessionOf([{}, { parentRow: -1 }]);
    const beginnings = treeShape(twice.parents);
    const both = findBranches(twice.parents, twice.kinds);
    expect(forkPosition(both, beginnings, -1, 1)).toMatchObject({ position: 2, count: 2, previous: 0 });
  });

  it('is nothing where there is no choice', () => {
    expect(forkPosition(branches, shape, -1, 0)).toBeNull();
    expect(forkPosition(branches, shape, 0, 1)).toBeNull();
    expect(forkPosition(branches, shape, 8, -1)).toBeNull();
    const left = sessionOf([{}, {}, { kind: 'leaf_move', parentRow: 0 }]);
    const leftShape = treeShape(left.parents);
    const leftBranches = findBranches(left.parents, left.kinds);
    expect(forkPosition(leftBranches, leftShape, 0, 1)).toBeNull();
    // From the move, the one branch there is can be gone to.
    expect(forkPosition(leftBranches, leftShape, 0, 2)).toMatchObject({ position: 0, count: 1, previous: 1 });
  });
});

describe('what is said about a branch', () => {
  const said = sessionOf([
    { kind: 'user', preview: 'Why?' },
    { kind: 'model_change', parentRow: 0, preview: 'm-2' },
    { preview: 'Let me see.', callCount: 2, timeMs: 10 },
    { kind: 'user', parentRow: 0, preview: 'Try again.' },
    { callCount: 2, timeMs: 20 },
    { kind: 'tool_result', callRow: 4, preview: 'one', timeMs: 30 },
    { kind: 'tool_result', callRow: 4, preview: 'two', timeMs: 40 },
    { parentRow: 0, flags: FLAG.error },
  ]);
  const saidShape = treeShape(said.parents);
  const saidBranches = findBranches(said.parents, said.kinds);
  const facts = (start: number) => branchFacts(said, saidShape, saidBranches, start);

  it('begins with its first words, not with bookkeeping', () => {
    expect(facts(1)).toMatchObject({ wordsRow: 2, size: 1, end: 2, timeMs: 10 });
    expect(facts(3)).toMatchObject({ wordsRow: 3, size: 4, end: 6, timeMs: 40 });
    expect(facts(7).wordsRow).toBe(7);
  });

  it('tells open calls, errors and good ends apart', () => {
    expect([1, 3, 7].map((start) => facts(start).outcome)).toEqual(['pending', 'ok', 'error']);
  });
});
