import type { Item } from '../../shared/vv-agent/item';
import { openForWriting } from '../sqlite/open-for-writing';
import type { RowReader } from '../sqlite/types';
import type { RowWriter, WriteDatabase } from '../sqlite/write-types';
import { checkSessionId, payloadsToAdd, payloadsToCommit } from './append-once';
import type { CommitOutcome, Session, SessionStore } from './session-store';
import { appendCommit, appendPayloads, clearSession, popNewest, readItems } from './sqlite-rows';
import { SchemaGuard } from './sqlite-schema';
import { SessionStoreError, valueOrThrow } from './store-error';

export interface SqliteStoreOptions {
  /**
   * Whether a store may be made: never (default), if there is no file or one without tables, or only if there is no
   * file (else `exists-already`).
   */
  readonly create?: 'never' | 'if-missing' | 'must-be-new';
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/**
 * Opens a file as a store of version 2; spec section 5. Fails with a {@link SessionStoreError}: `invalid-schema` when
 * its schema fails a check, else a failure of the file (`missing`, `locked`, `not-a-database` …).
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SessionStore> {
  const { create = 'never' } = options;
  const database = valueOrThrow(openForWriting(path, options));
  try {
    return new SqliteStore(database, create !== 'never');
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A store on an open database, which it closes with itself. */
export class SqliteStore implements SessionStore {
  readonly #database: WriteDatabase;
  readonly #guard = new SchemaGuard();
  #isClosed = false;

  /** Checks the schema, and makes it where there are no tables and `create` says so. Throws as its sessions do. */
  constructor(database: WriteDatabase, create = false) {
    this.#database = database;
    valueOrThrow(database.write((rows) => this.#guard.prepare(rows, { create })));
  }

  /** A handle on a session; several of one id see the same. Throws `invalid-input` for an id that is no well-formed text. */
  session(sessionId: string): Session {
    checkSessionId(sessionId);
    return new SqliteSession(this, sessionId);
  }

  /** Runs `work` in a transaction that reads, over a schema that passes. Throws a {@link SessionStoreError}. */
  read<T>(work: (rows: RowReader) => T): T {
    this.#expectOpen();
    return valueOrThrow(
      this.#database.read((rows) => {
        this.#guard.check(rows);
        return work(rows);
      }),
    );
  }

  /** The same in an IMMEDIATE transaction, committed unless `work` throws. */
  write<T>(work: (rows: RowWriter) => T): T {
    this.#expectOpen();
    return valueOrThrow(
      this.#database.write((rows) => {
        this.#guard.prepare(rows, { create: false });
        return work(rows);
      }),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#database.close();
  }

  #expectOpen(): void {
    if (this.#isClosed) throw new SessionStoreError('file-not-open', 'This store is closed: open it again.');
  }
}

class SqliteSession implements Session {
  readonly supportsAddItemsOnce = true;
  readonly sessionId: string;
  readonly #store: SqliteStore;

  constructor(store: SqliteStore, sessionId: string) {
    this.#store = store;
    this.sessionId = sessionId;
  }

  async getItems(limit?: number): Promise<Item[]> {
    return this.#store.read((rows) => readItems(rows, this.sessionId, limit));
  }

  async addItems(items: readonly Item[]): Promise<void> {
    const payloads = payloadsToAdd(items);
    if (payloads.length > 0) this.#store.write((rows) => appendPayloads(rows, this.sessionId, payloads));
  }

  async addItemsOnce(
    commitId: string,
    payloadDigest: string,
    items: readonly Item[],
  ): Promise<CommitOutcome> {
    const payloads = payloadsToCommit(commitId, payloadDigest, items);
    return this.#store.write(
      (rows) => appendCommit(rows, this.sessionId, commitId, payloadDigest, payloads).outcome,
    );
  }

  async popItem(): Promise<Item | undefined> {
    return this.#store.write((rows) => popNewest(rows, this.sessionId)?.item);
  }

  async clear(): Promise<void> {
    this.#store.write((rows) => clearSession(rows, this.sessionId));
  }

  clearSession(): Promise<void> {
    return this.clear();
  }
}
