import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { failure, failureOfSqliteError } from './failure';
import { harden, Statements, TransactionRows } from './rows';
import type { ReadResult, RowReader } from './types';

/**
 * Opens a read-only handle on a file, or on an image of one held in memory.
 * Never takes a user's name as it came: a name must be absolute and end in no space (plan.ts), or be a URI of ours.
 */
export function openHandle(source: string | Buffer, busyTimeoutMs: number): ReadResult<ReadHandle> {
  try {
    return { ok: true, value: new ReadHandle(source, busyTimeoutMs) };
  } catch (error) {
    const known = failureOfSqliteError(error);
    if (known !== null) return known;
    // The binding has an error without a code for this one.
    if (typeof source === 'string' && !fs.existsSync(path.dirname(source))) return failure('missing', source);
    throw error;
  }
}

/** One read-only SQLite handle with the settings that untrusted files need. */
export class ReadHandle {
  readonly #database: Database.Database;
  readonly #statements: Statements;

  constructor(source: string | Buffer, busyTimeoutMs: number) {
    this.#database = new Database(source, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    this.#statements = new Statements(this.#database);
    try {
      harden(this.#database);
      this.#database.pragma('query_only = ON');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  setBusyTimeout(waitMs: number): void {
    this.#database.pragma(`busy_timeout = ${Math.trunc(waitMs)}`);
  }

  /** Runs `work` in one read transaction; a SQLite error comes back as a value. */
  read<T>(work: (rows: RowReader) => T): ReadResult<T> {
    const rows = new TransactionRows(this.#statements);
    try {
      this.#database.exec('BEGIN');
      try {
        const value = work(rows);
        if (value instanceof Promise) throw new Error('The work of a read must be synchronous');
        return { ok: true, value };
      } finally {
        rows.end();
        // SQLite may have ended the transaction itself after an error.
        if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      }
    } catch (error) {
      const known = failureOfSqliteError(error);
      if (known === null) throw error;
      return known;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}
