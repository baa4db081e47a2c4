import { type CallFacts, type CallsRead, MAX_PATH_ROWS } from '../../../../shared/contract/path-reading';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { call } from '../../app/bridge';
import type { SessionScope } from './session-scope';

/** A tool call of a path, and whether a result says that it failed. */
export interface PathCall extends CallFacts {
  readonly isFailed: boolean;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told after each request how many of the entries that had to be read are read. */
  onProgress?(done: number, total: number): void;
}

type FetchCalls = (rows: number[]) => Promise<CallsRead>;

/** The calls of a session's entries, as far as they were asked for; read once. */
export class CallTable {
  readonly #fetch: FetchCalls;
  readonly #calls = new Map<number, readonly CallFacts[]>();
  /** Rows of failed results that were read, and the calls they answer. */
  readonly #results = new Set<number>();
  readonly #failed = new Set<string>();

  constructor(fetch: FetchCalls) {
    this.#fetch = fetch;
  }

  /**
   * Reads what is not known yet of the calls that some rows of a path make, and which of them failed, a request after the
   * other in their order; returns between two of them when the signal aborts. Rejects with an `OperationFailure`.
   */
  async read(
    index: SessionIndex,
    path: Iterable<number>,
    { signal, onProgress }: ReadOptions,
  ): Promise<void> {
    const rows: number[] = [];
    for (const row of path) if (this.#isMissing(index, row)) rows.push(row);
    for (let at = 0; at < rows.length && !signal.aborted; at += MAX_PATH_ROWS) {
      const page = rows.slice(at, at + MAX_PATH_ROWS);
      this.#add(index, page, await this.#fetch(page));
      if (!signal.aborted) onProgress?.(Math.min(at + page.length, rows.length), rows.length);
    }
  }

  /** The calls an entry makes; undefined while they were not read. */
  callsOf(row: number): readonly PathCall[] | undefined {
    return this.#calls.get(row)?.map((each) => ({
      ...each,
      isFailed: each.callId !== null && this.#failed.has(keyOf(row, each.callId)),
    }));
  }

  #isMissing(index: SessionIndex, row: number): boolean {
    if (index.callCount(row) > 0) return !this.#calls.has(row);
    // Of the results only those are read that say a call failed.
    return index.hasFlag(row, 'error') && index.callRow(row) >= 0 && !this.#results.has(row);
  }

  #add(index: SessionIndex, page: readonly number[], { calls, results }: CallsRead): void {
    for (const row of page) {
      if (index.callCount(row) > 0) this.#calls.set(row, []);
      else this.#results.add(row);
    }
    // No spreading: one entry may make ten thousand calls.
    const byRow = new Map<number, CallFacts[]>();
    for (const each of calls) {
      const own = byRow.get(each.row);
      if (own) own.push(each);
      else byRow.set(each.row, [each]);
    }
    for (const [row, own] of byRow) this.#calls.set(row, own);
    for (const { row, callId } of results)
      if (callId !== null) this.#failed.add(keyOf(index.callRow(row), callId));
  }
}

function keyOf(callRow: number, callId: string): string {
  return `${callRow} ${callId}`;
}

/** Tables that are kept: one for each of the sessions looked at last. */
const MOST_KEPT = 4;
const tables = new Map<string, CallTable>();

/** The table of a session, as its file was read. */
export function callTable({ fileId, since, sessionId }: SessionScope): CallTable {
  const key = JSON.stringify([fileId, since, sessionId]);
  const table =
    tables.get(key) ?? new CallTable((rows) => call('session.calls', { fileId, sessionId, rows }));
  tables.delete(key);
  tables.set(key, table);
  for (const old of [...tables.keys()].slice(0, -MOST_KEPT)) tables.delete(old);
  return table;
}
