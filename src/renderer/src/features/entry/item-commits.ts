import type { Commit, Report } from '../../../../shared/model/report';

/** Whether a commit covers an item: `open` where the search for its commits ended at its limit. */
export type ItemState =
  | { readonly type: 'committed'; readonly commit: Commit }
  | { readonly type: 'plain' | 'open' };

interface Reach {
  readonly last: bigint;
  readonly commit: Commit;
}

interface Range {
  readonly first: bigint;
  /** Of this commit and all that begin before it, the one that reaches furthest. */
  readonly reach: Reach;
}

/** The verified commits of one session, by the items they cover. */
export class ItemCommits {
  /** By their first items. */
  readonly #ranges: readonly Range[];
  readonly #isSearched: boolean;

  constructor(commits: readonly Commit[], sessionId: string) {
    const own = commits.filter((commit) => commit.sessionId === sessionId);
    this.#ranges = rangesOf(own);
    this.#isSearched = own.every((commit) => commit.reason !== 'search-limit');
  }

  /** How an item stands, by its id. Ids are 64-bit numbers in decimal, beyond what a JavaScript number tells apart. */
  stateOf(itemId: string): ItemState {
    const item = decimal(itemId);
    const commit = item === null ? null : this.#covering(item);
    if (commit) return { type: 'committed', commit };
    return { type: this.#isSearched ? 'plain' : 'open' };
  }

  #covering(item: bigint): Commit | null {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const range = this.#ranges[middle];
      if (range && range.first <= item) low = middle + 1;
      else high = middle;
    }
    const reach = this.#ranges[low - 1]?.reach;
    return reach && reach.last >= item ? reach.commit : null;
  }
}

const known = new WeakMap<Report, Map<string, ItemCommits>>();

/** The commits of a session in a report; sorted once for all items that ask. */
export function itemCommits(report: Report, sessionId: string): ItemCommits {
  const bySession = known.get(report) ?? new Map<string, ItemCommits>();
  known.set(report, bySession);
  const commits = bySession.get(sessionId) ?? new ItemCommits(report.commits, sessionId);
  bySession.set(sessionId, commits);
  return commits;
}

/** By their first items. Commits of a server may overlap: it does not say in which order they were made. */
function rangesOf(commits: readonly Commit[]): readonly Range[] {
  const verified = commits.flatMap((commit) => {
    const first = decimal(commit.firstItem);
    const last = decimal(commit.lastItem);
    return commit.state === 'verified' && first !== null && last !== null ? [{ first, last, commit }] : [];
  });
  verified.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  let reach: Reach | null = null;
  return verified.map((range) => {
    if (reach === null || range.last >= reach.last) reach = range;
    return { first: range.first, reach };
  });
}

function decimal(text: string | null): bigint | null {
  return text !== null && /^-?\d{1,20}$/.test(text) ? BigInt(text) : null;
}
