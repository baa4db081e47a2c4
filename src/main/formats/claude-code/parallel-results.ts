/** Responses whose results are still looked for; older ones have long been gone on from. */
const MAX_RESPONSES = 1000;
/** Records known of one response; some releases wrote thousands about the progress of one call. */
const MAX_MEMBERS = 1000;

/** A response that calls tools, and the results that it has so far. */
interface Response {
  readonly callIds: Set<string>;
  /** What hangs on it and is known here, to be forgotten with it. */
  readonly ids: string[];
  lastResultId: string | null;
  resultCount: number;
}

interface Membership {
  readonly response: Response;
  /** Number of the result that an entry is or hangs on, from 1; 0 above all results. */
  readonly behind: number;
}

/** A record that names a parent. */
interface Follower {
  readonly id: string;
  readonly parentId: string;
  readonly answeredIds: readonly string[];
  /** Whether it is no part of the conversation, and what hangs on it follows what it hangs on. */
  readonly isBookkeeping: boolean;
}

/**
 * Results of tools that ran side by side are stored as siblings: only one of them is above what follows. Here they hang
 * one on the other, in the order of the file, and what hangs on one of them hangs on the last, so that a path through
 * a response has all its results.
 */
export class ParallelResults {
  readonly #members = new Map<string, Membership>();
  readonly #responses: Response[] = [];

  /** Takes a response as far as it is known: the ids of its records, and of the calls it makes. */
  addCalls(ids: readonly string[], callIds: readonly string[]): void {
    if (callIds.length === 0) return;
    const response = this.#members.get(ids[0] ?? '')?.response ?? this.#start();
    for (const callId of callIds) response.callIds.add(callId);
    for (const id of ids) if (!this.#members.has(id)) this.#join(id, response, 0);
  }

  /** The entry that a record is to hang on. */
  parentOf({ id, parentId, answeredIds, isBookkeeping }: Follower): string {
    const membership = this.#members.get(parentId);
    // What was written once more keeps its place.
    if (membership === undefined || this.#members.has(id)) return parentId;
    const { response, behind } = membership;
    const before = response.lastResultId;
    if (answeredIds.some((callId) => response.callIds.has(callId))) {
      response.resultCount += 1;
      response.lastResultId = id;
      this.#join(id, response, response.resultCount);
      return before ?? parentId;
    }
    const isPassed = behind > 0 && behind < response.resultCount;
    if (isBookkeeping) this.#join(id, response, isPassed ? response.resultCount : behind);
    return isPassed && before !== null ? before : parentId;
  }

  #start(): Response {
    const response: Response = { callIds: new Set(), ids: [], lastResultId: null, resultCount: 0 };
    this.#responses.push(response);
    const oldest = this.#responses.length > MAX_RESPONSES ? this.#responses.shift() : undefined;
    for (const known of oldest?.ids ?? []) this.#members.delete(known);
    return response;
  }

  #join(id: string, response: Response, behind: number): void {
    if (response.ids.length === MAX_MEMBERS) return;
    response.ids.push(id);
    this.#members.set(id, { response, behind });
  }
}
