import Database from 'better-sqlite3';
import type { Row, RowReader, SqlValue } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';

// Bytes that are not UTF-8 would not survive as a string of ours, so what is text is kept as bytes, with its kind.
const kept = (column: string) => `typeof(${column}) AS ${column}_type,
  CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END AS ${column}`;
const restored = "CASE ? WHEN 'text' THEN CAST(? AS TEXT) ELSE ? END";

const ITEMS = `SELECT item_index, session_id, ${kept('payload')} FROM session_items`;
const COMMITS = `SELECT rowid AS number, session_id, ${kept('commit_id')}, ${kept('payload_digest')}
  FROM session_commits`;

/**
 * The very rows a write removed, for as long as they can be put back. They lie in a temporary database that SQLite
 * deletes by itself, also when the process is ended: a session may be larger than memory.
 */
export class RemovedRows {
  readonly #kept: Database.Database;

  constructor() {
    // SQLite keeps a database without a name in memory, and spills it into a file nobody else can open.
    this.#kept = new Database('');
    this.#kept.exec(`
      CREATE TABLE items (item_index INTEGER PRIMARY KEY, session_id, payload_type, payload);
      CREATE TABLE commits (number INTEGER PRIMARY KEY, session_id, commit_id_type, commit_id,
        payload_digest_type, payload_digest);`);
  }

  /** Keeps the items and commits of a session, inside the transaction that is about to remove them. */
  keepSession(rows: RowReader, sessionId: string): void {
    this.#kept.transaction(() => {
      this.#keepItems(rows, 'WHERE session_id = ? ORDER BY item_index', sessionId);
      this.#keepRows('commits', rows.iterate(`${COMMITS} WHERE session_id = ? ORDER BY rowid`, sessionId));
    })();
  }

  /** Keeps the newest item of a session, the one a pop is about to remove. */
  keepNewest(rows: RowReader, sessionId: string): void {
    this.#keepItems(rows, 'WHERE session_id = ? ORDER BY item_index DESC LIMIT 1', sessionId);
  }

  /** Puts the rows back where they were: same `item_index`, same order of commits, same bytes. */
  restore(rows: RowWriter): void {
    const item = `INSERT INTO session_items (item_index, session_id, payload) VALUES (?, ?, ${restored})`;
    for (const row of this.#all('items'))
      rows.run(item, value(row.item_index), value(row.session_id), ...typed(row, 'payload'));
    const commit = `INSERT INTO session_commits (rowid, session_id, commit_id, payload_digest)
      VALUES (?, ?, ${restored}, ${restored})`;
    for (const row of this.#all('commits')) {
      const texts = [...typed(row, 'commit_id'), ...typed(row, 'payload_digest')];
      rows.run(commit, value(row.number), value(row.session_id), ...texts);
    }
  }

  close(): void {
    this.#kept.close();
  }

  #keepItems(rows: RowReader, which: string, sessionId: string): void {
    this.#keepRows('items', rows.iterate(`${ITEMS} ${which}`, sessionId));
  }

  #keepRows(table: 'items' | 'commits', found: Iterable<Row>): void {
    const places = table === 'items' ? '?, ?, ?, ?' : '?, ?, ?, ?, ?, ?';
    const insert = this.#kept.prepare(`INSERT INTO ${table} VALUES (${places})`);
    for (const row of found) insert.run(...Object.values(row));
  }

  #all(table: 'items' | 'commits'): IterableIterator<Record<string, SqlValue>> {
    const statement = this.#kept.prepare<[], Record<string, SqlValue>>(`SELECT * FROM ${table} ORDER BY 1`);
    return statement.safeIntegers(true).iterate();
  }
}

/** The parameters of {@link restored}. */
function typed(row: Row, column: string): SqlValue[] {
  const stored = value(row[column]);
  return [value(row[`${column}_type`]), stored, stored];
}

/** A column that the statement named is there. */
function value(column: SqlValue | undefined): SqlValue {
  return column ?? null;
}
