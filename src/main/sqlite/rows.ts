import type Database from 'better-sqlite3';
import type { Row, RowReader, SqlValue } from './types';

/** What a statement makes of a row: values by name, an array of them, or the first alone. */
type Shape = 'named' | 'raw' | 'pluck';

type Statement = Database.Statement<SqlValue[], Record<string, SqlValue>>;

const MAX_KEPT_STATEMENTS = 64;

/** The prepared statements of one handle, kept by their text. */
export class Statements {
  readonly #database: Database.Database;
  readonly #kept = new Map<string, Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** A statement ready to run; every integer comes back as a bigint. */
  get(sql: string, shape: Shape = 'named'): Statement {
    // One statement each: turning one from names to arrays and back takes longer than many rows.
    const key = shape === 'named' ? sql : `${shape} ${sql}`;
    const kept = this.#kept.get(key);
    // A statement in use cannot serve a second loop at the same time.
    if (kept !== undefined && !kept.busy) return kept;
    const statement = this.#database.prepare<SqlValue[], Record<string, SqlValue>>(sql);
    statement.safeIntegers(true);
    if (shape !== 'named') statement[shape](true);
    if (this.#kept.size >= MAX_KEPT_STATEMENTS) this.#kept.clear();
    this.#kept.set(key, statement);
    return statement;
  }

  clear(): void {
    this.#kept.clear();
  }
}

/** What one transaction runs its statements with; `end` leaves its loops and makes it throw from then on. */
export class TransactionRows implements RowReader {
  readonly #statements: Statements;
  readonly #openLoops = new Set<IterableIterator<Row>>();
  #isOver = false;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  get(sql: string, ...params: readonly SqlValue[]): Row | undefined {
    const row = this.#query(sql).get(...params);
    return row === undefined ? undefined : plainRow(row);
  }

  all(sql: string, ...params: readonly SqlValue[]): Row[] {
    return this.#query(sql)
      .all(...params)
      .map(plainRow);
  }

  values(sql: string, ...params: readonly SqlValue[]): SqlValue[][] {
    // Rows of a raw statement are arrays, which the type of the statement does not say.
    const found = this.#query(sql, 'raw').all(...params) as unknown as SqlValue[][];
    for (const row of found) for (let at = 0; at < row.length; at++) row[at] = plainValue(row[at] ?? null);
    return found;
  }

  column(sql: string, ...params: readonly SqlValue[]): SqlValue[] {
    // As above: those of a plucking statement are values.
    const found = this.#query(sql, 'pluck').all(...params) as unknown as SqlValue[];
    for (let at = 0; at < found.length; at++) found[at] = plainValue(found[at] ?? null);
    return found;
  }

  iterate(sql: string, ...params: readonly SqlValue[]): IterableIterator<Row> {
    const loop = plainRows(this.#query(sql), params);
    this.#openLoops.add(loop);
    return loop;
  }

  end(): void {
    this.#isOver = true;
    for (const loop of this.#openLoops) loop.return?.();
  }

  /** A statement of any shape, while the transaction runs. */
  protected statement(sql: string, shape: Shape = 'named'): Statement {
    if (this.#isOver) throw new Error('Rows were used after their transaction had ended');
    return this.#statements.get(sql, shape);
  }

  #query(sql: string, shape: Shape = 'named'): Statement {
    const statement = this.statement(sql, shape);
    if (!statement.reader || !statement.readonly) throw new Error(`Not a query that only reads: ${sql}`);
    return statement;
  }
}

/** The settings of https://www.sqlite.org/security.html that this build leaves to us; none of them reads the file. */
export function harden(database: Database.Database): void {
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
  database.pragma('mmap_size = 0');
  const mappedBytes = database.pragma('mmap_size', { simple: true });
  // A file cut short under a mapping ends the process; a database in memory answers nothing here.
  if (mappedBytes !== 0 && mappedBytes !== undefined) throw new Error('SQLite insists on mapping the file');
}

function* plainRows(statement: Statement, params: readonly SqlValue[]): IterableIterator<Row> {
  for (const row of statement.iterate(...params)) yield plainRow(row);
}

/** Turns the bigints a number holds exactly into numbers. The row is ours, so it is changed where it lies. */
function plainRow(row: Record<string, SqlValue>): Row {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint') row[name] = plainValue(value);
  }
  return row;
}

function plainValue(value: SqlValue): SqlValue {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
