import type Database from 'better-sqlite3';
import { failureOfSqliteError } from './failure';
import { harden, Statements, TransactionRows } from './rows';
import type { ReadFailure, ReadResult, RowReader, SqlValue } from './types';
import type { RowWriter, WriteDatabase } from './write-types';

/** One SQLite handle that may write, with the settings that untrusted files and durable commits need. */
export class WriteHandle implements Omit<WriteDatabase, symbol> {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #statements: Statements;
  /** Prepared once: short transactions are most of what is run here. */
  readonly #begin: Database.Statement<[]>;
  readonly #beginImmediate: Database.Statement<[]>;
  readonly #commit: Database.Statement<[]>;

  constructor(path: string, database: Database.Database) {
    this.path = path;
    this.#database = database;
    this.#statements = new Statements(database);
    harden(database);
    // This build opens WAL files at NORMAL, where a commit may be lost when the power fails.
    database.pragma('synchronous = FULL');
    if (process.platform === 'darwin') database.pragma('fullfsync = ON');
    this.#begin = database.prepare('BEGIN');
    this.#beginImmediate = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  read<T>(work: (rows: RowReader) => T): ReadResult<T> {
    return this.#transact(this.#begin, work);
  }

  write<T>(work: (rows: RowWriter) => T): ReadResult<T> {
    return this.#transact(this.#beginImmediate, work);
  }

  async writeInSteps<T>(
    work: (rows: RowWriter) => Generator<unknown, T>,
    pause: () => Promise<void>,
  ): Promise<ReadResult<T>> {
    const rows = new WriterRows(this.#database, this.#statements);
    try {
      this.#beginImmediate.run();
      try {
        const steps = work(rows);
        let step = steps.next();
        for (; !step.done; step = steps.next()) await pause();
        rows.end();
        this.#commit.run();
        return { ok: true, value: step.value };
      } finally {
        this.#endTransaction(rows);
      }
    } catch (error) {
      return asFailure(error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #transact<T>(begin: Database.Statement<[]>, work: (rows: RowWriter) => T): ReadResult<T> {
    const rows = new WriterRows(this.#database, this.#statements);
    try {
      begin.run();
      try {
        const value = work(rows);
        if (value instanceof Promise) throw new Error('The work of a transaction must be synchronous');
        rows.end();
        this.#commit.run();
        return { ok: true, value };
      } finally {
        this.#endTransaction(rows);
      }
    } catch (error) {
      return asFailure(error);
    }
  }

  #endTransaction(rows: WriterRows): void {
    rows.end();
    // SQLite may have ended the transaction itself after an error.
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }
}

/** The failure for an error of SQLite; any other error is thrown again. */
function asFailure(error: unknown): ReadFailure {
  const known = failureOfSqliteError(error, 'writing');
  if (known === null) throw error;
  return known;
}

class WriterRows extends TransactionRows implements RowWriter {
  readonly #database: Database.Database;

  constructor(database: Database.Database, statements: Statements) {
    super(statements);
    this.#database = database;
  }

  run(sql: string, ...params: readonly SqlValue[]): ReturnType<RowWriter['run']> {
    const { changes, lastInsertRowid } = this.statement(sql).run(...params);
    return { changes, lastRowid: BigInt(lastInsertRowid) };
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }
}
