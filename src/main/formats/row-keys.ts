/**
 * The keys of rows in stored order: 8 bytes a row. Kept as doubles while a double holds them exactly,
 * as 64-bit integers from the first key on that one does not.
 */
export class RowKeys {
  #doubles = new Float64Array(1024);
  #bigints: BigInt64Array | null = null;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(key: number | bigint): void {
    if (typeof key === 'bigint' && this.#bigints === null) {
      this.#bigints = BigInt64Array.from(this.#doubles, (double) => BigInt(double));
      this.#doubles = new Float64Array(0);
    }
    if (this.#bigints !== null) {
      if (this.#count === this.#bigints.length) {
        const longer = new BigInt64Array(this.#count * 2);
        longer.set(this.#bigints);
        this.#bigints = longer;
      }
      this.#bigints[this.#count] = BigInt(key);
    } else {
      if (this.#count === this.#doubles.length) {
        const longer = new Float64Array(this.#count * 2);
        longer.set(this.#doubles);
        this.#doubles = longer;
      }
      this.#doubles[this.#count] = Number(key);
    }
    this.#count += 1;
  }

  /** The key of a row; undefined when there is no such row. */
  at(row: number): number | bigint | undefined {
    if (!Number.isInteger(row) || row < 0 || row >= this.#count) return undefined;
    return this.#bigints === null ? this.#doubles[row] : this.#bigints[row];
  }
}
