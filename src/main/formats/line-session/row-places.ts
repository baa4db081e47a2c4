import type { RecordPlace } from './line-format';

const FIRST_ROWS = 1024;
/** Offset, size, line and part of a record. */
const WIDTH = 4;

/** The records of each entry, by row: 32 bytes a row, and more only for those that have several. */
export class RowPlaces {
  #first = new Float64Array(FIRST_ROWS * WIDTH);
  readonly #further = new Map<number, readonly RecordPlace[]>();
  readonly #repeats = new Map<number, (readonly RecordPlace[])[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds the next row. */
  push(places: readonly RecordPlace[]): void {
    const [first] = places;
    const at = this.#count * WIDTH;
    if (at === this.#first.length) {
      const longer = new Float64Array(at * 2);
      longer.set(this.#first);
      this.#first = longer;
    }
    this.#first[at] = first?.byteOffset ?? 0;
    this.#first[at + 1] = first?.sizeBytes ?? 0;
    this.#first[at + 2] = first?.line ?? 0;
    this.#first[at + 3] = first?.part ?? 0;
    if (places.length > 1) this.#further.set(this.#count, places.slice(1));
    this.#count += 1;
  }

  /** Notes that the entry of a row was written once more. */
  repeat(row: number, places: readonly RecordPlace[]): void {
    const repeats = this.#repeats.get(row);
    if (repeats === undefined) this.#repeats.set(row, [places]);
    else repeats.push(places);
  }

  /** The records of a row each time that it was written, in the order of the file; empty where there is no such row. */
  versions(row: number): (readonly RecordPlace[])[] {
    if (!Number.isInteger(row) || row < 0 || row >= this.#count) return [];
    const [byteOffset = 0, sizeBytes = 0, line = 0, part = 0] = this.#first.subarray(
      row * WIDTH,
      (row + 1) * WIDTH,
    );
    const own: RecordPlace =
      part === 0 ? { byteOffset, sizeBytes, line } : { byteOffset, sizeBytes, line, part };
    const first = [own, ...(this.#further.get(row) ?? [])];
    return [first, ...(this.#repeats.get(row) ?? [])];
  }

  /** The records of a row as they were written last; of one that was written in parts, the last that is whole. */
  at(row: number): readonly RecordPlace[] {
    const versions = this.versions(row);
    const most = Math.max(...versions.map(({ length }) => length));
    return versions.findLast(({ length }) => length === most) ?? [];
  }
}
