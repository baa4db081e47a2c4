import { type EntryKind, isConversation } from '../../shared/model/kind';

const FIRST_ROWS = 64;

/** Where the conversation went on: what tells a call whose result is missing from one that may still run. */
export class Continuations {
  /** By row: 1 for what goes on. */
  #marks = new Uint8Array(FIRST_ROWS);
  #count = 0;

  /**
   * Adds the next row. A result does not go on: it may be that of another call of the same answer. What is not known
   * does, as in the transcript, where it stands below the call.
   */
  push(kind: EntryKind): void {
    if (this.#count === this.#marks.length) {
      const longer = new Uint8Array(this.#count * 2);
      longer.set(this.#marks);
      this.#marks = longer;
    }
    const goesOn = kind === 'unknown' || (isConversation(kind) && kind !== 'tool_result');
    this.#marks[this.#count] = goesOn ? 1 : 0;
    this.#count += 1;
  }

  /** By row, 1 where the conversation went on below it. Parents stand before their children; below 0 is none. */
  below(parentOf: (row: number) => number): Uint8Array {
    const found = new Uint8Array(this.#count);
    for (let row = this.#count - 1; row >= 0; row -= 1) {
      const parent = parentOf(row);
      if (parent >= 0 && (found[row] === 1 || this.#marks[row] === 1)) found[parent] = 1;
    }
    return found;
  }
}
