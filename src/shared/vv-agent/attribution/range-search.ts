import type { NewHasher } from '../digest';
import { PayloadHash } from '../digest';
import { partitionPoint } from './bisect';
import type { ItemTable } from './item-table';
import type { SearchBudget } from './search-budget';

/** Positions of a session's items, both included. */
export interface ItemRange {
  readonly first: number;
  readonly last: number;
}

/** Where to look: only ranges inside it, expecting the commits from `nextCommit` on. */
export interface SearchZone extends ItemRange {
  readonly nextCommit: number;
}

/** What to look for. */
export interface SearchOptions {
  /** Digests of the commits, in the order their ranges are expected if `isOrdered`. */
  readonly digests: readonly string[];
  readonly isOrdered: boolean;
  readonly newHasher: NewHasher;
  /** For hashing beyond what is linear in the number of items. */
  readonly budget: SearchBudget;
}

interface Step {
  /** Where to go on. */
  readonly after: number;
  readonly nextCommit: number;
}

/** What finishing one hash costs, in bytes of hashing. */
const FINISH_COST_BYTES = 2048;
/** Hashing between two pauses: some tenths of a millisecond. */
const PAUSE_AFTER_BYTES = 64 * 1024;
/** Hash steps an item is allowed before the budget is touched. */
const FREE_STEPS_PER_ITEM = 4;

/**
 * Finds ranges of items whose payload digest is that of a commit. From a start it extends item by item and finishes
 * a copy of the hash at each step, so nothing but one running hash is held. What takes long is a generator that pauses
 * every now and then.
 */
export class RangeSearch {
  readonly #table: ItemTable;
  readonly #options: SearchOptions;
  /** The places of a digest in the list of commits, ascending. */
  readonly #commitsOf = new Map<string, number[]>();
  /** The first range found for a digest. */
  readonly #found = new Map<string, ItemRange>();
  /** For each start, how many lengths have been tried. */
  readonly #triedLengths: Int32Array;
  #freeSteps: number;
  #sincePauseBytes = 0;

  constructor(table: ItemTable, options: SearchOptions) {
    this.#table = table;
    this.#options = options;
    this.#freeSteps = FREE_STEPS_PER_ITEM * table.length;
    this.#triedLengths = new Int32Array(table.length);
    for (const [commit, digest] of options.digests.entries()) {
      const commits = this.#commitsOf.get(digest);
      if (commits === undefined) this.#commitsOf.set(digest, [commit]);
      else commits.push(commit);
    }
  }

  get isExhausted(): boolean {
    return this.#freeSteps <= 0 && this.#options.budget.isSpent;
  }

  /** A range that hashed to this digest, if one has been found. */
  rangeOf(digest: string): ItemRange | undefined {
    return this.#found.get(digest);
  }

  /**
   * The walk that suffices where every item belongs to a commit: from each place where a range should start to the
   * end of its run. A start that leads nowhere gives up its run, which keeps the work linear. The table learns of the
   * items on the way, so that each is read once.
   */
  *walkExpected(): Generator<undefined, void> {
    let start = 0;
    let next = 0;
    while (start < this.#table.length && !this.#isAllFound(next) && !this.isExhausted) {
      const step = yield* this.#tryStart(start, this.#table.length - 1, next, false);
      start = step?.after ?? start + Math.max(1, this.#triedLengths[start] ?? 0);
      next = step?.nextCommit ?? next;
    }
  }

  /**
   * Tries the starts in a zone with ranges of up to `maxLength` items, passing over what it finds, until `maxMisses`
   * starts in a row have led nowhere.
   */
  *sweep(zone: SearchZone, maxLength: number, maxMisses: number): Generator<undefined, void> {
    let next = zone.nextCommit;
    let misses = 0;
    for (let start = zone.first; start <= zone.last && misses < maxMisses && !this.isExhausted; ) {
      const lastEnd = Math.min(this.#reach(start, zone), start + maxLength - 1);
      const step = this.#hasTried(start, lastEnd)
        ? undefined
        : yield* this.#tryStart(start, lastEnd, next, true);
      misses = step === undefined ? misses + 1 : 0;
      start = step?.after ?? start + 1;
      next = step?.nextCommit ?? next;
    }
  }

  /** Whether every range in a zone has been tried. */
  isComplete(zone: ItemRange): boolean {
    for (let start = zone.first; start <= zone.last; start += 1)
      if (!this.#hasTried(start, this.#reach(start, zone))) return false;
    return true;
  }

  /** Whether the items of a range have the digest: hashes them, unless that is how the range was found. */
  confirms(range: ItemRange, digest: string): boolean {
    const found = this.#found.get(digest);
    if (found?.first === range.first && found.last === range.last) return true;
    const hash = new PayloadHash(this.#options.newHasher);
    for (let position = range.first; position <= range.last; position += 1)
      hash.add(this.#table.text(position));
    return hash.digest() === digest;
  }

  #reach(start: number, zone: ItemRange): number {
    return Math.min(this.#table.runEnd(start), zone.last);
  }

  #hasTried(start: number, lastEnd: number): boolean {
    return (this.#triedLengths[start] ?? 0) >= lastEnd - start + 1;
  }

  #isAllFound(next: number): boolean {
    const { isOrdered, digests } = this.#options;
    return isOrdered ? next >= digests.length : this.#found.size >= this.#commitsOf.size;
  }

  /**
   * Hashes the ranges from `start` up to `lastEnd`, or the end of the run, and stops at the one of the commit expected next; failing that, the
   * shortest range of a later commit is taken. Gives nothing when no range was found. `onlyNew` passes over ranges
   * whose digest was found before, so that a second look at a zone does not end where the first did.
   */
  *#tryStart(
    start: number,
    lastEnd: number,
    next: number,
    onlyNew: boolean,
  ): Generator<undefined, Step | undefined> {
    const hash = new PayloadHash(this.#options.newHasher);
    let later: Step | undefined;
    for (let end = start; end <= lastEnd && !this.isExhausted; end += 1) {
      if (!this.#table.isPart(end, end === start)) {
        // An item without a canonical text may have taken long to find out about.
        yield;
        break;
      }
      const text = this.#table.text(end);
      hash.add(text);
      if (this.#spend(text.length + FINISH_COST_BYTES)) yield;
      const digest = hash.digest();
      this.#triedLengths[start] = Math.max(this.#triedLengths[start] ?? 0, end - start + 1);
      if (!this.#commitsOf.has(digest) || (onlyNew && this.#found.has(digest))) continue;
      const commit = this.#note(digest, { first: start, last: end }, next);
      if (commit === undefined) continue;
      const step = { after: end + 1, nextCommit: commit + 1 };
      if (!this.#options.isOrdered || commit === next) return step;
      later ??= step;
    }
    return later;
  }

  /** Accounts for a step; says whether it is time for a pause. */
  #spend(bytes: number): boolean {
    if (this.#freeSteps > 0) this.#freeSteps -= 1;
    else this.#options.budget.spend(bytes);
    this.#sincePauseBytes += bytes;
    if (this.#sincePauseBytes < PAUSE_AFTER_BYTES) return false;
    this.#sincePauseBytes = 0;
    return true;
  }

  /** Notes a range if its digest is looked for; gives the first commit from `next` on (any, without order) it fits. */
  #note(digest: string, range: ItemRange, next: number): number | undefined {
    const commits = this.#commitsOf.get(digest);
    if (commits === undefined) return undefined;
    if (!this.#found.has(digest)) this.#found.set(digest, range);
    if (!this.#options.isOrdered) return commits[0];
    return commits[partitionPoint(commits.length, (index) => (commits[index] ?? next) < next)];
  }
}
