import type { Commit } from '../../../../shared/model/report';

/**
 * The verified commit that covers an item of a session; null when none does. Ids of items are
 * 64-bit numbers in decimal, beyond what a JavaScript number tells apart.
 */
export function commitOfItem(commits: readonly Commit[], sessionId: string, itemId: string): Commit | null {
  const item = decimal(itemId);
  if (item === null) return null;
  for (const commit of commits) {
    if (commit.sessionId !== sessionId || commit.state !== 'verified') continue;
    const first = decimal(commit.firstItem);
    const last = decimal(commit.lastItem);
    if (first !== null && last !== null && first <= item && item <= last) return commit;
  }
  return null;
}

function decimal(text: string | null): bigint | null {
  return text !== null && /^-?\d{1,20}$/.test(text) ? BigInt(text) : null;
}
