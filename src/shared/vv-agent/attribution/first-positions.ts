/** Remembers, for whole numbers that are not negative, the first position each came with: a few bytes for each. */
export class FirstPositions {
  /** Two cells a slot, the number and the position; free while the position is −1. */
  readonly #slots: Int32Array;
  readonly #lastSlot: number;

  /** For at most `count` different numbers below 2^31. */
  constructor(count: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * count + 2));
    this.#slots = new Int32Array(2 * slots).fill(-1);
    this.#lastSlot = slots - 1;
  }

  /** The first position that came with the number: this one, when it is new. */
  note(number: number, position: number): number {
    for (let slot = number & this.#lastSlot; ; slot = (slot + 1) & this.#lastSlot) {
      const known = this.#slots[2 * slot + 1] ?? -1;
      if (known < 0) {
        this.#slots[2 * slot] = number;
        this.#slots[2 * slot + 1] = position;
        return position;
      }
      if (this.#slots[2 * slot] === number) return known;
    }
  }
}
