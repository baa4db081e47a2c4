import { isUtf8 } from 'node:buffer';
import { failure } from '../../sqlite/failure';
import type { ReadDatabase, RowReader, SqlValue } from '../../sqlite/types';
import { ChangeGuard } from '../change-guard';
import { DatabaseError, unwrap } from '../database-error';
import { MAX_JOINT_BYTES, MAX_PAGE_BYTES, MAX_PAGE_ROWS, MAX_PARSED_BYTES } from '../read-limits';
import { boundedColumn } from '../stored-id';
import { DamagedTable, damageOf } from './damaged-table';
import type { EntryRow, EntrySource, Payload, RowKey } from './entry-source';
import type { Layout } from './layout';

/** What is read of a row, after its `seq`. Without names: those of many rows take longer to make than to use. */
const COLUMNS = `${['id', 'parent_id', 'type', 'timestamp'].map(boundedColumn).join(', ')},
  octet_length(payload), CASE WHEN typeof(payload) <> 'text' THEN typeof(payload) END,
  CASE WHEN octet_length(payload) <= ${MAX_JOINT_BYTES} THEN payload END`;

/** The values of a row, and where they are. */
type Values = readonly SqlValue[];
const SEQ = 0;
const SIZE_BYTES = 5;
const STORAGE = 6;
const PAYLOAD = 7;

/**
 * Rows taken in one go: far faster than one by one. Each may have a payload of `MAX_JOINT_BYTES`, so there are the
 * fewer the longer those before them were.
 */
const MAX_STEP_ROWS = 128;
const MIN_STEP_ROWS = 32;
/** Rows of a page: what is gone before the next page costs the garbage collector next to nothing. */
const PAGE_ROWS = 256;
/** Rows of a damaged page that are read one by one in one go: each may be of a megabyte. */
const MAX_SALVAGED_ROWS = 200;

/** Reads `entries` in stored order, in short transactions and by key ranges. */
export class EntryTable implements EntrySource {
  readonly #db: ReadDatabase;
  readonly #layout: Layout;
  readonly #columns: string;

  constructor(db: ReadDatabase, layout: Layout) {
    this.#db = db;
    this.#layout = layout;
    // A key of rows is an integer, and of no length that would need a bound.
    this.#columns = `${layout.isSeqKey ? 'seq' : boundedColumn('seq')}, ${COLUMNS}`;
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
    const found = this.#read((rows) =>
      this.#layout.isSeqKey ? this.#steps(rows, after) : this.#loop(rows, rowsBefore),
    );
    return found.map((values, index) => this.#entryRow(values, rowsBefore + index));
  }

  /** The rows of a page, some at a time by their key. */
  #steps(rows: RowReader, after: RowKey | null): Values[] {
    const page: Values[] = [];
    let bytes = 0;
    let last = after;
    let limit = MIN_STEP_ROWS;
    while (bytes < MAX_PAGE_BYTES && page.length < PAGE_ROWS) {
      const [sql, params] = this.#range(this.#columns, last, 0, Math.min(limit, PAGE_ROWS - page.length));
      const step = rows.values(sql, ...params);
      const lastOfStep = step.at(-1);
      if (lastOfStep === undefined) break;
      const before = bytes;
      for (const values of step) {
        page.push(values);
        bytes += heldBytes(values);
      }
      last = this.#keyOf(lastOfStep[SEQ], 0);
      limit = stepRows((bytes - before) / step.length);
    }
    return page;
  }

  /** The rows of a page one by one, where only their positions are known. */
  #loop(rows: RowReader, rowsBefore: number): Values[] {
    const page: Values[] = [];
    let bytes = 0;
    const [sql, params] = this.#range(this.#columns, null, rowsBefore);
    for (const row of rows.iterate(sql, ...params)) {
      const values = Object.values(row);
      page.push(values);
      bytes += heldBytes(values);
      if (bytes >= MAX_PAGE_BYTES) break;
    }
    return page;
  }

  /** The keys of the entries after a row, as {@link page} but without reading their contents. */
  keys(after: RowKey | null, rowsBefore: number): RowKey[] {
    if (!this.#layout.isSeqKey) {
      const count = Math.max(0, Math.min(MAX_PAGE_ROWS, this.count() - rowsBefore));
      return Array.from({ length: count }, (_, index) => rowsBefore + index);
    }
    try {
      const [sql, params] = this.#range('seq', after, rowsBefore);
      const found = this.#read((rows) => rows.values(sql, ...params));
      return found.map(([seq], index) => this.#keyOf(seq, rowsBefore + index));
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
    const [values] = this.#read((rows) => rows.values(this.#one(this.#columns), key));
    return values && this.#entryRow(values, key);
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
    const [values] = this.#read((rows) =>
      rows.values(`SELECT ${this.#columns} FROM entries ORDER BY ${order} DESC LIMIT 1`),
    );
    return values && this.#entryRow(values, count - 1);
  }

  /**
   * The keys of at most `limit` entries whose type column is `type`, from the first or the last on. By the
   * column's index; empty where the order is not that of a key, since then nothing says where they are.
   */
  keysOfType(type: string, from: 'first' | 'last', limit: number): RowKey[] {
    if (!this.#layout.isSeqKey) return [];
    const direction = from === 'first' ? 'ASC' : 'DESC';
    const sql = `SELECT seq FROM entries WHERE type = ? COLLATE BINARY ORDER BY seq ${direction} LIMIT ?`;
    return this.#read((rows) => rows.values(sql, type, limit)).map(([seq]) => this.#keyOf(seq, 0));
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

  #entryRow(values: Values, position: RowKey): EntryRow {
    const key = this.#keyOf(values[SEQ], position);
    return new TableRow(values, key, this.#payload(values, key));
  }

  #payload(values: Values, key: RowKey): Payload {
    const sizeBytes = Number(values[SIZE_BYTES] ?? 0);
    if (sizeBytes > MAX_PARSED_BYTES) return { state: 'too-large' };
    const value = sizeBytes > MAX_JOINT_BYTES ? this.#large(key) : (values[PAYLOAD] ?? null);
    if (typeof value !== 'string') {
      const storage = String(values[STORAGE] ?? 'null').toUpperCase();
      return { state: 'not-text', storage, text: readable(value) };
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

  #range(
    columns: string,
    after: RowKey | null,
    rowsBefore: number,
    limit = MAX_PAGE_ROWS,
  ): [string, SqlValue[]] {
    const { isSeqKey, order } = this.#layout;
    const from = `SELECT ${columns} FROM entries`;
    if (!isSeqKey) return [`${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [limit, rowsBefore]];
    if (after === null) return [`${from} ORDER BY seq LIMIT ?`, [limit]];
    return [`${from} WHERE seq > ? ORDER BY seq LIMIT ?`, [after, limit]];
  }

  #one(columns: string): string {
    const { isSeqKey, order } = this.#layout;
    return isSeqKey
      ? `SELECT ${columns} FROM entries WHERE seq = ?`
      : `SELECT ${columns} FROM entries ORDER BY ${order} LIMIT 1 OFFSET ?`;
  }

  #keyOf(seq: SqlValue | undefined, position: RowKey): RowKey {
    return this.#layout.isSeqKey && (typeof seq === 'number' || typeof seq === 'bigint') ? seq : position;
  }

  #read<T>(work: (rows: RowReader) => T): T {
    return unwrap(this.#db.read(work));
  }
}

/** A row of the table. What only some readers want of it is made when they ask. */
class TableRow implements EntryRow {
  readonly key: RowKey;
  readonly sizeBytes: number;
  readonly columns: NonNullable<EntryRow['columns']>;
  readonly standInId = '';
  readonly payload: Payload;
  readonly #seq: SqlValue;

  constructor(values: Values, key: RowKey, payload: Payload) {
    const [seq = null, id = null, parentId = null, type = null, timestamp = null] = values;
    this.key = key;
    this.sizeBytes = Number(values[SIZE_BYTES] ?? 0);
    this.columns = { id, parentId, type, timestamp };
    this.payload = payload;
    this.#seq = seq;
  }

  get place(): EntryRow['place'] {
    return { rowId: String(this.#seq) };
  }

  get placeName(): string {
    return `entries · seq ${this.#seq}`;
  }
}

function damagedFile(path: string, detail: string): DatabaseError {
  return new DatabaseError(failure('damaged', `${path}: ${detail}`));
}

/** How many rows to take at once where they are of about this many bytes. */
function stepRows(bytesEach: number): number {
  return Math.max(
    MIN_STEP_ROWS,
    Math.min(MAX_STEP_ROWS, Math.floor(MAX_PAGE_BYTES / 8 / Math.max(1, bytesEach))),
  );
}

/** About what a row weighs in memory, its payload included where it was read with it. */
function heldBytes(values: Values): number {
  let bytes = values[PAYLOAD] === null ? 0 : Number(values[SIZE_BYTES] ?? 0);
  for (let at = SEQ; at < SIZE_BYTES; at++) {
    const word = values[at];
    if (typeof word === 'string' || word instanceof Uint8Array) bytes += word.length;
  }
  return bytes;
}

function readable(value: SqlValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : value === null ? '' : String(value);
}
