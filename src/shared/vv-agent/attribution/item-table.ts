import type { NewHasher } from '../digest';
import { partitionPoint } from './bisect';
import type { CanonicalText, ItemFailure } from './canonical-text';

/** A stored item of one session. */
export interface StoredItem {
  /** Its `item_index`; in Redis its place in the list. */
  readonly itemIndex: number;
  /** Gives the same answer every time; may read and decode the payload anew, so that no text need be held. */
  canonical(): CanonicalText;
}

/** Texts kept between calls of `canonical`, in UTF-16 units: enough for neighbouring starts to share them. */
const CACHE_UNITS = 16 * 1024 * 1024;

/**
 * What the search needs to know about the items of a session, a few bytes for each; their texts are asked for when
 * they are hashed. A **run** is a stretch of items that one transaction can have written: consecutive indexes, each
 * item with a canonical text.
 */
export class ItemTable {
  readonly length: number;
  readonly #items: readonly StoredItem[];
  /** Items with equal canonical texts have equal numbers; −1 has none. */
  readonly #contents: Int32Array;
  readonly #runEnds: Int32Array;
  /** Positions of the items that failed, ascending. */
  readonly #failures: Readonly<Record<ItemFailure, number[]>> = {
    'undecodable-item': [],
    'outside-i-json': [],
  };
  readonly #cache = new Map<number, string>();
  #cachedUnits = 0;

  private constructor(items: readonly StoredItem[]) {
    this.#items = items;
    this.length = items.length;
    this.#contents = new Int32Array(items.length).fill(-1);
    this.#runEnds = new Int32Array(items.length).fill(-1);
  }

  /** Looks at every item once, and pauses after each. */
  static *of(items: readonly StoredItem[], newHasher: NewHasher): Generator<undefined, ItemTable> {
    const table = new ItemTable(items);
    yield* table.#numberContents(newHasher);
    table.#findRuns();
    return table;
  }

  /** A number that two items share when their canonical texts are equal, −1 for an item without one. */
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
    const cached = this.#cache.get(position);
    if (cached !== undefined) return cached;
    const canonical = this.#items[position]?.canonical();
    if (canonical?.ok !== true) throw new Error(`item at position ${position} has lost its canonical text`);
    this.#remember(position, canonical.json);
    return canonical.json;
  }

  #remember(position: number, text: string): void {
    this.#cache.set(position, text);
    this.#cachedUnits += text.length;
    for (const [oldest, oldText] of this.#cache) {
      if (this.#cachedUnits <= CACHE_UNITS) return;
      this.#cache.delete(oldest);
      this.#cachedUnits -= oldText.length;
    }
  }

  *#numberContents(newHasher: NewHasher): Generator<undefined, void> {
    const numbers = new Map<string, number>();
    for (const [position, item] of this.#items.entries()) {
      yield;
      const canonical = item.canonical();
      if (!canonical.ok) {
        this.#failures[canonical.reason].push(position);
        continue;
      }
      const hasher = newHasher();
      hasher.update(canonical.json);
      const digest = hasher.hex();
      const number = numbers.get(digest) ?? numbers.size;
      numbers.set(digest, number);
      this.#contents[position] = number;
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
    const index = this.#items[position]?.itemIndex;
    const nextIndex = this.#items[next]?.itemIndex;
    return index !== undefined && Number.isSafeInteger(nextIndex) && index + 1 === nextIndex;
  }
}
