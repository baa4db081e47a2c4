import { quoteName } from '../../sqlite/schema';
import type { ReadDatabase, RowReader, SqlValue } from '../../sqlite/types';
import { DatabaseError, unwrap } from '../database-error';
import type { EntryRow, RowKey } from './entry-source';

/** Columns that an index repeats, and so may tell where their row cannot be read. */
const INDEXED = { id: 'id', parentId: 'parent_id', type: 'type' } as const;

/**
 * What the indexes still know of a table `entries` some pages of which are damaged: which rows there are, and their ids,
 * parents and types. Asked only once reading has failed; each question walks through whole indexes.
 */
export class DamagedTable {
  readonly #db: ReadDatabase;

  constructor(db: ReadDatabase) {
    this.#db = db;
  }

  /** The keys after a row, at most `limit` of them, in order. Throws `DatabaseError` where the index is damaged too. */
  keys(after: RowKey | null, limit: number): RowKey[] {
    return unwrap(
      this.#db.read((rows) => {
        const index = indexOf(rows, INDEXED.id);
        if (index === null) return [];
        const from = `SELECT seq FROM entries INDEXED BY ${index}`;
        const found =
          after === null
            ? rows.all(`${from} ORDER BY seq LIMIT ?`, limit)
            : rows.all(`${from} WHERE seq > ? ORDER BY seq LIMIT ?`, after, limit);
        return found
          .map(({ seq }) => seq)
          .filter((seq) => typeof seq === 'number' || typeof seq === 'bigint');
      }),
    );
  }

  /** The key of the newest row; null when there is none. */
  lastKey(): RowKey | null {
    const last = unwrap(
      this.#db.read((rows) => {
        const index = indexOf(rows, INDEXED.id);
        return index === null
          ? null
          : rows.get(`SELECT max(seq + 0) AS last FROM entries INDEXED BY ${index}`)?.last;
      }),
    );
    return typeof last === 'number' || typeof last === 'bigint' ? last : null;
  }

  /** Rows that cannot be read, in the order of their keys: what the indexes know of them, and what SQLite said. */
  rows(failures: ReadonlyMap<RowKey, string>): EntryRow[] {
    const columns = {
      id: this.#column(INDEXED.id, failures),
      parentId: this.#column(INDEXED.parentId, failures),
      type: this.#column(INDEXED.type, failures),
    };
    return [...failures].map(([key, detail]) => ({
      key,
      place: { rowId: String(key) },
      placeName: `entries · seq ${key}`,
      sizeBytes: 0,
      columns: {
        id: columns.id.get(key) ?? `seq ${key}`,
        parentId: columns.parentId.get(key) ?? null,
        type: columns.type.get(key) ?? null,
        timestamp: null,
      },
      standInId: '',
      payload: { state: 'damaged', detail },
    }));
  }

  /** A column of some rows by its index; of none where the index is not there or damaged itself. */
  #column(column: string, wanted: ReadonlyMap<RowKey, unknown>): Map<RowKey, SqlValue> {
    const found = new Map<RowKey, SqlValue>();
    const read = this.#db.read((rows) => {
      const index = indexOf(rows, column);
      if (index === null) return;
      for (const { seq, value } of rows.iterate(
        `SELECT seq, ${column} AS value FROM entries INDEXED BY ${index}`,
      )) {
        const isKey = typeof seq === 'number' || typeof seq === 'bigint';
        if (isKey && wanted.has(seq)) found.set(seq, value ?? null);
      }
    });
    return read.ok || isDamage(read.code) ? found : unwrap(read);
  }
}

/** Whether a failure is that of a damaged page, beyond which other pages may be sound. */
function isDamage(code: string): boolean {
  return code === 'damaged' || code === 'truncated';
}

/** What SQLite said of the damage that an error is about; any other error is thrown again. */
export function damageOf(error: unknown): string {
  if (error instanceof DatabaseError && isDamage(error.failure.code)) return error.failure.detail;
  throw error;
}

/** The name of an index over one column and all rows, as SQL; null where there is none. */
function indexOf(rows: RowReader, column: string): string | null {
  const indexes = rows.all("SELECT name FROM pragma_index_list('entries') WHERE partial = 0");
  for (const { name } of indexes) {
    const columns = rows.all('SELECT name FROM pragma_index_info(?)', name ?? '');
    if (columns.length === 1 && columns[0]?.name === column) return quoteName(String(name));
  }
  return null;
}
