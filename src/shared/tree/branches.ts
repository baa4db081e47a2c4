import { isConversation, kindCode, kindOfCode } from '../model/kind';
import type { SessionIndex } from './session-index';
import type { TreeShape } from './shape';

/**
 * What a branch is: a leaf of the tree after bookkeeping without conversation below it is left out.
 *
 * So a branch has a tip, its last entry of conversation, and an end, where its run stops: the newest entry at or
 * below the tip. A move of the leaf hangs below the tip it left and is no part of the branch.
 */
export interface Branches {
  /** Entries of conversation at and below each row; 0 where no branch begins or passes. */
  readonly sizes: Int32Array;
  /** Newest entry of conversation at or below each row, always a tip; -1 where there is none. */
  readonly newest: Int32Array;
  /** Last entry of conversation of each branch, ascending. */
  readonly tips: Int32Array;
  /** Last entry of each branch's run, in the order of `tips`. */
  readonly ends: Int32Array;
  /**
   * Number of the branch each row is on, for its colour. The oldest branch below a fork has the number of what is
   * above it, and each later one a new number, so that numbers stay when entries are added.
   */
  readonly numbers: Int32Array;
}

/** Which of the branches at a fork is the viewed one, and where its neighbours begin. */
export interface ForkPosition {
  /** From 1; 0 for a child that begins no branch: bookkeeping that is looked at. */
  readonly position: number;
  readonly count: number;
  /** First rows of the branches before and after; -1 at either end. */
  readonly previous: number;
  readonly next: number;
}

/** A branch, or all that part further down, as seen from the fork where it begins. */
export interface BranchFacts {
  /** First row: a child of the fork, or a root. */
  readonly start: number;
  /** Row whose preview says what the branch is about. */
  readonly wordsRow: number;
  /** Entries of conversation in it. */
  readonly size: number;
  /** Where it is looked at: the end of its newest branch. */
  readonly end: number;
  /** Milliseconds since 1970 of its newest entry of conversation; NaN when that has no time. */
  readonly timeMs: number;
  /** How its newest branch stands: its last entry is an error, or calls that have no result yet. */
  readonly outcome: 'ok' | 'error' | 'pending';
}

const CONVERSATION_CODES = Uint8Array.from({ length: 256 }, (_, code) =>
  isConversation(kindOfCode(code)) ? 1 : 0,
);
const MOVE_CODE = kindCode('leaf_move');

/** Finds the branches of a tree in linear time; 12 bytes an entry stay. `kinds` are wire codes, one a row. */
export function findBranches(parents: Int32Array, kinds: Uint8Array): Branches {
  const count = parents.length;
  const sizes = new Int32Array(count);
  const newest = new Int32Array(count).fill(-1);
  const numbers = new Int32Array(count);
  // The newest row at or below each row that is no move of the leaf, counted from 1. The numbers take its place:
  // a column of its own would only be thrown away.
  const last = numbers;
  let tipCount = 0;
  for (let row = count - 1; row >= 0; row--) {
    if (last[row] === 0 && kinds[row] !== MOVE_CODE) last[row] = row + 1;
    if (CONVERSATION_CODES[kinds[row] ?? 255] === 1) {
      sizes[row] = (sizes[row] ?? 0) + 1;
      if (newest[row] === -1) {
        newest[row] = row;
        tipCount += 1;
      }
    }
    const parent = parents[row] ?? -1;
    if (parent < 0) continue;
    // Children come from the newest to the oldest: the first one to say something has the newest rows.
    sizes[parent] = (sizes[parent] ?? 0) + (sizes[row] ?? 0);
    newest[parent] = Math.max(newest[parent] ?? -1, newest[row] ?? -1);
    last[parent] = Math.max(last[parent] ?? 0, last[row] ?? 0);
  }
  const tips = new Int32Array(tipCount);
  const ends = new Int32Array(tipCount);
  for (let row = 0, at = 0; at < tipCount; row++) {
    if (newest[row] !== row) continue;
    tips[at] = row;
    ends[at++] = (last[row] ?? 0) - 1;
  }
  numberBranches(parents, sizes, numbers);
  return { sizes, newest, tips, ends, numbers };
}

function numberBranches(parents: Int32Array, sizes: Int32Array, numbers: Int32Array): void {
  const hasBranch = new Uint8Array(parents.length);
  let next = 0;
  for (let row = 0; row < parents.length; row++) {
    const parent = parents[row] ?? -1;
    const isNew = parent < 0 || (hasBranch[parent] === 1 && (sizes[row] ?? 0) > 0);
    numbers[row] = isNew ? next++ : (numbers[parent] ?? 0);
    if (parent >= 0 && (sizes[row] ?? 0) > 0) hasBranch[parent] = 1;
  }
}

/** Where the newest branch at or below a row ends; the row itself where no branch passes. */
export function branchEnd({ newest, tips, ends }: Branches, row: number): number {
  const tip = newest[row] ?? -1;
  if (tip < 0) return row;
  let low = 0;
  let high = tips.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tips[middle] ?? 0) < tip) low = middle + 1;
    else high = middle;
  }
  return ends[low] ?? row;
}

/** First rows of the branches that begin below `fork` (-1: the beginnings of the session), in stored order. */
export function branchStarts({ sizes }: Branches, shape: TreeShape, fork: number): number[] {
  const starts: number[] = [];
  if (fork < 0) {
    for (const root of shape.roots) if ((sizes[root] ?? 0) > 0) starts.push(root);
  } else {
    for (let child = shape.firstChild[fork] ?? -1; child >= 0; child = shape.nextSibling[child] ?? -1) {
      if ((sizes[child] ?? 0) > 0) starts.push(child);
    }
  }
  return starts;
}

/** Whether two branches or more begin below a row. */
export function isBranchPoint({ sizes }: Branches, shape: TreeShape, row: number): boolean {
  let found = false;
  for (let child = shape.firstChild[row] ?? -1; child >= 0; child = shape.nextSibling[child] ?? -1) {
    if ((sizes[child] ?? 0) === 0) continue;
    if (found) return true;
    found = true;
  }
  return false;
}

/**
 * Place of `child` among the branches that begin below `fork` (-1: the beginnings of the session); null where
 * there is no choice. Costs one step a child.
 */
export function forkPosition(
  branches: Branches,
  shape: TreeShape,
  fork: number,
  child: number,
): ForkPosition | null {
  if (child < 0 || (fork >= 0 ? (shape.childCount[fork] ?? 0) : shape.roots.length) < 2) return null;
  const starts = branchStarts(branches, shape, fork);
  // Ascending, as all lists of children are.
  const isStart = (branches.sizes[child] ?? 0) > 0;
  const at = starts.findIndex((start) => start >= child);
  const after = at < 0 ? starts.length : at;
  if (starts.length < (isStart ? 2 : 1)) return null;
  return {
    position: isStart ? after + 1 : 0,
    count: starts.length,
    previous: starts[after - 1] ?? -1,
    next: starts[isStart ? after + 1 : after] ?? -1,
  };
}

/** What can be said about the branch that begins at a row. Walks its first run, and the results at its end. */
export function branchFacts(
  index: SessionIndex,
  shape: TreeShape,
  branches: Branches,
  start: number,
): BranchFacts {
  const tip = branches.newest[start] ?? -1;
  return {
    start,
    wordsRow: wordsRow(index, shape, start),
    size: branches.sizes[start] ?? 0,
    end: branchEnd(branches, start),
    timeMs: index.timeMs(Math.max(tip, start)),
    outcome: outcomeAt(index, tip),
  };
}

/** The first entry of a run that says something in words, a user before all others. */
function wordsRow(index: SessionIndex, shape: TreeShape, start: number): number {
  let words = -1;
  for (let row = start; row >= 0; row = soleChild(shape, row)) {
    if (!isConversation(index.kind(row)) || index.isKind(row, 'tool_result')) continue;
    if (index.preview(row) === '') continue;
    if (index.isKind(row, 'user')) return row;
    if (words < 0) words = row;
    else if (row - start > WORDS_WITHIN_ROWS) break;
  }
  return words < 0 ? start : words;
}

/** A user's words much further on are about something else. */
const WORDS_WITHIN_ROWS = 3;

function soleChild(shape: TreeShape, row: number): number {
  return shape.childCount[row] === 1 ? (shape.firstChild[row] ?? -1) : -1;
}

/** How a branch stands at its tip: calls are pending while fewer results than calls follow them. */
function outcomeAt(index: SessionIndex, tip: number): BranchFacts['outcome'] {
  if (tip < 0) return 'ok';
  if (index.hasFlag(tip, 'error')) return 'error';
  const call = index.isKind(tip, 'tool_result') ? index.callRow(tip) : tip;
  if (call < 0) return 'ok';
  let open = index.callCount(call);
  for (let row = tip; row > call && open > 0; row = index.parent(row)) {
    if (index.callRow(row) === call) open -= 1;
  }
  return open > 0 ? 'pending' : 'ok';
}
