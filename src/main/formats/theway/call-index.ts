import type { Ancestry } from '../../../shared/tree/ancestry';

/**
 * Callers with one id that are tried for one result. Ids are unique in a sound session; some models number
 * them anew in each answer, and then the nearest is among the newest.
 */
const MAX_TRIES = 256;

/** Which entry made a tool call, for results that come later on the same path. */
export class CallIndex {
  readonly #callers = new Map<string, number[]>();
  readonly #ancestry: Ancestry;

  constructor(ancestry: Ancestry) {
    this.#ancestry = ancestry;
  }

  add(callId: string, row: number): void {
    const rows = this.#callers.get(callId);
    if (rows === undefined) this.#callers.set(callId, [row]);
    else if (rows.at(-1) !== row) rows.push(row);
  }

  /** Row of the nearest entry from `row` up to its root that made the call; -1: none; 'too-many' when not found out. */
  nearest(callId: string, row: number): number | 'too-many' {
    const rows = this.#callers.get(callId) ?? [];
    const end = Math.max(0, rows.length - MAX_TRIES);
    for (let at = rows.length - 1; at >= end; at--) {
      const caller = rows[at] ?? -1;
      if (this.#ancestry.isOnPath(caller, row)) return caller;
    }
    return end === 0 ? -1 : 'too-many';
  }
}
