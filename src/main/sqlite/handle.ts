import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { failure, failureOfSqliteError } from './failure';
import type { ReadResult, Row, RowReader, SqlValue } from './types';

type Statement = Database.Statement<SqlValue[], Record<string, SqlValue>>;

const MAX_KEPT_STATEMENTS = 64;

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
  readonly #statements = new Map<string, Statement>();

  constructor(source: string | Buffer, busyTimeoutMs: number) {
    this.#database = new Database(source, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    try {
      harden(this.#database);
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
    const openLoops = new Set<IterableIterator<Row>>();
    let isOver = false;
    const statement = (sql: string): Statement => {
      if (isOver) throw new Error('A RowReader was used after its transaction had ended');
      return this.#prepare(sql);
    };
    const rows: RowReader = {
      get: (sql, ...params) => plainRowOrNone(statement(sql).get(...params)),
      all: (sql, ...params) =>
        statement(sql)
          .all(...params)
          .map(plainRow),
      iterate: (sql, ...params) => {
        const loop = plainRows(statement(sql), params);
        openLoops.add(loop);
        return loop;
      },
    };
    try {
      this.#database.exec('BEGIN');
      try {
        const value = work(rows);
        if (value instanceof Promise) throw new Error('The work of a read must be synchronous');
        return { ok: true, value };
      } finally {
        isOver = true;
        for (const loop of openLoops) loop.return?.();
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

  #prepare(sql: string): Statement {
    const kept = this.#statements.get(sql);
    // A statement in use cannot serve a second loop at the same time.
    if (kept !== undefined && !kept.busy) return kept;
    const statement = this.#database.prepare<SqlValue[], Record<string, SqlValue>>(sql);
    if (!statement.reader || !statement.readonly) throw new Error(`Not a query that only reads: ${sql}`);
    statement.safeIntegers(true);
    if (this.#statements.size >= MAX_KEPT_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** The settings of https://www.sqlite.org/security.html that this build leaves to us; none of them reads the file. */
function harden(database: Database.Database): void {
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  database.pragma('query_only = ON');
  database.pragma('mmap_size = 0');
  const mappedBytes = database.pragma('mmap_size', { simple: true });
  // A file cut short under a mapping ends the process; a database in memory answers nothing here.
  if (mappedBytes !== 0 && mappedBytes !== undefined) throw new Error('SQLite insists on mapping the file');
}

function* plainRows(statement: Statement, params: readonly SqlValue[]): IterableIterator<Row> {
  for (const row of statement.iterate(...params)) yield plainRow(row);
}

function plainRowOrNone(row: Record<string, SqlValue> | undefined): Row | undefined {
  return row === undefined ? undefined : plainRow(row);
}

/** Turns the bigints a number holds exactly into numbers. The row is ours, so it is changed where it lies. */
function plainRow(row: Record<string, SqlValue>): Row {
  for (const name in row) {
    const value = row[name];
    if (typeof value !== 'bigint') continue;
    const number = Number(value);
    if (Number.isSafeInteger(number)) row[name] = number;
  }
  return row;
}
