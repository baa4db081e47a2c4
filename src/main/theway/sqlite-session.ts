import fs from 'node:fs';
import { printJson } from '../../shared/json/print';
import { corrupted } from '../../shared/theway/error';
import { metadataValues, type SessionMetadata } from '../../shared/theway/metadata';
import { readLayout } from '../formats/theway/layout';
import { openForWriting } from '../sqlite/open-for-writing';
import type { ReadDatabase, ReadResult, RowReader } from '../sqlite/types';
import type { WriteDatabase } from '../sqlite/write-types';
import type { Session } from './session';
import { failedIntegrity, fileError, openForReadingOnly, ThewaySessionError } from './session-error';
import type { SessionRows, SessionRowWriter, SessionStorage } from './session-rows';
import { SqliteRows, SqliteRowWriter } from './sqlite-rows';
import { makeSchema, SchemaGuard } from './sqlite-schema';
import { StoredSession } from './stored-session';

export interface SqliteSessionOptions {
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** Whether SQLite checks the whole file first, about 70 MB a second; contract, section 4. Default true. */
  readonly quickCheck?: boolean;
}

/**
 * Opens a session file for reading and writing. It is left as it is when that fails, with a {@link ThewaySessionError}:
 * `corrupted` for a damaged file, `storage_failure` for one that is locked or whose schema fails a check.
 */
export function openSqliteSession(path: string, options: SqliteSessionOptions = {}): Session {
  const database = valueOrThrow(path, openForWriting(path, options));
  try {
    const guard = new SchemaGuard();
    valueOrThrow(
      path,
      database.read((rows) => {
        if (options.quickCheck ?? true) checkQuickly(path, rows);
        guard.check(rows);
      }),
    );
    return new StoredSession(new SqliteStorage(path, database, guard));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes a session file, in WAL mode, with no entries yet. `already_exists` where there is a file of that name. */
export function createSqliteSession(path: string, metadata: SessionMetadata): Session {
  const database = valueOrThrow(path, openForWriting(path, { create: 'must-be-new' }));
  try {
    valueOrThrow(
      path,
      database.write((rows) => {
        makeSchema(rows);
        const writer = new SqliteRowWriter(rows);
        for (const [key, value] of metadataValues(metadata)) writer.setMeta(key, printJson(value));
      }),
    );
    return new StoredSession(new SqliteStorage(path, database, new SchemaGuard()));
  } catch (error) {
    database.close();
    // The name was free before, so whatever lies there now is ours.
    for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${database.path}${suffix}`, { force: true });
    throw error;
  }
}

/**
 * A session in a database that is open for reading: strict, and without a trace. What writes is refused. Closing it
 * leaves the database open. Throws where there are no entries to read. `keepsMeta`: the file is written by other means,
 * so that a change of its metadata can be looked at here.
 */
export function readSqliteSession(
  database: ReadDatabase,
  { keepsMeta = false }: { readonly keepsMeta?: boolean } = {},
): Session {
  const layout = valueOrThrow(database.path, database.read(readLayout));
  if (layout === null || !layout.hasMeta || !layout.isSeqKey) {
    const detail = 'no tables "meta" and "entries" that could be read strictly';
    throw new ThewaySessionError(
      corrupted(`session db ${database.path} corrupt: ${detail}`),
      'unexpected-schema',
    );
  }
  return new StoredSession({
    location: database.path,
    keepsMeta,
    read: (work) =>
      valueOrThrow(
        database.path,
        database.read((rows) => work(new SqliteRows(rows))),
      ),
    write: () => {
      throw openForReadingOnly();
    },
    close: () => {},
  });
}

class SqliteStorage implements SessionStorage {
  readonly keepsMeta = true;
  readonly location: string;
  readonly #path: string;
  readonly #database: WriteDatabase;
  readonly #guard: SchemaGuard;
  #isClosed = false;

  /** `path` as it was given: what its errors name. */
  constructor(path: string, database: WriteDatabase, guard: SchemaGuard) {
    this.location = database.path;
    this.#path = path;
    this.#database = database;
    this.#guard = guard;
  }

  read<T>(work: (rows: SessionRows) => T): T {
    this.#expectOpen();
    const read = this.#database.read((rows) => {
      this.#guard.check(rows);
      return work(new SqliteRows(rows));
    });
    return valueOrThrow(this.#path, read);
  }

  write<T>(work: (rows: SessionRowWriter) => T): T {
    this.#expectOpen();
    const written = this.#database.write((rows) => {
      this.#guard.check(rows);
      return work(new SqliteRowWriter(rows));
    });
    return valueOrThrow(this.#path, written);
  }

  close(): void {
    this.#isClosed = true;
    this.#database.close();
  }

  #expectOpen(): void {
    if (!this.#isClosed) return;
    const message = 'This session is closed: open it again.';
    throw new ThewaySessionError({ code: 'storage_failure', message, detail: '' }, 'file-not-open');
  }
}

/** SQLite's own check of a file, in theway's words: what is damaged is left as it is. */
function checkQuickly(path: string, rows: RowReader): void {
  const findings = rows.all('PRAGMA quick_check(20)').map((row) => String(Object.values(row)[0]));
  if (findings.length === 1 && findings[0] === 'ok') return;
  throw failedIntegrity(path, findings);
}

function valueOrThrow<T>(path: string, result: ReadResult<T>): T {
  if (!result.ok) throw fileError(path, result);
  return result.value;
}
