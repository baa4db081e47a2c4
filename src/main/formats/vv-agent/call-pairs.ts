import type { Item } from '../../../shared/vv-agent/item';

/** One tool call, and where it was made. */
export interface PlacedCall {
  readonly callId: string;
  readonly name: string;
  readonly row: number;
  readonly entryId: string;
}

/** Pairs tool results with calls, item by item in stored order: a result answers the nearest call before it with its id. */
export class CallPairs {
  readonly #latest = new Map<string, PlacedCall>();
  /** In the order of the calls. */
  readonly #unanswered = new Set<PlacedCall>();

  /** Takes the next item; gives the call it answers, null where there is none. */
  add(item: Item, row: number, entryId: string): PlacedCall | null {
    const answered =
      item.role === 'tool' && item.toolCallId !== undefined ? this.#latest.get(item.toolCallId) : undefined;
    if (answered) this.#unanswered.delete(answered);
    for (const { id, name } of item.toolCalls) {
      const call = { callId: id, name, row, entryId };
      this.#latest.set(id, call);
      this.#unanswered.add(call);
    }
    return answered ?? null;
  }

  unanswered(): PlacedCall[] {
    return [...this.#unanswered];
  }
}
