import { isUtf8 } from 'node:buffer';
import { MAX_PARSED_BYTES } from '../../formats/read-limits';
import { quoteId } from '../../formats/stored-id';
import type { Row, RowReader } from '../../sqlite/types';
import type { RowWriter } from '../../sqlite/write-types';
import {
  MAX_SHOWN_CHARS,
  MAX_SHOWN_ITEMS,
  type PayloadText,
  type RewrittenItem,
  refuse,
  type UpgradeFacts,
} from './facts';
import { upgradePayload } from './item';
import { indexOf, type PagedTable, pagesOf } from './pages';

/** How the payloads of a file fared. */
export interface ItemChanges {
  readonly items: number;
  readonly rewritten: number;
  readonly shown: readonly RewrittenItem[];
}

/** Where payloads are read from, and where they go. */
export interface PayloadMove {
  readonly from: UpgradeFacts['from'];
  readonly table: string;
  /** Called for every item in order; `after` is its payload, null when it stays as it is. */
  store(rows: RowWriter, index: bigint, before: string, after: string | null): void;
}

/**
 * Takes every payload of the file through the rules, in the order of their index; gives the number done at each pause.
 * Throws a `Refusal` that names session and index of the first item that cannot be taken over.
 */
export function* changePayloads(rows: RowWriter, move: PayloadMove): Generator<number, ItemChanges> {
  const [indexColumn, payloadColumn] =
    move.from === 'legacy' ? ['id', 'item_json'] : ['item_index', 'payload'];
  const paged: PagedTable = {
    table: move.table,
    indexColumn,
    payloadColumn,
    columns: `session_id AS sessionId, typeof(session_id) AS sessionType, typeof(${payloadColumn}) AS payloadType,
      CASE WHEN octet_length(${payloadColumn}) <= ${MAX_PARSED_BYTES} THEN ${payloadColumn} END AS payload`,
  };
  const bytesSql = (column: string) =>
    `SELECT CAST(${column} AS BLOB) AS bytes FROM ${move.table} WHERE ${indexColumn} = ?`;
  const isTrueText = (text: string, index: bigint, column: string) =>
    !text.includes('\ufffd') || !isStoredAsUtf8(rows) || hasUtf8(rows, bytesSql(column), index);
  const shown: RewrittenItem[] = [];
  let items = 0;
  let rewritten = 0;
  for (const page of pagesOf(rows, paged)) {
    for (const row of page) {
      const index = indexOf(row);
      const sessionId = sessionIdOf(row, (text) => isTrueText(text, index, 'session_id'));
      const before = payloadOf(row, (text) => isTrueText(text, index, payloadColumn));
      const change = upgradePayload(before, move.from);
      if (change.kind === 'refused') refuseItem(row, change.reason);
      const after = change.kind === 'rewritten' ? change.text : null;
      move.store(rows, index, before, after);
      if (after === null) continue;
      rewritten += 1;
      if (shown.length < MAX_SHOWN_ITEMS)
        shown.push({
          sessionId,
          itemIndex: String(index),
          before: shownText(before),
          after: shownText(after),
        });
    }
    items += page.length;
    yield items;
  }
  return { items, rewritten, shown };
}

function sessionIdOf(row: Row, isTrueText: (text: string) => boolean): string {
  const { sessionId, sessionType } = row;
  if (typeof sessionId !== 'string')
    refuseItem(row, `session_id is stored as ${String(sessionType).toUpperCase()}, not TEXT`);
  if (!isTrueText(sessionId)) refuseItem(row, 'session_id is not valid UTF-8');
  return sessionId;
}

function payloadOf(row: Row, isTrueText: (text: string) => boolean): string {
  const { payload, payloadType } = row;
  if (Number(row.pageBytes) > MAX_PARSED_BYTES)
    refuseItem(
      row,
      `the payload has ${row.pageBytes} bytes, too many to be checked (${MAX_PARSED_BYTES} at most)`,
    );
  if (typeof payload !== 'string')
    refuseItem(row, `the payload is stored as ${String(payloadType).toUpperCase()}, not TEXT`);
  if (!isTrueText(payload)) refuseItem(row, 'the payload is not valid UTF-8');
  return payload;
}

function refuseItem(row: Row, reason: string): never {
  const session = typeof row.sessionId === 'string' ? quoteId(row.sessionId) : `of type ${row.sessionType}`;
  return refuse(`session ${session}, item_index ${indexOf(row)}: ${reason}`);
}

function isStoredAsUtf8(rows: RowReader): boolean {
  return rows.get('SELECT encoding FROM pragma_encoding')?.encoding === 'UTF-8';
}

/** Bytes outside UTF-8 arrive as U+FFFD, which may also stand there rightly: only the bytes tell. */
function hasUtf8(rows: RowReader, sql: string, index: bigint): boolean {
  const bytes = rows.get(sql, index)?.bytes;
  return bytes instanceof Uint8Array && isUtf8(bytes);
}

function shownText(text: string): PayloadText {
  return { text: text.slice(0, MAX_SHOWN_CHARS), totalChars: text.length };
}
