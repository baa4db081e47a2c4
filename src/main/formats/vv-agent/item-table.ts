import { isUtf8 } from 'node:buffer';
import type { Row, RowReader, SqlValue } from '../../sqlite/types';
import { MAX_JOINT_BYTES, MAX_PAGE_BYTES, MAX_PARSED_BYTES } from '../read-limits';
import { boundedColumn } from '../stored-id';
import type { Layout } from './layout';
import type { SessionKey } from './session-key';

/** Payloads up to this many bytes are read many at a time, whatever the others are like. */
const MAX_SHORT_BYTES = 32 * 1024;

/** The longest value the binding can hand over, in bytes. */
const MAX_READABLE_BYTES = 500 * 1024 * 1024;

/** Where one row of the item table stands. */
export interface ItemPlace {
  /** `item_index` in decimal; where a broken schema allows other values, their text. */
  readonly id: string;
  /** Where a page would start that begins with this row; see {@link ItemTable.page}. */
  readonly position: bigint;
}

/** How far the items of a session reach; each position at most once. */
interface ItemExtent {
  readonly count: number;
  readonly first: bigint;
  readonly last: bigint;
}

/** One row of the item table. */
export interface StoredItem extends ItemPlace {
  readonly sizeBytes: number;
  readonly payload: StoredPayload;
  /** What is wrong with the row apart from its payload, a sentence; null when nothing is. */
  readonly problem: string | null;
}

/** What stands in the payload column. Only `text` may be an item. */
export type StoredPayload =
  | { readonly type: 'text'; readonly text: string }
  /** `text` is the value as readable as it gets. */
  | { readonly type: 'not-text'; readonly text: string; readonly reason: string }
  /** Above {@link MAX_PARSED_BYTES}, and not read. */
  | { readonly type: 'too-large' };

/** A run of items in stored order, and where the next one starts; `next` is null after the last. */
export interface ItemPage {
  readonly items: readonly StoredItem[];
  readonly next: bigint | null;
}

/** Before every item. */
export const FIRST_POSITION = -(2n ** 63n);
const LAST_POSITION = 2n ** 63n - 1n;

/**
 * Reads the items of a session in stored order. A position is an `item_index`; in a broken schema, where that
 * is not the row's own key, it is the number of rows before, counted from {@link FIRST_POSITION}.
 */
export class ItemTable {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** The next items from a position on, at most `limit`, fewer when their payloads are long. One read transaction. */
  page(rows: RowReader, session: SessionKey, position: bigint, limit: number): ItemPage {
    if (!this.#layout.hasItems) return { items: [], next: null };
    const found: Row[] = [];
    let bytes = 0;
    let isCut = false;
    for (const row of rows.iterate(this.#pageSql(session), ...this.#range(session, position, limit))) {
      if (bytes > MAX_PAGE_BYTES) {
        isCut = true;
        break;
      }
      bytes += Math.min(sizeOf(row), MAX_PARSED_BYTES);
      found.push(row);
    }
    const items = found.map((row, offset) => this.#toItem(rows, session, row, position + BigInt(offset)));
    const last = items.at(-1);
    const isEnd = !isCut && found.length < limit;
    const next = last === undefined || isEnd || last.position === LAST_POSITION ? null : last.position + 1n;
    return { items, next };
  }

  /** The item at a position of an earlier page; undefined when it is no longer there. */
  at(rows: RowReader, session: SessionKey, position: bigint): StoredItem | undefined {
    if (!this.#layout.hasItems) return undefined;
    const row = rows.get(this.#pageSql(session), ...this.#range(session, position, 1));
    const item = row && this.#toItem(rows, session, row, position);
    return item?.position === position ? item : undefined;
  }

  /** The positions of the items from one on, without their payloads: from the index alone, where there is one. */
  positions(rows: RowReader, session: SessionKey, from: bigint, limit: number): ItemPlace[] {
    // After the last position there is none to go on from.
    if (!this.#layout.hasItems || from > LAST_POSITION) return [];
    const sql = this.#orderedSql(session, `${this.#indexSql()} AS itemIndex`);
    return rows.values(sql, ...this.#range(session, from, limit)).map(([itemIndex], offset) => ({
      id: String(itemIndex),
      position: this.#positionOf(itemIndex, from + BigInt(offset)),
    }));
  }

  /** How many items a session has, and the positions of the first and last; undefined for none, and in a broken schema. */
  extent(rows: RowReader, session: SessionKey): ItemExtent | undefined {
    const { hasItems, isIndexKey, indexColumn } = this.#layout;
    if (!hasItems || !isIndexKey) return undefined;
    const sql = `SELECT count(*), min(${indexColumn}), max(${indexColumn}) FROM session_items WHERE ${session.where}`;
    const [count, first, last] = rows.values(sql, session.value)[0] ?? [];
    if (!count) return undefined;
    return { count: Number(count), first: this.#positionOf(first, 0n), last: this.#positionOf(last, 0n) };
  }

  /**
   * The payload texts of the items from a position on, at most `limit`, null for what may be no item; as {@link page}
   * has them, with nothing else, which is read in half the time. `positionAt` tells where the items stand, counted
   * from that one: the index is not read again.
   */
  texts(
    rows: RowReader,
    session: SessionKey,
    positionAt: (offset: number) => bigint,
    limit: number,
  ): (string | null)[] {
    if (!this.#layout.hasItems) return [];
    const texts: (string | null)[] = [];
    let units = 0;
    for (const text of rows.column(this.#textSql(session), ...this.#range(session, positionAt(0), limit))) {
      if (typeof text === 'string' && !text.includes('\ufffd')) {
        texts.push(text);
        continue;
      }
      // Long, or odd: it takes a page of its own, and ends this one once there is much in it.
      if (units > MAX_PAGE_BYTES) break;
      const payload = this.at(rows, session, positionAt(texts.length))?.payload;
      texts.push(payload?.type === 'text' ? payload.text : null);
      if (payload?.type === 'text') units += payload.text.length;
    }
    return texts;
  }

  /** The whole payload as text; null when it is longer than can be handed over. */
  wholePayload(rows: RowReader, session: SessionKey, item: StoredItem): string | null {
    if (item.payload.type !== 'too-large') return item.payload.text;
    if (item.sizeBytes > MAX_READABLE_BYTES) return null;
    const value = this.#value(rows, session, item.position);
    return typeof value === 'string' ? value : readable(value);
  }

  #toItem(rows: RowReader, session: SessionKey, row: Row, counted: bigint): StoredItem {
    const position = this.#positionOf(row.itemIndex, counted);
    const isInteger = typeof row.itemIndex === 'number' || typeof row.itemIndex === 'bigint';
    return {
      id: String(row.itemIndex),
      position,
      sizeBytes: sizeOf(row),
      payload: this.#payload(rows, session, row, position),
      problem: isInteger
        ? null
        : `${this.#layout.indexColumn} is stored as ${storageName(row.indexStorage)}, not INTEGER.`,
    };
  }

  #payload(rows: RowReader, session: SessionKey, row: Row, position: bigint): StoredPayload {
    if (sizeOf(row) > MAX_PARSED_BYTES) return { type: 'too-large' };
    const value = row.payload ?? this.#value(rows, session, position);
    if (typeof value !== 'string') {
      const reason = `The payload is stored as ${storageName(row.storage)}, not TEXT.`;
      return { type: 'not-text', text: readable(value), reason };
    }
    if (value.includes('\ufffd') && !this.#isUtf8(rows, session, position)) {
      return { type: 'not-text', text: value, reason: 'The payload is not valid UTF-8.' };
    }
    return { type: 'text', text: value };
  }

  /** Bytes outside UTF-8 arrive as U+FFFD, which may also stand there rightly: only the bytes tell. */
  #isUtf8(rows: RowReader, session: SessionKey, position: bigint): boolean {
    // In a UTF-16 database the bytes are others, and there is nothing to compare.
    if (rows.get('SELECT encoding FROM pragma_encoding')?.encoding !== 'UTF-8') return true;
    const bytes = this.#value(rows, session, position, 'CAST(#payload AS BLOB)');
    return bytes instanceof Uint8Array && isUtf8(bytes);
  }

  #value(rows: RowReader, session: SessionKey, position: bigint, expression = '#payload'): SqlValue {
    const column = expression.replace('#payload', this.#layout.payloadColumn);
    const sql = this.#orderedSql(session, `${column} AS value`);
    return rows.get(sql, ...this.#range(session, position, 1))?.value ?? null;
  }

  #pageSql(session: SessionKey): string {
    const { indexColumn, payloadColumn } = this.#layout;
    return this.#orderedSql(
      session,
      `${boundedColumn(indexColumn)} AS itemIndex, typeof(${indexColumn}) AS indexStorage,
       octet_length(${payloadColumn}) AS sizeBytes, typeof(${payloadColumn}) AS storage,
       CASE WHEN octet_length(${payloadColumn}) <= ${MAX_JOINT_BYTES} THEN ${payloadColumn} END AS payload`,
    );
  }

  #textSql(session: SessionKey): string {
    const { payloadColumn } = this.#layout;
    const isShort = `typeof(${payloadColumn}) = 'text' AND octet_length(${payloadColumn}) <= ${MAX_SHORT_BYTES}`;
    return this.#orderedSql(session, `CASE WHEN ${isShort} THEN ${payloadColumn} END AS text`);
  }

  /** A row's own key is an integer, and short. */
  #indexSql(): string {
    const { indexColumn, isIndexKey } = this.#layout;
    return isIndexKey ? indexColumn : boundedColumn(indexColumn);
  }

  #orderedSql(session: SessionKey, columns: string): string {
    const { indexColumn, payloadColumn, isIndexKey } = this.#layout;
    const from = `SELECT ${columns} FROM session_items WHERE ${session.where}`;
    return isIndexKey
      ? `${from} AND ${indexColumn} >= ? ORDER BY ${indexColumn} LIMIT ?`
      : // Rows alike in both columns are the same to a reader, whichever comes first.
        `${from} ORDER BY ${indexColumn}, ${payloadColumn} LIMIT ? OFFSET ?`;
  }

  #range(session: SessionKey, position: bigint, limit: number): SqlValue[] {
    return this.#layout.isIndexKey
      ? [session.value, position, BigInt(limit)]
      : [session.value, BigInt(limit), position - FIRST_POSITION];
  }

  #positionOf(itemIndex: SqlValue | undefined, counted: bigint): bigint {
    if (!this.#layout.isIndexKey) return counted;
    return typeof itemIndex === 'bigint' || typeof itemIndex === 'number' ? BigInt(itemIndex) : counted;
  }
}

function sizeOf(row: Row): number {
  return Number(row.sizeBytes ?? 0);
}

function storageName(storage: SqlValue | undefined): string {
  return String(storage).toUpperCase();
}

function readable(value: SqlValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}
