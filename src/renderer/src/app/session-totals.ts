import { findBranches } from '../../../shared/tree/branches';
import type { SessionIndex } from '../../../shared/tree/session-index';

/** Sums over a whole session, as far as its heads are known. */
export interface SessionTotals {
  readonly branchCount: number;
  /** Tokens the entries report; null when none reports any. */
  readonly tokens: number | null;
}

/** Adds up a session in linear time. */
export function sessionTotals(index: SessionIndex): SessionTotals {
  let tokens: number | null = null;
  for (let row = 0; row < index.count; row++) {
    const reported = index.tokens(row);
    if (!Number.isNaN(reported)) tokens = (tokens ?? 0) + reported;
  }
  return { branchCount: findBranches(index.parents, index.kinds).tips.length, tokens };
}
