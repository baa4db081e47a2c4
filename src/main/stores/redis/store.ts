import { hasLoneSurrogate } from '../../../shared/json/unicode';
import type { Item } from '../../../shared/vv-agent/item';
import { checkSessionId, payloadsToAdd, payloadsToCommit } from '../append-once';
import type { CommitOutcome, Session, SessionStore } from '../session-store';
import { SessionStoreError } from '../store-error';
import type { RedisAccess } from './address';
import { RedisConnection } from './connection';
import { RedisSessions } from './sessions';

/** What the keys of all sessions start with, unless the user says otherwise. */
export const DEFAULT_REDIS_PREFIX = 'vv-agent-session:';

export interface RedisStoreOptions extends RedisAccess {
  /** What the keys of its sessions start with. */
  readonly prefix?: string;
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
}

/**
 * Connects to a server as a store; spec section 6. Throws a {@link SessionStoreError}: `not-connected`,
 * `not-authorised`, `invalid-address` (there is no such database), `cancelled`.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<RedisStore> {
  const { prefix = DEFAULT_REDIS_PREFIX, signal, ...access } = options;
  checkPrefix(prefix);
  return new RedisStore(await RedisConnection.open(access, { signal }), prefix);
}

/** A prefix must have a UTF-8 form, or the keys would be others. Throws `invalid-input`. */
export function checkPrefix(prefix: string): void {
  if (hasLoneSurrogate(prefix))
    throw new SessionStoreError('invalid-input', 'The prefix of the keys must be well-formed Unicode text.');
}

/** A store on a connection, which it closes with itself. */
export class RedisStore implements SessionStore {
  /** The sessions by payload texts, with what undoing needs. */
  readonly sessions: RedisSessions;
  readonly #connection: RedisConnection;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.sessions = new RedisSessions(connection, prefix);
  }

  /** A handle on a session; several of one id see the same. Throws `invalid-input` for an id that is no well-formed text. */
  session(sessionId: string): Session {
    checkSessionId(sessionId);
    return new RedisSession(this.sessions, sessionId);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

class RedisSession implements Session {
  readonly supportsAddItemsOnce = true;
  readonly sessionId: string;
  readonly #sessions: RedisSessions;

  constructor(sessions: RedisSessions, sessionId: string) {
    this.#sessions = sessions;
    this.sessionId = sessionId;
  }

  getItems(limit?: number): Promise<Item[]> {
    return this.#sessions.items(this.sessionId, limit);
  }

  async addItems(items: readonly Item[]): Promise<void> {
    await this.#sessions.append(this.sessionId, payloadsToAdd(items));
  }

  async addItemsOnce(
    commitId: string,
    payloadDigest: string,
    items: readonly Item[],
  ): Promise<CommitOutcome> {
    const payloads = payloadsToCommit(commitId, payloadDigest, items);
    return this.#sessions.appendOnce(this.sessionId, commitId, payloadDigest, payloads);
  }

  async popItem(): Promise<Item | undefined> {
    return (await this.#sessions.pop(this.sessionId))?.item;
  }

  clear(): Promise<void> {
    return this.#sessions.clear(this.sessionId);
  }

  clearSession(): Promise<void> {
    return this.clear();
  }
}
