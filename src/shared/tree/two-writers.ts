import { isConversation, kindCode, kindOfCode } from '../model/kind';
import { Ancestry } from './ancestry';

const CONVERSATION_CODES = Uint8Array.from({ length: 256 }, (_, code) =>
  isConversation(kindOfCode(code)) ? 1 : 0,
);
const MOVE_CODE = kindCode('leaf_move');

/**
 * Forks that two programs wrote to at once, ascending: something was said on one branch, then on another, then on the
 * first again, and no move of the leaf stands where the writing went back. Entries stand in the order they were
 * written in, which tells more than their times, and does so at any resolution of the clock. One program alone goes
 * on at its leaf, or starts a new branch, or moves the leaf first. O(n log n) at worst.
 */
export function twoWriterForks(parents: Int32Array, kinds: Uint8Array): number[] {
  const ancestry = new Ancestry();
  // The nearest entry of conversation at or above each row; -1 for none.
  const talk = new Int32Array(parents.length).fill(-1);
  const forks = new Set<number>();
  let last = -1;
  let hasMoved = false;
  for (let row = 0; row < parents.length; row++) {
    const parent = parents[row] ?? -1;
    ancestry.push(parent);
    if (kinds[row] === MOVE_CODE) hasMoved = true;
    const above = parent < 0 ? -1 : (talk[parent] ?? -1);
    if (CONVERSATION_CODES[kinds[row] ?? 255] === 0) {
      talk[row] = above;
      continue;
    }
    talk[row] = row;
    if (above >= 0 && last >= 0 && above !== last && !hasMoved) {
      const fork = ancestry.commonAncestor(above, last);
      // At the fork itself a branch begins; below it, one that was left goes on.
      if (fork >= 0 && fork !== above) forks.add(fork);
    }
    last = row;
    hasMoved = false;
  }
  return [...forks].sort((a, b) => a - b);
}
