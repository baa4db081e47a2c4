import type { NewHasher } from '../digest';
import { PayloadHash } from '../digest';
import { isSha256 } from '../item-rules';
import type { Assignment } from './assignment';
import { assignInOrder, assignWithoutOrder } from './assignment';
import type { Gap } from './gaps';
import { findGaps } from './gaps';
import type { StoredItems } from './item-table';
import { ItemTable } from './item-table';
import type { EqualRanges } from './occurrences';
import { Occurrences } from './occurrences';
import type { ItemRange } from './range-search';
import { RangeSearch } from './range-search';
import type { SearchBudget } from './search-budget';

/** A commit as the store records it. */
export interface StoredCommit {
  readonly commitId: string;
  readonly digest: string;
}

/** One session to attribute. */
export interface AttributionInput {
  /** In rowid order, if `isOrdered`. */
  readonly commits: readonly StoredCommit[];
  readonly items: StoredItems;
  /** Whether the order of the commits is the order they were made in: true for SQLite, false for a Redis hash. */
  readonly isOrdered: boolean;
  readonly newHasher: NewHasher;
  /** For commits that are not where they are expected; the linear walk is not counted. Sessions of one file share it. */
  readonly budget: SearchBudget;
}

/** Why no range of items was found for a commit. */
type UnmatchedReason = 'no-range' | 'search-limit' | 'undecodable-item' | 'outside-i-json';

/** What is known of a commit. `first` and `last` are positions in the items given, both included. */
export type CommitState =
  | { readonly state: 'verified'; readonly first: number; readonly last: number; readonly ambiguous: boolean }
  | { readonly state: 'empty' }
  | { readonly state: 'unmatched'; readonly reason: UnmatchedReason }
  | { readonly state: 'malformed' };

/** The outcome of {@link attributeCommits}. */
export interface Attribution {
  /** The state of each commit, in the order given. */
  readonly commits: readonly CommitState[];
  /** For each item the number of its commit in that order, −1 for one added without. */
  readonly commitOfItem: Int32Array;
}

/** A budget for a whole file that a sound one of any size does not need and a damaged one spends in some seconds. */
export const DEFAULT_BUDGET_BYTES = 2_000_000_000;

/** The search grows in steps of this factor, in the length of ranges and in the effort spent on a stretch. */
const GROWTH = 4;
const SHORTEST_SWEEP = 8;

/**
 * Finds which items each commit of a session covers, by hashing (section 7 of the vv-agent facts). Verified is only
 * what hashed to the recorded digest. A commit is ambiguous when another range of the session would match as well.
 * A generator, since a long session takes seconds: it pauses every few items it has looked at.
 */
export function* attributeCommits(input: AttributionInput): Generator<undefined, Attribution> {
  const emptyDigest = new PayloadHash(input.newHasher).digest();
  const states: CommitState[] = input.commits.map(({ digest }) => {
    if (!isSha256(digest)) return { state: 'malformed' };
    return digest === emptyDigest ? { state: 'empty' } : { state: 'unmatched', reason: 'no-range' };
  });
  const sought = states.flatMap(({ state }, commit) => (state === 'unmatched' ? [commit] : []));
  const commitOfItem = new Int32Array(input.items.length).fill(-1);
  if (sought.length === 0) return { commits: states, commitOfItem };
  const digests = sought.map((commit) => input.commits[commit]?.digest ?? '');
  const table = new ItemTable(input.items, input.newHasher);
  const found = yield* new Attributor(input, table, digests).run();
  for (const [index, commit] of sought.entries()) {
    const state = found[index];
    if (state === undefined) continue;
    states[commit] = state;
    if (state.state === 'verified') commitOfItem.fill(commit, state.first, state.last + 1);
  }
  return { commits: states, commitOfItem };
}

/** The search for the well-formed, non-empty commits of a session, numbered from 0. */
class Attributor {
  readonly #digests: readonly string[];
  readonly #isOrdered: boolean;
  readonly #table: ItemTable;
  readonly #search: RangeSearch;
  readonly #budget: SearchBudget;
  #occurrences: Occurrences | undefined;
  readonly #equalRanges = new Map<string, EqualRanges>();

  constructor(input: AttributionInput, table: ItemTable, digests: readonly string[]) {
    this.#digests = digests;
    this.#isOrdered = input.isOrdered;
    this.#table = table;
    this.#search = new RangeSearch(this.#table, { ...input, digests });
    this.#budget = input.budget;
  }

  /**
   * Neither the length of a commit nor its distance from the last one is known, so the same effort goes into few
   * starts with long ranges and many starts with short ones, then four times as much. What is found makes the
   * stretches still open smaller.
   */
  *run(): Generator<undefined, readonly CommitState[]> {
    yield* this.#search.walkExpected();
    yield* this.#table.complete();
    let assignment = this.#assign();
    const longest = Math.max(SHORTEST_SWEEP, this.#table.length) * GROWTH;
    for (let effort = SHORTEST_SWEEP * GROWTH; ; effort *= GROWTH)
      for (let length = SHORTEST_SWEEP; length <= effort && length < longest; length *= GROWTH) {
        const zones = new Set(this.#gaps(assignment).map(({ zone }) => zone));
        const open = [...zones].filter((zone) => !this.#search.isComplete(zone));
        if (open.length === 0 || this.#search.isExhausted) return this.#states(assignment);
        for (const zone of open) yield* this.#search.sweep(zone, length, effort / length);
        assignment = this.#assign();
      }
  }

  #assign(): Assignment {
    const candidates = this.#digests.map((digest) => this.#equal(digest)?.ranges ?? NO_RANGES);
    return this.#isOrdered ? assignInOrder(candidates) : assignWithoutOrder(candidates);
  }

  /** All ranges that match a digest, once one has been found. */
  #equal(digest: string): EqualRanges | undefined {
    const known = this.#equalRanges.get(digest);
    const range = this.#search.rangeOf(digest);
    if (known !== undefined || range === undefined) return known;
    this.#occurrences ??= new Occurrences(this.#table, this.#budget);
    const equal = this.#occurrences.equalTo(range);
    this.#equalRanges.set(digest, equal);
    return equal;
  }

  #gaps(assignment: Assignment): readonly Gap[] {
    return findGaps({
      assignment,
      itemCount: this.#table.length,
      isOrdered: this.#isOrdered,
      missing: this.#digests.flatMap((digest, commit) =>
        this.#search.rangeOf(digest) === undefined ? [commit] : [],
      ),
      isAnchor: (commit) => this.#equal(this.#digests[commit] ?? '')?.ranges.length === 1,
    });
  }

  #states(assignment: Assignment): readonly CommitState[] {
    const states = this.#digests.map((digest, commit): CommitState => {
      const range = assignment[commit];
      const equal = this.#equal(digest);
      if (range !== undefined && this.#search.confirms(range, digest))
        return { state: 'verified', ...range, ambiguous: (equal?.ranges.length ?? 0) > 1 };
      return { state: 'unmatched', reason: equal?.isComplete === false ? 'search-limit' : 'no-range' };
    });
    for (const [commits, reason] of this.#reasons(this.#gaps(assignment)))
      for (const commit of commits) states[commit] = { state: 'unmatched', reason };
    return states;
  }

  /** Why the commits of each list were not found: of all gaps they may be in, the reason that leaves most open. */
  #reasons(gaps: readonly Gap[]): ReadonlyMap<readonly number[], UnmatchedReason> {
    const complete = new Map<Gap['zone'], boolean>();
    const reasons = new Map<readonly number[], UnmatchedReason>();
    for (const { commits, between, zone } of gaps) {
      const isComplete = complete.get(zone) ?? this.#search.isComplete(zone);
      complete.set(zone, isComplete);
      const reason = isComplete ? this.#failureIn(between) : 'search-limit';
      const known = reasons.get(commits) ?? reason;
      reasons.set(commits, OPENNESS.indexOf(reason) > OPENNESS.indexOf(known) ? reason : known);
    }
    return reasons;
  }

  #failureIn({ first, last }: ItemRange): UnmatchedReason {
    const failures = ['undecodable-item', 'outside-i-json'] as const;
    return failures.find((failure) => this.#table.hasFailure(failure, first, last)) ?? 'no-range';
  }
}

/** From the surest to the least sure. */
const OPENNESS: readonly UnmatchedReason[] = [
  'no-range',
  'outside-i-json',
  'undecodable-item',
  'search-limit',
];
const NO_RANGES: readonly never[] = [];
