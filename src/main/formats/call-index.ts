import type { Problem } from '../../shared/model/report';
import { ownCopy } from '../../shared/text/own-copy';

/**
 * Callers with one id that are tried for one result. Ids are unique in a sound session; some models number
 * them anew in each answer, and then the nearest is among the newest.
 */
const MAX_TRIES = 256;

/** Where an entry stands in its file: a row of a database, or a line. */
export type EntryPlace = Partial<Pick<Problem, 'rowId' | 'line' | 'byteOffset'>>;

/** A tool call, and the entry that made it. */
export interface MadeCall {
  readonly callId: string;
  readonly name: string;
  readonly row: number;
  readonly entryId: string;
  readonly place: EntryPlace;
}

/** A call that was found for a result. */
interface FoundCall extends MadeCall {
  /** Row of the latest result before this one that answers it, on whatever branch; -1 for none. */
  readonly answeredBefore: number;
}

/** The call a result answers: null when no entry above it made one; 'too-many' when that was not found out. */
export type AnsweredCall = FoundCall | 'too-many' | null;

interface KeptCall extends MadeCall {
  answeredBy: number;
  answeredBefore: number;
}

/** Which entries made which tool calls, for results that come later on the same path. */
export class CallIndex {
  readonly #callers = new Map<string, KeptCall[]>();
  /** In stored order. */
  readonly #unanswered = new Set<KeptCall>();
  readonly #isOnPath: (ancestor: number, row: number) => boolean;

  /** `isOnPath` says whether an earlier row is on the path from a row to its root. */
  constructor(isOnPath: (ancestor: number, row: number) => boolean) {
    this.#isOnPath = isOnPath;
  }

  add(call: MadeCall): void {
    // Kept to the end of the pass, so it must not keep the payload it was cut out of.
    const { row, entryId, place } = call;
    const [callId, name] = [ownCopy(call.callId), ownCopy(call.name)];
    const kept = { callId, name, row, entryId, place, answeredBy: -1, answeredBefore: -1 };
    const calls = this.#callers.get(kept.callId);
    if (calls === undefined) this.#callers.set(kept.callId, [kept]);
    else calls.push(kept);
    this.#unanswered.add(kept);
  }

  /** The call with this id made nearest to `row`, up to its root; `by` is the row of the result, a child of that. */
  answer(callId: string, row: number, by: number): AnsweredCall {
    const calls = this.#callers.get(callId) ?? [];
    const end = Math.max(0, calls.length - MAX_TRIES);
    for (let at = calls.length - 1; at >= end; at--) {
      const call = calls[at];
      if (call === undefined || !this.#isOnPath(call.row, row)) continue;
      this.#unanswered.delete(call);
      call.answeredBefore = call.answeredBy;
      call.answeredBy = by;
      return call;
    }
    return end === 0 ? null : 'too-many';
  }

  /** Calls that no entry on any branch has answered, in stored order. */
  unanswered(): Iterable<MadeCall> {
    return this.#unanswered;
  }
}
