import type { RedisConnection } from '../../stores/redis/connection';
import { type ListedSession, listSessions } from '../../stores/redis/listing';
import type { Snapshots } from './snapshots';

/** How often all sessions are looked at, at most; a long list is looked at less often. */
const LIST_EVERY_MS = 5_000;
/** A list that takes long is looked at so many times its own time apart, so that it costs the server 2 %. */
const REST_FACTOR = 50;

/** Tells whether a server has other sessions than were listed. Asks little, so that it can be asked each second. */
export class ChangeWatch {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #snapshots: Snapshots;
  readonly #listed: ReadonlyMap<string, ListedSession>;
  readonly #listEveryMs: number;
  #nextListMs: number;

  constructor(
    connection: RedisConnection,
    prefix: string,
    snapshots: Snapshots,
    sessions: readonly ListedSession[],
    listEveryMs = LIST_EVERY_MS,
  ) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#snapshots = snapshots;
    this.#listed = new Map(sessions.map((session) => [session.id.toString('latin1'), session]));
    this.#listEveryMs = listEveryMs;
    this.#nextListMs = performance.now() + listEveryMs;
  }

  /** False also when the server cannot be asked: that tells nothing, and the next request says so. */
  async hasChanged(idOf: (name: string) => Buffer | undefined): Promise<boolean> {
    try {
      return (await this.#snapshots.hasChanged(idOf)) || (await this.#hasOtherSessions());
    } catch {
      return false;
    }
  }

  async #hasOtherSessions(): Promise<boolean> {
    const startMs = performance.now();
    if (startMs < this.#nextListMs) return false;
    this.#nextListMs = Number.POSITIVE_INFINITY;
    try {
      const now = await listSessions(this.#connection, this.#prefix);
      return now.length !== this.#listed.size || now.some((session) => !this.#isListed(session));
    } finally {
      const endMs = performance.now();
      this.#nextListMs = endMs + Math.max(this.#listEveryMs, REST_FACTOR * (endMs - startMs));
    }
  }

  #isListed({ id, itemCount, commitCount }: ListedSession): boolean {
    const before = this.#listed.get(id.toString('latin1'));
    return before?.itemCount === itemCount && before.commitCount === commitCount;
  }
}
