import Database from 'better-sqlite3';
import type { RowReader, SqlValue } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';

const ITEMS = `SELECT item_index, session_id, typeof(payload) AS storage, CASE typeof(payload) WHEN 'text'
  THEN CAST(payload AS BLOB) ELSE payload END AS payload FROM session_items`;
const COMMITS = 'SELECT rowid AS number, session_id, commit_id, payload_digest FROM session_commits';

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
      CREATE TABLE items (item_index INTEGER PRIMARY KEY, session_id, storage, payload);
      CREATE TABLE commits (number INTEGER PRIMARY KEY, session_id, commit_id, payload_digest);`);
  }

  /** Keeps the items and commits of a session, inside the transaction that is about to remove them. */
  keepSession(rows: RowReader, sessionId: string): void {
    this.#kept.transaction(() => {
      this.#keepItems(rows, 'WHERE session_id = ? ORDER BY item_index', sessionId);
      const insert = this.#kept.prepare('INSERT INTO commits VALUES (?, ?, ?, ?)');
      for (const row of rows.iterate(`${COMMITS} WHERE session_id = ? ORDER BY rowid`, sessionId))
        insert.run(row.number, row.session_id, row.commit_id, row.payload_digest);
    })();
  }

  /** Keeps the newest item of a session, the one a pop is about to remove. */
  keepNewest(rows: RowReader, sessionId: string): void {
    this.#keepItems(rows, 'WHERE session_id = ? ORDER BY item_index DESC LIMIT 1', sessionId);
  }

  /** Puts the rows back where they were: same `item_index`, same order of commits, same bytes. */
  restore(rows: RowWriter): void {
    // Bytes that are not UTF-8 would not survive as a string of ours, so texts go back as bytes too.
    const text = "CASE ? WHEN 'text' THEN CAST(? AS TEXT) ELSE ? END";
    const item = `INSERT INTO session_items (item_index, session_id, payload) VALUES (?, ?, ${text})`;
    for (const row of this.#all('items')) {
      const { item_index, session_id, storage, payload } = row;
      rows.run(item, value(item_index), value(session_id), value(storage), value(payload), value(payload));
    }
    const commit = `INSERT INTO session_commits (rowid, session_id, commit_id, payload_digest) VALUES (?, ?, ?, ?)`;
    for (const row of this.#all('commits')) {
      const { number, session_id, commit_id, payload_digest } = row;
      rows.run(commit, value(number), value(session_id), value(commit_id), value(payload_digest));
    }
  }

  close(): void {
    this.#kept.close();
  }

  #keepItems(rows: RowReader, which: string, sessionId: string): void {
    const insert = this.#kept.prepare('INSERT INTO items VALUES (?, ?, ?, ?)');
    for (const row of rows.iterate(`${ITEMS} ${which}`, sessionId))
      insert.run(row.item_index, row.session_id, row.storage, row.payload);
  }

  #all(table: 'items' | 'commits'): IterableIterator<Record<string, SqlValue>> {
    const statement = this.#kept.prepare<[], Record<string, SqlValue>>(`SELECT * FROM ${table} ORDER BY 1`);
    return statement.safeIntegers(true).iterate();
  }
}

/** A column that the statement named is there. */
function value(column: SqlValue | undefined): SqlValue {
  return column ?? null;
}
