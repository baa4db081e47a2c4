import type { Item } from '../../../shared/vv-agent/item';
import { identityConflict } from '../append-once';
import type { CommitOutcome } from '../session-store';
import { SessionStoreError } from '../store-error';
import { decodeItem, newestCount, undecodable } from '../stored-item';
import type { RedisArgument, RedisConnection, RedisReply } from './connection';
import { type SessionKeys, sessionKeys, textOf } from './keys';
import { type ListedSession, listSessions } from './listing';
import { readSession } from './reader';
import { bytesListOf, bytesOf, integerOf } from './reply';
import { ADD_ONCE, CLEAR, POP_IF_SAME, PUSH_IF_STATE, REMOVE_TAIL, RESTORE, STATE } from './scripts';
import {
  type SessionContent,
  type SessionState,
  stateOfContent,
  stateOfReply,
  stateValues,
} from './session-state';

/** Values that go into one command; a longer list goes in several, in one transaction. */
const VALUES_A_COMMAND = 100_000;
/** How often a change is tried again that another program was quicker than. */
const TRIES = 50;

/** The newest item of a session, taken off. */
export interface PoppedPayload {
  readonly item: Item;
  /** As it was stored. */
  readonly payload: string;
  /** What is left. */
  readonly left: SessionState;
}

/**
 * The sessions on a server by their payload texts, which must be in normal form and judged; each change is atomic.
 * Everything fails with a {@link SessionStoreError}.
 */
export class RedisSessions {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  /** All sessions there are, in the order of their ids' bytes. */
  list(): Promise<ListedSession[]> {
    return listSessions(this.#connection, this.#prefix);
  }

  /** The newest items in order, all without a count. */
  async items(sessionId: string, limit?: number): Promise<Item[]> {
    const count = newestCount(limit);
    if (count === 0) return [];
    const first = count === undefined ? '0' : String(-count);
    const { items } = this.#keys(sessionId);
    const payloads = bytesListOf(await this.#connection.command('LRANGE', items, first, '-1'), 'LRANGE');
    return payloads.map((payload, index) => decode(payload, index - payloads.length));
  }

  /** Appends payloads, all or none. */
  async append(sessionId: string, payloads: readonly string[]): Promise<void> {
    if (payloads.length === 0) return;
    const { items } = this.#keys(sessionId);
    if (payloads.length <= VALUES_A_COMMAND) {
      await this.#connection.command('RPUSH', items, ...payloads);
      return;
    }
    const commands: RedisArgument[][] = [];
    for (let start = 0; start < payloads.length; start += VALUES_A_COMMAND)
      commands.push(['RPUSH', items, ...payloads.slice(start, start + VALUES_A_COMMAND)]);
    await this.#connection.transaction(commands);
  }

  /** Appends payloads once for a commit id; spec section 4, point 4. */
  async appendOnce(
    sessionId: string,
    commitId: string,
    digest: string,
    payloads: readonly string[],
  ): Promise<CommitOutcome> {
    const reply = await this.#script(ADD_ONCE, this.#keys(sessionId), commitId, digest, ...payloads);
    const outcome = Array.isArray(reply) ? String(reply[0]) : undefined;
    switch (outcome) {
      case 'committed':
      case 'replayed':
        return outcome;
      case 'conflict':
        throw identityConflict();
      default:
        throw new SessionStoreError(
          'invalid-outcome',
          'redis session append-once returned an invalid outcome',
        );
    }
  }

  /** The digest a commit id is known with; undefined when it is not known. */
  async knownDigest(sessionId: string, commitId: string): Promise<string | undefined> {
    const reply = await this.#connection.command('HGET', this.#keys(sessionId).commits, commitId);
    return bytesOf(reply, 'HGET')?.toString();
  }

  /** The newest payload; undefined without items. */
  async newestPayload(sessionId: string): Promise<Buffer | undefined> {
    return bytesOf(await this.#connection.command('LINDEX', this.#keys(sessionId).items, '-1'), 'LINDEX');
  }

  /** Removes the newest item, once it is decoded; undefined when there is none. */
  async pop(sessionId: string): Promise<PoppedPayload | undefined> {
    const keys = this.#keys(sessionId);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const newest = await this.newestPayload(sessionId);
      if (newest === undefined) return undefined;
      const item = decode(newest, -1);
      const left = await this.#script(POP_IF_SAME, keys, newest);
      if (left !== null) return { item, payload: newest.toString(), left: stateOfReply(left) };
    }
    throw busy();
  }

  /** Removes the items and the commits. */
  async clear(sessionId: string | Buffer): Promise<void> {
    await this.#script(CLEAR, this.#keys(sessionId));
  }

  /** Removes the items and the commits and gives them, all there were. */
  async takeAll(sessionId: string): Promise<SessionContent> {
    const keys = this.#keys(sessionId);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const content = await this.readAll(sessionId);
      if ((await this.#script(CLEAR, keys, ...stateValues(stateOfContent(content)))) !== null) return content;
    }
    throw busy();
  }

  /** All items and commits, of one moment. */
  async readAll(sessionId: string | Buffer, signal?: AbortSignal): Promise<SessionContent> {
    const payloads: Buffer[] = [];
    const sink = {
      begin: () => void payloads.splice(0),
      page: (page: readonly Buffer[]) => {
        for (const payload of page) payloads.push(payload);
      },
    };
    const commits = await readSession(this.#connection, this.#keys(sessionId), sink, signal);
    return { payloads, commits };
  }

  /** Cheap: no payload is sent. Who may run no script gets no hash. */
  async state(sessionId: string | Buffer): Promise<SessionState> {
    const keys = this.#keys(sessionId);
    try {
      return stateOfReply(await this.#script(STATE, keys));
    } catch (error) {
      if (!(error instanceof SessionStoreError && error.code === 'not-authorised')) throw error;
      const itemCount = integerOf(await this.#connection.command('LLEN', keys.items), 'LLEN');
      const isHash = (await this.#connection.command('TYPE', keys.commits)) === 'hash';
      const commits = isHash ? await this.#connection.command('HLEN', keys.commits) : 0;
      return { itemCount, commitCount: integerOf(commits, 'HLEN'), newestHash: '' };
    }
  }

  /**
   * Takes an append back: removes exactly these payloads from the end, and the commit if one is named, if they are there
   * and the session is in the state that the append left. False when not, and nothing was changed.
   */
  async removeTail(
    sessionId: string,
    left: SessionState,
    payloads: readonly string[],
    commitId?: string,
  ): Promise<boolean> {
    const commit = commitId === undefined ? ['0', ''] : ['1', commitId];
    const values = [...stateValues(left), ...commit, ...payloads];
    return isDone(await this.#script(REMOVE_TAIL, this.#keys(sessionId), ...values));
  }

  /** Takes a pop back: appends the payload, if the session is in the state that the pop left. False when not. */
  async restorePopped(sessionId: string, { payload, left }: PoppedPayload): Promise<boolean> {
    const values = [...stateValues(left), payload];
    return isDone(await this.#script(PUSH_IF_STATE, this.#keys(sessionId), ...values));
  }

  /** Takes a clear back, if the session is still empty. False when not. */
  async restoreCleared(sessionId: string, { payloads, commits }: SessionContent): Promise<boolean> {
    const fields = commits.flatMap(({ commitId, digest }) => [commitId, digest]);
    const values = [String(commits.length), ...fields, ...payloads];
    return isDone(await this.#script(RESTORE, this.#keys(sessionId), ...values));
  }

  #keys(sessionId: string | Buffer): SessionKeys {
    return sessionKeys(this.#prefix, sessionId);
  }

  #script(script: string, keys: SessionKeys, ...values: readonly RedisArgument[]): Promise<RedisReply> {
    return this.#connection.command('EVAL', script, '2', keys.items, keys.commits, ...values);
  }
}

/** `index` is Redis's own: counted from the end, it is below 0. */
function decode(payload: Buffer, index: number): Item {
  const place = () => `list index ${index}`;
  const text = textOf(payload);
  if (text === undefined) throw undecodable(place(), 'it is not valid UTF-8');
  return decodeItem(text, place);
}

function isDone(reply: RedisReply): boolean {
  return integerOf(reply, 'EVAL') === 1;
}

function busy(): SessionStoreError {
  return new SessionStoreError(
    'changed-meanwhile',
    'Other programs keep changing this session. Nothing was removed: try again in a moment.',
  );
}
