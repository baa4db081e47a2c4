import type { Ancestry } from '../../../shared/tree/ancestry';

/**
 * Callers with one id that are tried for one result. Ids are unique in a sound session; some models number
 * them anew in each answer, and then the nearest is among the newest.
 */
const MAX_TRIES = 256;

/** A tool call, and the entry that made it. */
export interface MadeCall {
  readonly callId: string;
  readonly name: string;
  readonly row: number;
  readonly entryId: string;
  readonly seq: string;
}

/** Which entries made which tool calls, for results that come later on the same path. */
export class CallIndex {
  readonly #callers = new Map<string, MadeCall[]>();
  readonly #unanswered = new Set<MadeCall>();
  readonly #ancestry: Ancestry;

  constructor(ancestry: Ancestry) {
    this.#ancestry = ancestry;
  }

  add(call: MadeCall): void {
    const calls = this.#callers.get(call.callId);
    if (calls === undefined) this.#callers.set(call.callId, [call]);
    else calls.push(call);
    this.#unanswered.add(call);
  }

  /** Row of the nearest entry from `row` up to its root that made the call; -1: none; 'too-many' when not found out. */
  answer(callId: string, row: number): number | 'too-many' {
    const calls = this.#callers.get(callId) ?? [];
    const end = Math.max(0, calls.length - MAX_TRIES);
    for (let at = calls.length - 1; at >= end; at--) {
      const call = calls[at];
      if (call === undefined || !this.#ancestry.isOnPath(call.row, row)) continue;
      this.#unanswered.delete(call);
      return call.row;
    }
    return end === 0 ? -1 : 'too-many';
  }

  /** Calls that no entry on any branch has answered, in stored order. */
  unanswered(): Iterable<MadeCall> {
    return this.#unanswered;
  }
}
