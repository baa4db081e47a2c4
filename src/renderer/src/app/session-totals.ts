import type { SessionIndex } from '../../../shared/tree/session-index';

/** Sums over a whole session, as far as its heads are known. */
export interface SessionTotals {
  /** Ways through the tree: entries that nothing follows. */
  readonly branchCount: number;
  /** Tokens the entries report; null when none reports any. */
  readonly tokens: number | null;
}

/** Adds up a session in one pass. */
export function sessionTotals(index: SessionIndex): SessionTotals {
  const { count, parents } = index;
  const hasChild = new Uint8Array(count);
  let parentCount = 0;
  let tokens: number | null = null;
  for (let row = 0; row < count; row++) {
    const parent = parents[row] ?? -1;
    if (parent >= 0 && hasChild[parent] === 0) {
      hasChild[parent] = 1;
      parentCount += 1;
    }
    const reported = index.tokens(row);
    if (!Number.isNaN(reported)) tokens = (tokens ?? 0) + reported;
  }
  return { branchCount: count - parentCount, tokens };
}
