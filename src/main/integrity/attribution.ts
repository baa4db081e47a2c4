import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Check, Commit } from '../../shared/model/report';
import {
  attributeCommits,
  type CommitState,
  DEFAULT_BUDGET_BYTES,
  type StoredCommit,
} from '../../shared/vv-agent/attribution/attribution';
import { type CanonicalText, canonicalOfPayload } from '../../shared/vv-agent/attribution/canonical-text';
import type { StoredItems } from '../../shared/vv-agent/attribution/item-table';
import { SearchBudget } from '../../shared/vv-agent/attribution/search-budget';
import type { CommitItems, CommitSource } from '../formats/format';
import { newSha256 } from '../stores/sha256';
import type { Watcher } from './watcher';

/** Work done in one go before other work gets its turn, in milliseconds. */
const TURN_MS = 20;

/**
 * The state of every commit of a file, session by session; spec section 7. The sessions share one budget for what is
 * not where it is expected, so that a file with many damaged ones takes no longer than one with a single one.
 */
export async function attributeAll(
  source: CommitSource,
  watcher: Watcher,
  budget = new SearchBudget(DEFAULT_BUDGET_BYTES),
): Promise<Commit[]> {
  const sessionIds = await source.sessionIds();
  let total = 0;
  for (const sessionId of sessionIds) total += await source.itemCountOf(sessionId);
  const commits: Commit[] = [];
  let done = 0;
  for (const sessionId of sessionIds) {
    const progress = () => watcher.report('Verifying commits', done, total);
    const session = await source.read(sessionId);
    const items = new SearchedItems(await inTurns(session.items(), progress));
    const input = {
      commits: session.commits,
      items,
      isOrdered: session.isOrdered,
      newHasher: newSha256,
      budget,
    };
    const { commits: states } = await inTurns(attributeCommits(input), progress);
    session.commits.forEach((commit, place) => {
      const state = states[place];
      if (state) commits.push(commitOf(sessionId, commit, state, items));
    });
    done += items.length;
  }
  watcher.report('Verifying commits', total, total);
  return commits;
}

/** Runs steps to their end with pauses for other work; `onTurn` is called at each, and may throw to end them. */
async function inTurns<T>(steps: Generator<undefined, T>, onTurn: () => void): Promise<T> {
  for (;;) {
    onTurn();
    await nextTurn();
    const start = performance.now();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() - start < TURN_MS);
  }
}

/** The check that sums the commits up; none for a format that has no commits. */
export function commitCheck(commits: readonly Commit[]): Check {
  const about = { id: 'commits', title: 'Commits', expected: 'every commit verified or empty' };
  if (commits.length === 0) return { ...about, found: 'no commits', verdict: 'not-applicable' };
  const count = (state: Commit['state']) => commits.filter((commit) => commit.state === state).length;
  const others = (['empty', 'unmatched', 'malformed'] as const)
    .map((state) => ({ state, number: count(state) }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => `, ${number} ${state}`);
  return {
    ...about,
    found: `${count('verified')} of ${commits.length} commits verified${others.join('')}`,
    verdict: count('unmatched') + count('malformed') === 0 ? 'ok' : 'failed',
  };
}

/** The items of a session for the search. */
class SearchedItems implements StoredItems {
  readonly length: number;
  readonly #items: CommitItems;

  constructor(items: CommitItems) {
    this.length = items.length;
    this.#items = items;
  }

  indexAt(position: number): number {
    return Number(this.#items.indexAt(position));
  }

  /** The exact index, in decimal. */
  idAt(position: number): string {
    return String(this.#items.indexAt(position));
  }

  canonicalAt(position: number): CanonicalText {
    return canonicalOfPayload(this.#items.payloadAt(position));
  }
}

function commitOf(
  sessionId: string,
  { commitId, digest }: StoredCommit,
  state: CommitState,
  items: SearchedItems,
): Commit {
  const isVerified = state.state === 'verified';
  return {
    sessionId,
    commitId,
    digest,
    state: state.state,
    reason: state.state === 'unmatched' ? state.reason : null,
    ambiguous: isVerified && state.ambiguous,
    firstItem: isVerified ? items.idAt(state.first) : null,
    lastItem: isVerified ? items.idAt(state.last) : null,
    itemCount: isVerified ? state.last - state.first + 1 : 0,
  };
}
