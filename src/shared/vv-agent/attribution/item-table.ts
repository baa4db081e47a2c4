import type { NewHasher } from '../digest';
import { partitionPoint } from './bisect';
import type { CanonicalText, ItemFailure } from './canonical-text';
import { fingerprint } from './fingerprint';
import { FirstPositions } from './first-positions';

/** The stored items of one session, in ascending order of `item_index`. */
export interface StoredItems {
  readonly length: number;
  /** The `item_index` at a position; in Redis the place in the list. */
  indexAt(position: number): number;
  /** Gives the same answer every time; may read and decode the payload anew, so that no text need be held. */
  canonicalAt(position: number): CanonicalText;
}

/** Texts kept between calls of `canonical`, in UTF-16 units: enough for neighbouring starts to share them. */
const CACHE_UNITS = 16 * 1024 * 1024;

/**
 * What the search needs to know about the items of a session, a few bytes for each; their texts are asked for when
 * they are hashed. A **run** is a stretch of items that one transaction can have written: consecutive indexes, each
 * item with a canonical text. Items are looked at in order, each once; until {@link complete} has run, only of those
 * looked at is anything known.
 */
export class ItemTable {
  readonly length: number;
  readonly #items: StoredItems;
  readonly #newHasher: NewHasher;
  /** For each item the first one with an equal canonical text, −1 without any. */
  readonly #contents: Int32Array;
  /** The first item with each fingerprint, until all items have been looked at. */
  #firsts: FirstPositions | undefined;
  /** Items whose fingerprint an earlier one has: only their texts can be equal. */
  #doubtful: number[] = [];
  readonly #runEnds: Int32Array;
  /** Positions of the items that failed, ascending. */
  readonly #failures: Readonly<Record<ItemFailure, number[]>> = {
    'undecodable-item': [],
    'outside-i-json': [],
  };
  /** Items before this position have been looked at. */
  #seen = 0;
  /** The text of the item looked at last: the search wants it next. */
  #lastText = '';
  /** Texts that were asked for again, the later half of them and the earlier one. */
  #young = new Map<number, string>();
  #old = new Map<number, string>();
  #youngUnits = 0;

  constructor(items: StoredItems, newHasher: NewHasher) {
    this.#items = items;
    this.#newHasher = newHasher;
    this.length = items.length;
    this.#contents = new Int32Array(items.length).fill(-1);
    this.#runEnds = new Int32Array(items.length).fill(-1);
  }

  /** Looks at the items still unseen, and tells equal ones from those that only look it. Pauses after each. */
  *complete(): Generator<undefined, void> {
    for (let position = this.#seen; position < this.length; position += 1) {
      yield;
      this.#look(position);
    }
    yield* this.#compareDoubtful();
    this.#findRuns();
  }

  /** Whether an item may follow the one before in a range, or begin one; looks at it if it is the next unseen one. */
  isPart(position: number, isFirst: boolean): boolean {
    if (position === this.#seen) this.#look(position);
    return this.contentOf(position) >= 0 && (isFirst || this.#isConsecutive(position - 1, position));
  }

  /** The position of the first item whose canonical text equals that at a position, −1 for an item without one. */
  contentOf(position: number): number {
    return this.#contents[position] ?? -1;
  }

  /** The last position of the run a position is in, or −1 for an item without canonical text. */
  runEnd(position: number): number {
    return this.#runEnds[position] ?? -1;
  }

  /** Whether an item between two positions, both included, failed in this way. */
  hasFailure(reason: ItemFailure, first: number, last: number): boolean {
    const positions = this.#failures[reason];
    const index = partitionPoint(positions.length, (at) => (positions[at] ?? first) < first);
    return (positions[index] ?? last + 1) <= last;
  }

  /** The canonical text at a position that has one. */
  text(position: number): string {
    if (position === this.#seen - 1) return this.#lastText;
    const cached = this.#young.get(position) ?? this.#old.get(position);
    if (cached !== undefined) return cached;
    const canonical = this.#items.canonicalAt(position);
    if (!canonical.ok) throw new Error(`item at position ${position} has lost its canonical text`);
    this.#remember(position, canonical.json);
    return canonical.json;
  }

  #remember(position: number, text: string): void {
    this.#young.set(position, text);
    this.#youngUnits += text.length;
    if (this.#youngUnits <= CACHE_UNITS / 2) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngUnits = 0;
  }

  /** Looks at the next unseen item. */
  #look(position: number): void {
    const canonical = this.#items.canonicalAt(position);
    this.#seen = position + 1;
    this.#lastText = canonical.ok ? canonical.json : '';
    if (canonical.ok) this.#contents[position] = this.#firstLike(position, canonical.json);
    else this.#failures[canonical.reason].push(position);
  }

  #firstLike(position: number, text: string): number {
    this.#firsts ??= new FirstPositions(this.length);
    const first = this.#firsts.note(fingerprint(text), position);
    if (first !== position) this.#doubtful.push(position);
    return first;
  }

  /** Settles by their whole texts which of the items with equal fingerprints are equal. */
  *#compareDoubtful(): Generator<undefined, void> {
    const alike = new Set(this.#doubtful.flatMap((position) => [this.contentOf(position), position]));
    this.#firsts = undefined;
    this.#doubtful = [];
    const firsts = new Map<string, number>();
    for (const position of [...alike].sort((left, right) => left - right)) {
      yield;
      const hasher = this.#newHasher();
      hasher.update(this.text(position));
      const digest = hasher.hex();
      const first = firsts.get(digest) ?? position;
      firsts.set(digest, first);
      this.#contents[position] = first;
    }
  }

  #findRuns(): void {
    for (let position = this.length - 1; position >= 0; position -= 1) {
      if (this.contentOf(position) < 0) continue;
      const next = position + 1;
      const continues = this.contentOf(next) >= 0 && this.#isConsecutive(position, next);
      this.#runEnds[position] = continues ? this.runEnd(next) : position;
    }
  }

  #isConsecutive(position: number, next: number): boolean {
    const nextIndex = this.#items.indexAt(next);
    return Number.isSafeInteger(nextIndex) && this.#items.indexAt(position) + 1 === nextIndex;
  }
}
