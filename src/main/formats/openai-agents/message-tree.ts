import { BROKEN_PARENT, NO_PARENT } from '../../../shared/model/heads';
import { RowKeys } from '../row-keys';
import type { MessageId } from './message-table';
import type { StructureRow } from './structure-rows';
import { plainId } from './structure-rows';

const NO_ROW = -1;

/**
 * The messages of a session as a tree. Branches are lists of messages; those that begin alike share their entries, so
 * that an entry is a place in the prefix tree of all lists. A parent always has a smaller row than its child.
 */
export class MessageTree {
  readonly #ids = new RowKeys();
  readonly #parents: number[] = [];
  readonly #branches: number[] = [];
  readonly #turns: number[] = [];
  /** By message: its first entry. */
  readonly #rows = new Map<MessageId, number>();
  /** Entries of messages that have one before it, by parent and message: lists that go apart and meet again. */
  readonly #repeats = new Map<string, number>();
  readonly #repeatNumbers = new Map<number, number>();

  get count(): number {
    return this.#ids.count;
  }

  /** Adds the next message to a branch that ends at `tip`; the row of its entry, which may be one that is there. */
  follow(tip: number, { messageId, branch, turn }: StructureRow): number {
    const first = this.#rows.get(messageId);
    if (first === undefined) return this.#push(messageId, tip, branch, turn);
    if (this.#parents[first] === tip) return first;
    const key = `${tip} ${messageId}`;
    const known = this.#repeats.get(key);
    if (known !== undefined) return known;
    const row = this.#push(messageId, tip, branch, turn);
    this.#repeats.set(key, row);
    this.#repeatNumbers.set(row, this.#repeats.size + 1);
    return row;
  }

  /** Adds the next message of a session without branches. */
  append(id: MessageId): void {
    this.#push(id, this.count - 1, NO_ROW, Number.NaN);
  }

  /** Adds a message that no branch has: apart from the tree, behind those that no branch has either. */
  setApart(id: MessageId, before: number): number {
    return this.#push(id, before === NO_ROW ? BROKEN_PARENT : before, NO_ROW, Number.NaN);
  }

  has(id: MessageId): boolean {
    return this.#rows.has(id);
  }

  /** The message of an entry; undefined where there is no such row. */
  messageAt(row: number): MessageId | undefined {
    const id = this.#ids.at(row);
    return id === undefined ? undefined : plainId(id);
  }

  /** What an entry is called: as its message, with a number of its own where that has another entry. */
  entryId(row: number): string {
    const number = this.#repeatNumbers.get(row);
    return number === undefined ? String(this.#ids.at(row)) : `${this.#ids.at(row)}#${number}`;
  }

  isRepeat(row: number): boolean {
    return this.#repeatNumbers.has(row);
  }

  /** Row of the parent, or what `HeadChunk.parents` has for none. */
  parentOf(row: number): number {
    return this.#parents[row] ?? NO_PARENT;
  }

  /** Place of the branch that had an entry first; -1 for none. */
  branchOf(row: number): number {
    return this.#branches[row] ?? NO_ROW;
  }

  /** NaN where nothing tells. */
  turnOf(row: number): number {
    return this.#turns[row] ?? Number.NaN;
  }

  #push(id: MessageId, parent: number, branch: number, turn: number): number {
    const row = this.count;
    this.#ids.push(id);
    this.#parents.push(parent);
    this.#branches.push(branch);
    this.#turns.push(turn);
    if (!this.#rows.has(id)) this.#rows.set(id, row);
    return row;
  }
}
