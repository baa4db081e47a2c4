import { isConversation, kindCode, kindOfCode } from '../model/kind';
import { Ancestry } from './ancestry';

const CONVERSATION_CODES = Uint8Array.from({ length: 256 }, (_, code) =>
  isConversation(kindOfCode(code)) ? 1 : 0,
);
const MOVE_CODE = kindCode('leaf_move');

/** Steps up the tree for each entry before an index of ancestors is worth its 12 bytes an entry. */
const STEPS_AN_ENTRY = 4;

/**
 * Forks that two programs wrote to at once, ascending: something was said on one branch, then on another, then on the
 * first again, and no move of the leaf stands where the writing went back. Entries stand in the order they were
 * written in, which tells more than their times, and does so at any resolution of the clock. One program alone goes
 * on at its leaf, or starts a new branch, or moves the leaf first. O(n log n) at worst.
 */
export function twoWriterForks(parents: Int32Array, kinds: Uint8Array): number[] {
  const commonAncestor = ancestorFinder(parents);
  // The nearest entry of conversation above each row of bookkeeping, counted from 1; made once there is any.
  let talk: Int32Array | null = null;
  const forks = new Set<number>();
  let last = -1;
  let hasMoved = false;
  for (let row = 0; row < parents.length; row++) {
    const parent = parents[row] ?? -1;
    if (kinds[row] === MOVE_CODE) hasMoved = true;
    const isTalk = parent < 0 || CONVERSATION_CODES[kinds[parent] ?? 255] === 1;
    const above = isTalk ? Math.max(parent, -1) : (talk?.[parent] ?? 0) - 1;
    if (CONVERSATION_CODES[kinds[row] ?? 255] === 0) {
      talk ??= new Int32Array(parents.length);
      talk[row] = above + 1;
      continue;
    }
    if (above >= 0 && last >= 0 && above !== last && !hasMoved) {
      const fork = commonAncestor(above, last);
      // At the fork itself a branch begins; below it, one that was left goes on.
      if (fork >= 0 && fork !== above) forks.add(fork);
    }
    last = row;
    hasMoved = false;
  }
  return [...forks].sort((a, b) => a - b);
}

/** Where two paths part; -1 when they share nothing. Walks up while that is cheap, which it nearly always is. */
function ancestorFinder(parents: Int32Array): (a: number, b: number) => number {
  let steps = parents.length * STEPS_AN_ENTRY;
  let ancestry: Ancestry | null = null;
  return (a, b) => {
    let left = a;
    let right = b;
    for (; steps > 0 && left !== right && left >= 0 && right >= 0; steps--) {
      // Parents have smaller rows.
      if (left > right) left = parents[left] ?? -1;
      else right = parents[right] ?? -1;
    }
    if (left === right) return left;
    if (left < 0 || right < 0) return -1;
    if (ancestry === null) {
      ancestry = new Ancestry(parents.length);
      for (const parent of parents) ancestry.push(parent);
    }
    return ancestry.commonAncestor(left, right);
  };
}
