import { SessionStoreError } from '../store-error';
import type { RedisConnection } from './connection';
import type { SessionKeys } from './keys';
import { bytesListOf, integerOf } from './reply';

const PAGE_ITEMS = 500;
const PAGE_BYTES = 1024 * 1024;
/** Until the size of payloads is known. */
const FIRST_PAGE_ITEMS = 50;
const TRIES = 5;

/** A commit as the server holds it. */
export interface StoredCommit {
  readonly commitId: Buffer;
  readonly digest: Buffer;
}

/** Where the items of a session go as they are read. */
export interface SessionSink {
  /** A reading begins, with this many items to come; what came before is void. */
  begin(itemCount: number): void;
  /** The next payloads, in order. */
  page(payloads: readonly Buffer[]): void;
}

/**
 * Reads a session page by page, and gives its commits in the order of their ids: one state of it, that in which the
 * reading began. It reads again when something else than appending happened meanwhile; `changed-while-reading` when
 * that does not end.
 */
export async function readSession(
  connection: RedisConnection,
  keys: SessionKeys,
  sink: SessionSink,
  signal?: AbortSignal,
): Promise<readonly StoredCommit[]> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    signal?.throwIfAborted();
    // In one turn, so that hardly ever anything comes in between.
    const [itemCount, commits, countAfter] = await Promise.all([
      countItems(connection, keys),
      readCommits(connection, keys),
      countItems(connection, keys),
    ]);
    // Items and commits are written together: without more items there are no commits for them.
    if (countAfter !== itemCount) continue;
    sink.begin(itemCount);
    if (await readItems(connection, keys, itemCount, sink, signal)) return commits;
  }
  throw new SessionStoreError(
    'changed-while-reading',
    'Other programs keep changing this session while it is read. Try again in a moment.',
  );
}

/**
 * Whether the first items were read as they were at one moment. Items come and go at the end of the list only, so they
 * were if the last of them are still there, in their places.
 */
async function readItems(
  connection: RedisConnection,
  keys: SessionKeys,
  itemCount: number,
  sink: SessionSink,
  signal?: AbortSignal,
): Promise<boolean> {
  let wanted = FIRST_PAGE_ITEMS;
  let last: readonly Buffer[] = [];
  for (let start = 0; start < itemCount; start += last.length) {
    signal?.throwIfAborted();
    last = await range(connection, keys, start, Math.min(start + wanted, itemCount) - 1);
    // Items were removed meanwhile.
    if (last.length === 0) return false;
    sink.page(last);
    const bytes = last.reduce((sum, { length }) => sum + length, 0);
    const fitting = Math.floor((PAGE_BYTES * last.length) / Math.max(1, bytes));
    wanted = Math.min(PAGE_ITEMS, Math.max(1, fitting));
  }
  if (itemCount === 0) return true;
  const now = await range(connection, keys, itemCount - last.length, itemCount - 1);
  return now.length === last.length && now.every((payload, index) => last[index]?.equals(payload));
}

async function range(
  connection: RedisConnection,
  keys: SessionKeys,
  first: number,
  last: number,
): Promise<Buffer[]> {
  return bytesListOf(await connection.command('LRANGE', keys.items, String(first), String(last)), 'LRANGE');
}

async function countItems(connection: RedisConnection, keys: SessionKeys): Promise<number> {
  return integerOf(await connection.command('LLEN', keys.items), 'LLEN');
}

async function readCommits(connection: RedisConnection, keys: SessionKeys): Promise<StoredCommit[]> {
  const reply = await connection.command('HGETALL', keys.commits).catch((error: unknown) => {
    // A list of that name is the session whose id ends in `:commits`.
    if (error instanceof SessionStoreError && error.code === 'invalid-schema') return [];
    throw error;
  });
  const fields = bytesListOf(reply, 'HGETALL');
  const commits: StoredCommit[] = [];
  for (let index = 0; index < fields.length; index += 2) {
    const [commitId, digest] = [fields[index], fields[index + 1]];
    if (commitId && digest) commits.push({ commitId, digest });
  }
  return commits.sort((one, other) => Buffer.compare(one.commitId, other.commitId));
}
