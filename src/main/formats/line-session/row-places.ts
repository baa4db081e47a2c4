import type { RecordPlace } from './line-format';

const FIRST_ROWS = 32;
/** Offset, size, line and part of a record. */
const WIDTH = 4;

/** The records of each entry, by row: 32 bytes a record and 4 a row. */
export class RowPlaces {
  #places = new Float64Array(FIRST_ROWS * WIDTH);
  /** By row: how many records there are of all rows before it. */
  #starts = new Uint32Array(FIRST_ROWS);
  readonly #repeats = new Map<number, (readonly RecordPlace[])[]>();
  #count = 0;
  #placeCount = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds the next row. */
  push(places: readonly RecordPlace[]): void {
    if (this.#count === this.#starts.length) {
      const longer = new Uint32Array(this.#count * 2);
      longer.set(this.#starts);
      this.#starts = longer;
    }
    this.#starts[this.#count] = this.#placeCount;
    this.#count += 1;
    for (const place of places) this.#add(place);
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
    const end = row + 1 === this.#count ? this.#placeCount : this.#starts[row + 1];
    const first: RecordPlace[] = [];
    for (let at = this.#starts[row] ?? 0; at < (end ?? 0); at += 1) first.push(this.#placeAt(at * WIDTH));
    return [first, ...(this.#repeats.get(row) ?? [])];
  }

  /** The records of a row as they were written last; of one that was written in parts, the last that is whole. */
  at(row: number): readonly RecordPlace[] {
    const versions = this.versions(row);
    const most = Math.max(...versions.map(({ length }) => length));
    return versions.findLast(({ length }) => length === most) ?? [];
  }

  #add({ byteOffset, sizeBytes, line, part = 0 }: RecordPlace): void {
    const at = this.#placeCount * WIDTH;
    if (at === this.#places.length) {
      const longer = new Float64Array(at * 2);
      longer.set(this.#places);
      this.#places = longer;
    }
    this.#places[at] = byteOffset;
    this.#places[at + 1] = sizeBytes;
    this.#places[at + 2] = line;
    this.#places[at + 3] = part;
    this.#placeCount += 1;
  }

  #placeAt(at: number): RecordPlace {
    const [byteOffset = 0, sizeBytes = 0, line = 0, part = 0] = this.#places.subarray(at, at + WIDTH);
    return part === 0 ? { byteOffset, sizeBytes, line } : { byteOffset, sizeBytes, line, part };
  }
}
