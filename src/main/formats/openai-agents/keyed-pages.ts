import type { ReadDatabase, SqlValue } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { MAX_PAGE_ROWS } from '../read-limits';
import type { SessionKey } from './session-key';

/** Rows of one session in a table with a row key. */
interface KeyedRows {
  readonly columns: string;
  /** The table, as SQL; it may have an alias, which the key then needs too. */
  readonly table: string;
  readonly key: string;
}

/** The rows of a session in stored order, a page a transaction; each begins with its key. */
export function* keyedPages(
  db: ReadDatabase,
  session: SessionKey,
  { columns, table, key }: KeyedRows,
): Generator<SqlValue[][]> {
  // The sign keeps SQLite to the order of the rows, of which a page is a stretch.
  const from = `SELECT ${key}, ${columns} FROM ${table} WHERE +${session.where}`;
  const order = `ORDER BY ${key} LIMIT ${MAX_PAGE_ROWS}`;
  let after: SqlValue = null;
  for (;;) {
    const params: SqlValue[] = after === null ? [session.value] : [session.value, after];
    const sql: string = after === null ? `${from} ${order}` : `${from} AND ${key} > ? ${order}`;
    const page: SqlValue[][] = unwrap(db.read((rows) => rows.values(sql, ...params)));
    yield page;
    after = page.at(-1)?.[0] ?? null;
    if (page.length < MAX_PAGE_ROWS || after === null) return;
  }
}
