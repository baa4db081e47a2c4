import { isUtf8 } from 'node:buffer';
import { quoteName } from '../../sqlite/schema';
import type { ReadDatabase, RowReader, SqlValue } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { MAX_JOINT_BYTES, MAX_PAGE_BYTES, MAX_PAGE_ROWS, MAX_PARSED_BYTES } from '../read-limits';
import { boundedColumn } from '../stored-id';
import type { SessionKey } from './session-key';
import { storedTime } from './stored-time';

/** The id of a message; a bigint only where no number holds it. */
export type MessageId = number | bigint;

/** What stands in `message_data`. */
export type Payload =
  | { readonly state: 'text'; readonly text: string }
  /** Not TEXT, or not UTF-8; `text` is the value as readable as it gets. */
  | { readonly state: 'odd'; readonly text: string; readonly reason: string }
  /** Above `MAX_PARSED_BYTES`, and not read. */
  | { readonly state: 'too-large' };

/** One row of a messages table. */
export interface StoredMessage {
  readonly id: MessageId;
  readonly sizeBytes: number;
  readonly payload: Payload;
  /** RFC 3339 where the column has a time. */
  readonly createdAt: string | null;
}

/** Rows taken in one go: each may have a payload of `MAX_JOINT_BYTES`. */
const STEP_ROWS = 32;
/** Rows of a page: what is gone before the next page costs the garbage collector next to nothing. */
const PAGE_ROWS = 256;

/** Reads rows of one messages table by their ids, in short transactions. */
export class MessageTable {
  readonly #db: ReadDatabase;
  readonly #table: string;
  readonly #byIds: string;

  constructor(db: ReadDatabase, messages: string) {
    this.#db = db;
    this.#table = quoteName(messages);
    this.#byIds = `SELECT id, octet_length(message_data), typeof(message_data), ${boundedColumn('created_at')},
      CASE WHEN octet_length(message_data) <= ${MAX_JOINT_BYTES} THEN message_data END
      FROM ${this.#table} WHERE id IN (SELECT value FROM json_each(?))`;
  }

  /** The first of these messages, in their order and as many as one page takes; one that is gone is undefined. */
  page(ids: readonly MessageId[]): (StoredMessage | undefined)[] {
    return unwrap(
      this.#db.read((rows) => {
        const page: (StoredMessage | undefined)[] = [];
        let bytes = 0;
        while (page.length < Math.min(ids.length, PAGE_ROWS) && bytes < MAX_PAGE_BYTES) {
          const step = ids.slice(page.length, page.length + STEP_ROWS);
          const found = this.#step(rows, step, MAX_PAGE_BYTES - bytes);
          for (const message of found) bytes += message?.sizeBytes ?? 0;
          page.push(...found);
        }
        return page;
      }),
    );
  }

  /** Ids of the messages of a session after one, in order; at most `MAX_PAGE_ROWS`. */
  idsAfter(session: SessionKey, after: MessageId | null): MessageId[] {
    const from = `SELECT id FROM ${this.#table} WHERE ${session.where}`;
    const found = unwrap(
      this.#db.read((rows) =>
        after === null
          ? rows.column(`${from} ORDER BY id LIMIT ?`, session.value, MAX_PAGE_ROWS)
          : rows.column(`${from} AND id > ? ORDER BY id LIMIT ?`, session.value, after, MAX_PAGE_ROWS),
      ),
    );
    return found.filter((id) => typeof id === 'number' || typeof id === 'bigint');
  }

  /** The bytes of a payload of any size, in the database's own encoding. */
  payloadBytes(id: MessageId): Uint8Array {
    return unwrap(this.#db.read((rows) => this.#bytes(rows, id)));
  }

  /** The label of their encoding for a TextDecoder. */
  get encoding(): string {
    return this.#db.facts.encoding.toLowerCase();
  }

  #step(rows: RowReader, ids: readonly MessageId[], roomBytes: number): (StoredMessage | undefined)[] {
    const found = new Map<SqlValue, readonly SqlValue[]>();
    for (const values of rows.values(this.#byIds, `[${ids.join(',')}]`)) found.set(values[0] ?? null, values);
    const step: (StoredMessage | undefined)[] = [];
    let bytes = 0;
    for (const id of ids) {
      if (bytes > roomBytes) break;
      const values = found.get(id);
      const message = values && this.#message(rows, id, values);
      bytes += message?.sizeBytes ?? 0;
      step.push(message);
    }
    return step;
  }

  #message(rows: RowReader, id: MessageId, values: readonly SqlValue[]): StoredMessage {
    const [, size, storage, createdAt, payload = null] = values;
    const sizeBytes = Number(size ?? 0);
    return {
      id,
      sizeBytes,
      createdAt: storedTime(createdAt),
      payload: this.#payload(rows, id, sizeBytes, payload, String(storage)),
    };
  }

  #payload(rows: RowReader, id: MessageId, sizeBytes: number, short: SqlValue, storage: string): Payload {
    if (sizeBytes > MAX_PARSED_BYTES) return { state: 'too-large' };
    const value =
      sizeBytes > MAX_JOINT_BYTES
        ? (rows.get(`SELECT message_data FROM ${this.#table} WHERE id = ?`, id)?.message_data ?? null)
        : short;
    if (typeof value !== 'string') {
      const reason = `message_data is stored as ${storage.toUpperCase()}, not TEXT.`;
      return { state: 'odd', text: readable(value), reason };
    }
    // U+FFFD may rightly stand in a text: only the bytes tell whether it was put in place of others.
    if (value.includes('\ufffd') && this.encoding === 'utf-8' && !isUtf8(this.#bytes(rows, id)))
      return { state: 'odd', text: value, reason: 'message_data is not valid UTF-8.' };
    return { state: 'text', text: value };
  }

  #bytes(rows: RowReader, id: MessageId): Uint8Array {
    const sql = `SELECT CAST(message_data AS BLOB) AS bytes FROM ${this.#table} WHERE id = ?`;
    const bytes = rows.get(sql, id)?.bytes;
    return bytes instanceof Uint8Array ? bytes : new Uint8Array();
  }
}

function readable(value: SqlValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value ?? '');
}
