import { BROKEN_PARENT } from '../../../shared/model/heads';
import type { RecordPlace } from './line-format';

/** The entry that an island begins with. */
export interface IslandStart {
  readonly id: string;
  readonly place: RecordPlace | undefined;
}

/** Tells which entries hang on islands: parts of a session whose parent is not above them. */
export class Islands {
  /** Whether a row does: 1 or 0. */
  #rows = new Uint8Array(1024);
  #count = 0;
  #entryCount = 0;
  #first: IslandStart | null = null;

  get count(): number {
    return this.#count;
  }

  /** How many entries are on islands. */
  get entryCount(): number {
    return this.#entryCount;
  }

  /** Null where there is none. */
  get first(): IslandStart | null {
    return this.#first;
  }

  /** Takes the next row; `start` is what it is if an island begins with it. */
  push(row: number, parentRow: number, start: IslandStart): void {
    if (row === this.#rows.length) {
      const longer = new Uint8Array(row * 2);
      longer.set(this.#rows);
      this.#rows = longer;
    }
    const isFirst = parentRow === BROKEN_PARENT;
    const isOnIsland = isFirst || (parentRow >= 0 && this.#rows[parentRow] === 1);
    this.#rows[row] = isOnIsland ? 1 : 0;
    if (isOnIsland) this.#entryCount += 1;
    if (!isFirst) return;
    this.#count += 1;
    this.#first ??= start;
  }
}
