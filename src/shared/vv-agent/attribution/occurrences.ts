import type { ItemTable } from './item-table';
import type { ItemRange } from './range-search';
import type { SearchBudget } from './search-budget';

/** Comparisons an item is allowed before the budget is touched: pathological repetition only gets there. */
const FREE_COMPARISONS_PER_ITEM = 8;
/** What a comparison costs, in bytes of hashing. */
const COMPARISON_COST_BYTES = 20;

/** All ranges with the same contents as one of them, in order. */
export interface EqualRanges {
  readonly ranges: readonly ItemRange[];
  /** False when the search for them was given up. */
  readonly isComplete: boolean;
}

/**
 * Finds the ranges whose items equal those of a given range. Equal items make equal digests, so no hashing is needed
 * to know every place where a commit's digest would match.
 */
export class Occurrences {
  readonly #table: ItemTable;
  /** The positions of each content that occurs more than once, ascending. */
  readonly #positions = new Map<number, number[]>();
  readonly #budget: SearchBudget;
  #freeComparisons: number;

  constructor(table: ItemTable, budget: SearchBudget) {
    this.#table = table;
    this.#budget = budget;
    this.#freeComparisons = FREE_COMPARISONS_PER_ITEM * table.length;
    for (let position = 0; position < table.length; position += 1) {
      const content = table.contentOf(position);
      if (content < 0 || content === position) continue;
      const positions = this.#positions.get(content);
      if (positions === undefined) this.#positions.set(content, [content, position]);
      else positions.push(position);
    }
  }

  /** All ranges equal to `range`, itself included. */
  equalTo(range: ItemRange): EqualRanges {
    const anchor = this.#rarest(range);
    const others = this.#positions.get(this.#table.contentOf(anchor));
    if (others === undefined) return { ranges: [range], isComplete: true };
    const offset = anchor - range.first;
    const length = range.last - range.first + 1;
    const ranges: ItemRange[] = [];
    for (const position of others) {
      if (this.#freeComparisons <= 0 && this.#budget.isSpent) return { ranges: [range], isComplete: false };
      const first = position - offset;
      if (this.#isEqual(first, range.first, length)) ranges.push({ first, last: first + length - 1 });
    }
    return { ranges, isComplete: true };
  }

  /** The position in a range whose content occurs least often: it leaves the fewest places to compare. */
  #rarest(range: ItemRange): number {
    let rarest = range.first;
    let fewest = this.#timesOf(rarest);
    for (let position = range.first + 1; position <= range.last && fewest > 1; position += 1) {
      const times = this.#timesOf(position);
      if (times >= fewest) continue;
      rarest = position;
      fewest = times;
    }
    return rarest;
  }

  /** How often the content at a position occurs. */
  #timesOf(position: number): number {
    return this.#positions.get(this.#table.contentOf(position))?.length ?? 1;
  }

  #isEqual(first: number, otherFirst: number, length: number): boolean {
    this.#spend();
    if (first < 0 || this.#table.runEnd(first) < first + length - 1) return false;
    for (let offset = 0; offset < length; offset += 1) {
      this.#spend();
      if (this.#table.contentOf(first + offset) !== this.#table.contentOf(otherFirst + offset)) return false;
    }
    return true;
  }

  #spend(): void {
    if (this.#freeComparisons > 0) this.#freeComparisons -= 1;
    else this.#budget.spend(COMPARISON_COST_BYTES);
  }
}
