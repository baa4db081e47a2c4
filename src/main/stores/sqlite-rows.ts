import { isUtf8 } from 'node:buffer';
import type { Item } from '../../shared/vv-agent/item';
import type { Row, RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import { isReplay } from './append-once';
import type { CommitOutcome } from './session-store';
import { decodeItem, newestCount, undecodable } from './stored-item';

// The statements of the SQLite store, each inside a transaction that its caller has opened and whose schema it has
// checked (sqlite-schema.ts). Section 5 of the vv-agent facts.

/** The `item_index` of the first and the last of some items appended together: consecutive, over the whole file. */
export interface ItemRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** What became of a commit, and where its items went; `range` is null where nothing was appended. */
export interface CommitStep {
  readonly outcome: CommitOutcome;
  readonly range: ItemRange | null;
}

/** The newest item of a session, taken off. */
export interface PoppedItem {
  readonly itemIndex: bigint;
  /** As it was stored. */
  readonly payload: string;
  readonly item: Item;
}

/** How much a session held that is gone. */
export interface ClearedCounts {
  readonly items: number;
  readonly commits: number;
}

/** Appends payload texts to a session, in order; null for none. */
export function appendPayloads(
  rows: RowWriter,
  sessionId: string,
  payloads: readonly string[],
): ItemRange | null {
  let first: bigint | null = null;
  let last = 0n;
  for (const payload of payloads) {
    last = rows.run(
      'INSERT INTO session_items (session_id, payload) VALUES (?, ?)',
      sessionId,
      payload,
    ).lastRowid;
    first ??= last;
  }
  return first === null ? null : { first, last };
}

/**
 * The last step of `addItemsOnce` (section 4, point 4): items and commit row together, or nothing where the id is known
 * already. Throws `session_commit_identity_conflict` when it is known with another digest.
 */
export function appendCommit(
  rows: RowWriter,
  sessionId: string,
  commitId: string,
  payloadDigest: string,
  payloads: readonly string[],
): CommitStep {
  const known = rows.get(
    'SELECT payload_digest FROM session_commits WHERE session_id = ? AND commit_id = ?',
    sessionId,
    commitId,
  );
  if (isReplay(known && String(known.payload_digest), payloadDigest))
    return { outcome: 'replayed', range: null };
  const range = appendPayloads(rows, sessionId, payloads);
  rows.run(
    'INSERT INTO session_commits (session_id, commit_id, payload_digest) VALUES (?, ?, ?)',
    sessionId,
    commitId,
    payloadDigest,
  );
  return { outcome: 'committed', range };
}

const ITEMS = 'FROM session_items WHERE session_id = ? ORDER BY item_index';

/** The newest items of a session, oldest first, all without a limit. Throws `undecodable-item` for one that is none. */
export function readItems(rows: RowReader, sessionId: string, limit?: number): Item[] {
  const count = newestCount(limit);
  if (count === undefined) return decodeRows(rows, sessionId, '');
  // A limit below zero would mean all to SQLite.
  if (count === 0) return [];
  return decodeRows(rows, sessionId, 'DESC', count).reverse();
}

function decodeRows(rows: RowReader, sessionId: string, order: '' | 'DESC', count?: number): Item[] {
  const items: Item[] = [];
  const sql = `SELECT payload ${ITEMS} ${order}`;
  const found =
    count === undefined
      ? rows.iterate(sql, sessionId)
      : rows.iterate(`${sql} LIMIT ?`, sessionId, BigInt(count));
  // Only a failure needs the index, so only a failure asks for it.
  const indexOfCurrent = () =>
    itemIndexOf(rows.get(`SELECT item_index ${ITEMS} ${order} LIMIT 1 OFFSET ?`, sessionId, items.length));
  for (const row of found) items.push(decodePayload(rows, row, indexOfCurrent).item);
  return items;
}

/** Takes the newest item off a session; undefined when it has none. Throws `undecodable-item` before it deletes. */
export function popNewest(rows: RowWriter, sessionId: string): PoppedItem | undefined {
  const row = rows.get(`SELECT item_index, payload ${ITEMS} DESC LIMIT 1`, sessionId);
  if (row === undefined) return undefined;
  const itemIndex = itemIndexOf(row);
  const decoded = decodePayload(rows, row, () => itemIndex);
  rows.run('DELETE FROM session_items WHERE item_index = ?', itemIndex);
  return { itemIndex, ...decoded };
}

/** Removes the items and the commits of a session. */
export function clearSession(rows: RowWriter, sessionId: string): ClearedCounts {
  const items = rows.run('DELETE FROM session_items WHERE session_id = ?', sessionId).changes;
  const commits = rows.run('DELETE FROM session_commits WHERE session_id = ?', sessionId).changes;
  return { items, commits };
}

function decodePayload(
  rows: RowReader,
  { payload }: Row,
  itemIndex: () => bigint,
): { payload: string; item: Item } {
  const place = () => `item_index ${itemIndex()}`;
  if (typeof payload !== 'string') throw undecodable(place(), 'its payload is no text');
  // Bytes that are not UTF-8 arrive as U+FFFD, which may also stand there rightly: only the bytes tell.
  if (payload.includes('\ufffd') && !isStoredAsUtf8(rows, itemIndex()))
    throw undecodable(place(), 'its payload is not UTF-8');
  return { payload, item: decodeItem(payload, place) };
}

function isStoredAsUtf8(rows: RowReader, itemIndex: bigint): boolean {
  // In a UTF-16 database the bytes are others, and there is nothing to compare.
  if (rows.get('SELECT encoding FROM pragma_encoding')?.encoding !== 'UTF-8') return true;
  const stored = rows.get(
    'SELECT CAST(payload AS BLOB) AS bytes FROM session_items WHERE item_index = ?',
    itemIndex,
  );
  return stored?.bytes instanceof Uint8Array && isUtf8(stored.bytes);
}

function itemIndexOf(row: Row | undefined): bigint {
  const value = row?.item_index;
  // The schema was checked: it is the row's own key.
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new Error('item_index is no integer');
  return BigInt(value);
}
