import type { Item } from '../../shared/vv-agent/item';
import { checkSessionId, isReplay, payloadsToAdd, payloadsToCommit } from './append-once';
import type { CommitOutcome, Session, SessionStore } from './session-store';
import { decodeItem, newestCount } from './stored-item';

/** Sessions in memory, gone with the object: for tests and for programs that keep nothing. */
export class MemoryStore implements SessionStore {
  readonly #sessions = new Map<string, MemorySession>();

  /** The same object for the same id. Throws `invalid-input` for an id that is no well-formed text. */
  session(sessionId: string): Session {
    checkSessionId(sessionId);
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const session = new MemorySession(sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  async close(): Promise<void> {}
}

class MemorySession implements Session {
  readonly supportsAddItemsOnce = true;
  readonly sessionId: string;
  /** Texts, as a database keeps them: what is given out or was taken in shares nothing with them. */
  readonly #payloads: string[] = [];
  readonly #digests = new Map<string, string>();

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  async getItems(limit?: number): Promise<Item[]> {
    const count = Math.min(newestCount(limit) ?? this.#payloads.length, this.#payloads.length);
    const first = this.#payloads.length - count;
    return this.#payloads.slice(first).map((payload, index) => decodeAt(payload, first + index));
  }

  async addItems(items: readonly Item[]): Promise<void> {
    this.#append(payloadsToAdd(items));
  }

  async addItemsOnce(
    commitId: string,
    payloadDigest: string,
    items: readonly Item[],
  ): Promise<CommitOutcome> {
    const payloads = payloadsToCommit(commitId, payloadDigest, items);
    if (isReplay(this.#digests.get(commitId), payloadDigest)) return 'replayed';
    this.#append(payloads);
    this.#digests.set(commitId, payloadDigest);
    return 'committed';
  }

  async popItem(): Promise<Item | undefined> {
    const newest = this.#payloads.at(-1);
    if (newest === undefined) return undefined;
    const item = decodeAt(newest, this.#payloads.length - 1);
    this.#payloads.pop();
    return item;
  }

  async clear(): Promise<void> {
    this.#payloads.length = 0;
    this.#digests.clear();
  }

  clearSession(): Promise<void> {
    return this.clear();
  }

  #append(payloads: readonly string[]): void {
    for (const payload of payloads) this.#payloads.push(payload);
  }
}

function decodeAt(payload: string, index: number): Item {
  return decodeItem(payload, () => `index ${index}`);
}
