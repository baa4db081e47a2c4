import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { COMMITS_TABLE, ITEMS_INDEX, ITEMS_TABLE } from '../../../shared/vv-agent/schema';
import { deleteCopyFolder, makeCopyFolder } from '../../sqlite/private-copies';
import type { RedisConnection } from './connection';
import type { SessionKeys } from './keys';
import { readSession } from './reader';

/** What a snapshot is taken of, and where it goes. */
export interface SnapshotRequest {
  readonly keys: SessionKeys;
  /** What the session is called in the file. */
  readonly sessionId: string;
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((doneItems: number, totalItems: number) => void) | undefined;
}

/** A session of a server as it was at one moment, in a SQLite file of ours. */
export interface Snapshot {
  /** A store of version 2 with this one session: `item_index` is the place in the list, counted from 1. */
  readonly file: string;
  readonly itemCount: number;
  readonly commitCount: number;
  /** Deletes the file, which must be closed. */
  remove(): void;
}

/** Copies a session into a private file (0600). Bytes stay as they are, also those that are not UTF-8. */
export async function takeSnapshot(connection: RedisConnection, request: SnapshotRequest): Promise<Snapshot> {
  const { cacheDir } = request;
  const folder = makeCopyFolder(cacheDir);
  try {
    const file = path.join(folder, 'session.sqlite3');
    const counts = await copyInto(file, connection, request);
    return { file, ...counts, remove: () => deleteCopyFolder(cacheDir, folder) };
  } catch (error) {
    deleteCopyFolder(cacheDir, folder);
    throw error;
  }
}

async function copyInto(
  file: string,
  connection: RedisConnection,
  { keys, sessionId, signal, onProgress }: SnapshotRequest,
): Promise<{ itemCount: number; commitCount: number }> {
  const database = newSnapshotFile(file);
  try {
    // Bytes become text without being looked at, so that what is not UTF-8 shows as that.
    const insert = database.prepare(`INSERT INTO session_items VALUES (?, ?, CAST(? AS TEXT))`);
    const insertCommit = database.prepare(
      'INSERT INTO session_commits VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT))',
    );
    let itemCount = 0;
    let total = 0;
    database.exec('BEGIN');
    const sink = {
      begin: (count: number) => {
        database.exec('DELETE FROM session_items');
        itemCount = 0;
        total = count;
      },
      page: (payloads: readonly Buffer[]) => {
        for (const payload of payloads) {
          itemCount += 1;
          insert.run(sessionId, itemCount, payload);
        }
        onProgress?.(itemCount, total);
      },
    };
    const commits = await readSession(connection, keys, sink, signal);
    for (const { commitId, digest } of commits) insertCommit.run(sessionId, commitId, digest);
    database.exec(`COMMIT; ${ITEMS_INDEX.sql}`);
    return { itemCount, commitCount: commits.length };
  } finally {
    database.close();
  }
}

function newSnapshotFile(file: string): Database.Database {
  fs.closeSync(fs.openSync(file, 'wx', 0o600));
  const database = new Database(file);
  // A file that is not finished is thrown away: nothing needs to survive a crash.
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.exec(`${ITEMS_TABLE.sql}; ${COMMITS_TABLE.sql}; PRAGMA user_version = 2`);
  return database;
}
