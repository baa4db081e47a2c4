import { SessionStoreError } from '../store-error';
import type { RedisConnection, RedisReply } from './connection';
import { idOfCommitsKey, idOfItemsKey, patternOf, type SessionKeys, sessionKeys } from './keys';
import { bytesListOf, bytesOf, integerOf, listOf } from './reply';
import { FIRST_PAYLOADS } from './scripts';

/** Keys the server looks at in one go: it answers nobody else meanwhile. */
const SCAN_COUNT = 2_000;
/** Sessions asked about at once. */
const BATCH = 500;
const WHOLE_BATCH = 50;
/** Sessions whose first payloads one script gives: it holds the server up that long. */
const SESSIONS_A_SCRIPT = 50;

/** A session that the server has, through its items or its commits. */
export interface ListedSession {
  /** Need not be UTF-8. */
  readonly id: Buffer;
  readonly itemCount: number;
  readonly commitCount: number;
}

export interface ListingOptions {
  readonly signal?: AbortSignal | undefined;
  /** `total` is null until it is known. */
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
}

/**
 * The sessions with a prefix, in the order of their ids' bytes. A key is what its type says, not its name: the id of a
 * session may itself end in `:commits`. Uses SCAN: a session that is made or removed meanwhile may be listed or not.
 */
export async function listSessions(
  connection: RedisConnection,
  prefix: string,
  options: ListingOptions = {},
): Promise<ListedSession[]> {
  const found = new Map<string, { id: Buffer; hasItems: boolean; hasCommits: boolean }>();
  const note = (id: Buffer, what: 'hasItems' | 'hasCommits') => {
    const name = id.toString('latin1');
    const session = found.get(name) ?? { id, hasItems: false, hasCommits: false };
    session[what] = true;
    found.set(name, session);
    options.onProgress?.(found.size, null);
  };
  for await (const key of scan(connection, prefix, 'list', options))
    note(idOfItemsKey(prefix, key), 'hasItems');
  for await (const key of scan(connection, prefix, 'hash', options)) {
    const id = idOfCommitsKey(prefix, key);
    if (id) note(id, 'hasCommits');
  }
  const sorted = [...found.values()].sort((one, other) => Buffer.compare(one.id, other.id));
  const sessions = await inBatches(sorted, BATCH, options, async ({ id, hasItems, hasCommits }) => {
    const keys = sessionKeys(prefix, id);
    const [items, commits] = await Promise.all([
      hasItems ? countOf(connection, 'LLEN', keys.items) : 0,
      hasCommits ? countOf(connection, 'HLEN', keys.commits) : 0,
    ]);
    return { id, itemCount: items, commitCount: commits };
  });
  return sessions.filter(({ itemCount, commitCount }) => itemCount + commitCount > 0);
}

/** The start of a payload, as far as a title needs it. */
export interface PayloadStart {
  readonly isWhole: boolean;
  readonly bytes: Buffer;
}

/** What `make` makes of the starts of the first payloads of each session, in the order asked for. */
export async function readFirstPayloads<T>(
  connection: RedisConnection,
  keys: readonly SessionKeys[],
  limits: { readonly items: number; readonly wholeBytes: number; readonly startBytes: number },
  make: (starts: readonly PayloadStart[]) => T,
  options: ListingOptions = {},
): Promise<T[]> {
  const { items, wholeBytes, startBytes } = limits;
  const values = [String(items), String(wholeBytes), String(startBytes)];
  try {
    const made: T[] = [];
    for (let start = 0; start < keys.length; start += SESSIONS_A_SCRIPT) {
      options.signal?.throwIfAborted();
      const some = keys.slice(start, start + SESSIONS_A_SCRIPT).map(({ items: key }) => key);
      const reply = await connection.command('EVAL', FIRST_PAYLOADS, String(some.length), ...some, ...values);
      for (const starts of listOf(reply, 'EVAL')) made.push(make(pairsOf(starts)));
      options.onProgress?.(made.length, keys.length);
    }
    return made;
  } catch (error) {
    if (!(error instanceof SessionStoreError && error.code === 'not-authorised')) throw error;
  }
  // Who may only read may run no script, and gets the payloads as they are, however long: few at a time.
  return inBatches(keys, WHOLE_BATCH, options, async ({ items: key }) => {
    const payloads = bytesListOf(await connection.command('LRANGE', key, '0', String(items - 1)), 'LRANGE');
    return make(payloads.map((bytes) => ({ isWhole: true, bytes })));
  });
}

/** How many keys there are of each type, and how many hashes belong to no session by their name. */
export interface KeyCensus {
  readonly byType: ReadonlyMap<string, number>;
  readonly strayHashes: number;
}

/** Counts the keys with a prefix by their type. */
export async function countKeys(connection: RedisConnection, prefix: string): Promise<KeyCensus> {
  const keys = new Map<string, Buffer>();
  for await (const key of scan(connection, prefix, null, {})) keys.set(key.toString('latin1'), key);
  const types = await inBatches([...keys.values()], BATCH, {}, async (key) => ({
    key,
    type: String(await connection.command('TYPE', key)),
  }));
  const byType = new Map<string, number>();
  for (const { type } of types) if (type !== 'none') byType.set(type, (byType.get(type) ?? 0) + 1);
  const isStray = ({ key, type }: { key: Buffer; type: string }) =>
    type === 'hash' && idOfCommitsKey(prefix, key) === undefined;
  return { byType, strayHashes: types.filter(isStray).length };
}

/** Keys of a type; one may come more than once. */
async function* scan(
  connection: RedisConnection,
  prefix: string,
  type: 'list' | 'hash' | null,
  { signal }: ListingOptions,
): AsyncGenerator<Buffer, void> {
  const ofType = type === null ? [] : ['TYPE', type];
  let cursor = '0';
  do {
    signal?.throwIfAborted();
    const args = [cursor, 'MATCH', patternOf(prefix), 'COUNT', String(SCAN_COUNT), ...ofType];
    const [next, keys] = listOf(await connection.command('SCAN', ...args), 'SCAN');
    yield* bytesListOf(keys, 'SCAN');
    cursor = String(bytesOf(next, 'SCAN'));
  } while (cursor !== '0');
}

/** Asks about some at a time, so that each batch is one round trip and a cancel gets in between. */
async function inBatches<In, Out>(
  all: readonly In[],
  size: number,
  { signal, onProgress }: ListingOptions,
  ask: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const answers: Out[] = [];
  for (let start = 0; start < all.length; start += size) {
    signal?.throwIfAborted();
    for (const answer of await Promise.all(all.slice(start, start + size).map(ask))) answers.push(answer);
    onProgress?.(answers.length, all.length);
  }
  return answers;
}

async function countOf(connection: RedisConnection, command: string, key: Buffer): Promise<number> {
  return integerOf(await connection.command(command, key), command);
}

function pairsOf(reply: RedisReply): PayloadStart[] {
  return listOf(reply, 'EVAL').map((pair) => {
    const [isWhole, bytes] = listOf(pair, 'EVAL');
    return { isWhole: isWhole === 1, bytes: bytesOf(bytes, 'EVAL') ?? Buffer.alloc(0) };
  });
}
