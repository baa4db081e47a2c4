import type { Problem } from '../../shared/model/report';
import { ownCopy } from '../../shared/text/own-copy';
import { IdRows } from '../../shared/tree/id-rows';
import { extendedColumn } from '../../shared/tree/int-column';

/**
 * Callers with one id that are tried for one result. Ids are unique in a sound session; some models number
 * them anew in each answer, and then the nearest is among the newest.
 */
const MAX_TRIES = 256;

/** Where an entry stands in its file: a row of a database, or a line. */
export type EntryPlace = Partial<Pick<Problem, 'rowId' | 'line' | 'byteOffset'>>;

/** A tool call, and the entry that made it. */
export interface MadeCall {
  /** Kept to the end of a pass: it must have memory of its own (`ownCopy`). */
  readonly callId: string;
  readonly name: string;
  readonly row: number;
  readonly entryId: string;
  /** Of its entry, where the row alone does not tell. */
  readonly place: EntryPlace;
}

/** A call that was found for a result. */
interface FoundCall extends Pick<MadeCall, 'row' | 'name'> {
  /** Row of the latest result before this one that answers it, on whatever branch; -1 for none. */
  readonly answeredBefore: number;
}

/** The call a result answers: null when no entry above it made one; 'too-many' when that was not found out. */
export type AnsweredCall = FoundCall | 'too-many' | null;

const FIRST_CALLS = 32;
const NONE = -1;

/** Which entries made which tool calls, for results that come later on the same path: some 70 bytes a call and its id. */
export class CallIndex {
  /** Number of the first call of each id. */
  readonly #firstOf = new IdRows();
  /** By the number of the first call of an id: the number of the last. */
  #lasts = new Int32Array(FIRST_CALLS);
  /** By number: the call of the same id before it, the row of its entry, and that of its last result. */
  #befores = new Int32Array(FIRST_CALLS);
  #rows = new Int32Array(FIRST_CALLS);
  #answers = new Int32Array(FIRST_CALLS);
  readonly #callIds: string[] = [];
  readonly #names: string[] = [];
  readonly #entryIds: string[] = [];
  readonly #places: EntryPlace[] = [];
  /** One string for all calls of a tool. */
  readonly #knownNames = new Map<string, string>();
  readonly #isOnPath: (ancestor: number, row: number) => boolean;

  /** `isOnPath` says whether an earlier row is on the path from a row to its root. */
  constructor(isOnPath: (ancestor: number, row: number) => boolean) {
    this.#isOnPath = isOnPath;
  }

  add({ callId, name, row, entryId, place }: MadeCall): void {
    const call = this.#callIds.length;
    if (call === this.#rows.length) this.#grow();
    const found = this.#firstOf.add(callId, call);
    const first = found < 0 ? call : found;
    this.#befores[call] = found < 0 ? NONE : (this.#lasts[first] ?? NONE);
    this.#lasts[first] = call;
    this.#rows[call] = row;
    this.#answers[call] = NONE;
    this.#callIds.push(callId);
    this.#names.push(this.#nameOf(name));
    this.#entryIds.push(entryId);
    this.#places.push(place);
  }

  /** The call with this id made nearest to `row`, up to its root; `by` is the row of the result, a child of that. */
  answer(callId: string, row: number, by: number): AnsweredCall {
    const first = this.#firstOf.rowOf(callId);
    if (first < 0) return null;
    let call = this.#lasts[first] ?? NONE;
    for (let tries = 0; tries < MAX_TRIES && call >= 0; tries += 1) {
      if (this.#isOnPath(this.#rows[call] ?? NONE, row)) {
        const answeredBefore = this.#answers[call] ?? NONE;
        this.#answers[call] = by;
        return { row: this.#rows[call] ?? NONE, name: this.#names[call] ?? '', answeredBefore };
      }
      call = this.#befores[call] ?? NONE;
    }
    return call < 0 ? null : 'too-many';
  }

  /** Calls that no entry on any branch has answered, in stored order. */
  *unanswered(): Iterable<MadeCall> {
    for (const [call, callId] of this.#callIds.entries()) {
      if (this.#answers[call] !== NONE) continue;
      yield {
        callId,
        name: this.#names[call] ?? '',
        row: this.#rows[call] ?? NONE,
        entryId: this.#entryIds[call] ?? '',
        place: this.#places[call] ?? {},
      };
    }
  }

  #nameOf(name: string): string {
    const known = this.#knownNames.get(name);
    if (known !== undefined) return known;
    const own = ownCopy(name);
    this.#knownNames.set(own, own);
    return own;
  }

  #grow(): void {
    this.#lasts = extendedColumn(this.#lasts);
    this.#befores = extendedColumn(this.#befores);
    this.#rows = extendedColumn(this.#rows);
    this.#answers = extendedColumn(this.#answers);
  }
}
