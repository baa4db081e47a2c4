import { isUtf8 } from 'node:buffer';
import { failure } from '../../sqlite/failure';
import type { ReadDatabase, Row, RowReader, SqlValue } from '../../sqlite/types';
import { ChangeGuard } from '../change-guard';
import { DatabaseError, unwrap } from '../database-error';
import { MAX_JOINT_BYTES, MAX_PAGE_BYTES, MAX_PAGE_ROWS, MAX_PARSED_BYTES } from '../read-limits';
import { boundedColumn } from '../stored-id';
import { DamagedTable, damageOf } from './damaged-table';
import type { EntryRow, EntrySource, Payload, RowKey } from './entry-source';
import type { Layout } from './layout';

// Names of their own: an order by `seq` must mean the column, not what stands for it here.
const COLUMNS = `${boundedColumn('seq')} AS entry_seq, ${boundedColumn('id')} AS entry_id,
  ${boundedColumn('parent_id')} AS entry_parent, ${boundedColumn('type')} AS entry_type,
  ${boundedColumn('timestamp')} AS entry_time,
  octet_length(payload) AS size_bytes, typeof(payload) AS storage,
  CASE WHEN octet_length(payload) <= ${MAX_JOINT_BYTES} THEN payload END AS payload`;

/** Rows of a damaged page that are read one by one in one go: each may be of a megabyte. */
const MAX_SALVAGED_ROWS = 200;

/** Reads `entries` in stored order, in short transactions and by key ranges. */
export class EntryTable implements EntrySource {
  readonly #db: ReadDatabase;
  readonly #layout: Layout;

  constructor(db: ReadDatabase, layout: Layout) {
    this.#db = db;
    this.#layout = layout;
  }

  count(): number {
    return this.#read((rows) => Number(rows.get('SELECT count(*) AS n FROM entries')?.n ?? 0));
  }

  /** The entries after a row, given its key and how many rows there were up to it; empty at the end. */
  page(after: RowKey | null, rowsBefore: number): EntryRow[] {
    try {
      return this.#page(after, rowsBefore);
    } catch (error) {
      const damage = damageOf(error);
      if (!this.#layout.isSeqKey) throw error;
      return this.#salvagedPage(after, damage);
    }
  }

  #page(after: RowKey | null, rowsBefore: number): EntryRow[] {
    const found = this.#read((rows) => {
      const page: Row[] = [];
      let bytes = 0;
      const [sql, params] = this.#range(COLUMNS, after, rowsBefore);
      for (const row of rows.iterate(sql, ...params)) {
        page.push(row);
        bytes += heldBytes(row);
        if (bytes >= MAX_PAGE_BYTES) break;
      }
      return page;
    });
    return found.map((row, index) => this.#entryRow(row, rowsBefore + index));
  }

  /** The keys of the entries after a row, as {@link page} but without reading their contents. */
  keys(after: RowKey | null, rowsBefore: number): RowKey[] {
    if (!this.#layout.isSeqKey) {
      const count = Math.max(0, Math.min(MAX_PAGE_ROWS, this.count() - rowsBefore));
      return Array.from({ length: count }, (_, index) => rowsBefore + index);
    }
    try {
      const [sql, params] = this.#range('seq AS entry_seq', after, rowsBefore);
      const found = this.#read((rows) => rows.all(sql, ...params));
      return found.map((row, index) => this.#keyOf(row, rowsBefore + index));
    } catch (error) {
      damageOf(error);
      return new DamagedTable(this.#db).keys(after, MAX_PAGE_ROWS);
    }
  }

  /** The entry with a key; undefined when it is no longer there. */
  at(key: RowKey): EntryRow | undefined {
    try {
      return this.#at(key);
    } catch (error) {
      const damage = damageOf(error);
      if (!this.#layout.isSeqKey) throw error;
      return new DamagedTable(this.#db).rows(new Map([[key, damage]]))[0];
    }
  }

  #at(key: RowKey): EntryRow | undefined {
    const row = this.#read((rows) => rows.get(this.#one(COLUMNS), key));
    return row && this.#entryRow(row, key);
  }

  /** The entry written last; undefined when there is none. */
  last(): EntryRow | undefined {
    try {
      return this.#last();
    } catch (error) {
      damageOf(error);
      const key = this.#layout.isSeqKey ? new DamagedTable(this.#db).lastKey() : null;
      return key === null ? undefined : this.at(key);
    }
  }

  #last(): EntryRow | undefined {
    const count = this.#layout.isSeqKey ? 0 : this.count();
    const order = this.#layout.order.replaceAll(', ', ' DESC, ');
    const row = this.#read((rows) =>
      rows.get(`SELECT ${COLUMNS} FROM entries ORDER BY ${order} DESC LIMIT 1`),
    );
    return row && this.#entryRow(row, count - 1);
  }

  /**
   * The keys of at most `limit` entries whose type column is `type`, from the first or the last on. By the
   * column's index; empty where the order is not that of a key, since then nothing says where they are.
   */
  keysOfType(type: string, from: 'first' | 'last', limit: number): RowKey[] {
    if (!this.#layout.isSeqKey) return [];
    const direction = from === 'first' ? 'ASC' : 'DESC';
    const sql = `SELECT seq AS entry_seq FROM entries WHERE type = ? COLLATE BINARY ORDER BY seq ${direction} LIMIT ?`;
    return this.#read((rows) => rows.all(sql, type, limit)).map((row) => this.#keyOf(row, 0));
  }

  /** Whether a row has this id in its column. */
  hasId(id: string): boolean {
    const sql = 'SELECT 1 FROM entries WHERE id = ? COLLATE BINARY LIMIT 1';
    return this.#read((rows) => rows.get(sql, id)) !== undefined;
  }

  /** The bytes of a payload of any size, in the database's own encoding; undefined when the row is gone. */
  payloadBytes(key: RowKey): Uint8Array | undefined {
    const row = this.#read((rows) => rows.get(this.#one('CAST(payload AS BLOB) AS bytes'), key));
    if (row === undefined) return undefined;
    return row.bytes instanceof Uint8Array ? row.bytes : new Uint8Array(0);
  }

  /** The label of {@link payloadBytes}' encoding for a TextDecoder. */
  get encoding(): string {
    return this.#db.facts.encoding.toLowerCase();
  }

  guard(): ChangeGuard {
    return new ChangeGuard(this.#db);
  }

  /** A page some rows of which lie on damaged pages of the file: the others are read one by one. */
  #salvagedPage(after: RowKey | null, damage: string): EntryRow[] {
    const table = new DamagedTable(this.#db);
    const rows = new Map<RowKey, EntryRow>();
    const failures = new Map<RowKey, string>();
    const keys = table.keys(after, MAX_SALVAGED_ROWS);
    // Where not even the index can tell what there is, nothing can.
    if (keys.length === 0 && after === null) throw damagedFile(this.#db.path, damage);
    for (const key of keys) {
      try {
        const row = this.#at(key);
        if (row !== undefined) rows.set(key, row);
      } catch (error) {
        failures.set(key, damageOf(error));
      }
    }
    for (const row of table.rows(failures)) rows.set(row.key, row);
    return keys.map((key) => rows.get(key)).filter((row) => row !== undefined);
  }

  #entryRow(row: Row, position: RowKey): EntryRow {
    const key = this.#keyOf(row, position);
    return {
      key,
      place: { rowId: String(row.entry_seq) },
      placeName: `entries · seq ${row.entry_seq}`,
      sizeBytes: Number(row.size_bytes ?? 0),
      columns: {
        id: row.entry_id ?? null,
        parentId: row.entry_parent ?? null,
        type: row.entry_type ?? null,
        timestamp: row.entry_time ?? null,
      },
      standInId: '',
      payload: this.#payload(row, key),
    };
  }

  #payload(row: Row, key: RowKey): Payload {
    if (Number(row.size_bytes ?? 0) > MAX_PARSED_BYTES) return { state: 'too-large' };
    const isLarge = Number(row.size_bytes ?? 0) > MAX_JOINT_BYTES;
    const value = isLarge ? this.#large(key) : (row.payload ?? null);
    if (typeof value !== 'string') {
      return { state: 'not-text', storage: String(row.storage).toUpperCase(), text: readable(value) };
    }
    // U+FFFD may rightly stand in a text: only the bytes tell whether it was put in place of others.
    if (value.includes('\ufffd') && this.encoding === 'utf-8') {
      const bytes = this.payloadBytes(key);
      if (bytes !== undefined && !isUtf8(bytes)) return { state: 'broken-text', text: value };
    }
    return { state: 'text', text: value };
  }

  #large(key: RowKey): SqlValue {
    return this.#read((rows) => rows.get(this.#one('payload'), key))?.payload ?? null;
  }

  #range(columns: string, after: RowKey | null, rowsBefore: number): [string, SqlValue[]] {
    const { isSeqKey, order } = this.#layout;
    const from = `SELECT ${columns} FROM entries`;
    if (!isSeqKey) return [`${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [MAX_PAGE_ROWS, rowsBefore]];
    if (after === null) return [`${from} ORDER BY seq LIMIT ?`, [MAX_PAGE_ROWS]];
    return [`${from} WHERE seq > ? ORDER BY seq LIMIT ?`, [after, MAX_PAGE_ROWS]];
  }

  #one(columns: string): string {
    const { isSeqKey, order } = this.#layout;
    return isSeqKey
      ? `SELECT ${columns} FROM entries WHERE seq = ?`
      : `SELECT ${columns} FROM entries ORDER BY ${order} LIMIT 1 OFFSET ?`;
  }

  #keyOf(row: Row, position: RowKey): RowKey {
    const { entry_seq: seq } = row;
    return this.#layout.isSeqKey && (typeof seq === 'number' || typeof seq === 'bigint') ? seq : position;
  }

  #read<T>(work: (rows: RowReader) => T): T {
    return unwrap(this.#db.read(work));
  }
}

function damagedFile(path: string, detail: string): DatabaseError {
  return new DatabaseError(failure('damaged', `${path}: ${detail}`));
}

/** About what a row weighs in memory, its payload included where it was read with it. */
function heldBytes({ payload, size_bytes, ...words }: Row): number {
  let bytes = payload === null ? 0 : Number(size_bytes ?? 0);
  for (const word of Object.values(words)) {
    if (typeof word === 'string' || word instanceof Uint8Array) bytes += word.length;
  }
  return bytes;
}

function readable(value: SqlValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : value === null ? '' : String(value);
}
