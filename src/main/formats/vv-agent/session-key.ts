import { createHash } from 'node:crypto';
import type { Finding } from '../../../shared/model/report';
import type { Row, RowReader, SqlValue } from '../../sqlite/types';
import { MAX_ID_BYTES, MAX_PARSED_BYTES } from '../read-limits';
import type { Layout } from './layout';

/** A session id as the file holds it, whatever its storage class, and the name it goes by outside. */
export interface SessionKey {
  /** The id itself; for one that is no proper text, or too long, a name that says so, such as `[blob 6162]`. */
  readonly id: string;
  /** SQL that holds for the rows of this session; binds `value` once. */
  readonly where: string;
  readonly value: SqlValue;
  /** What is wrong with the id; null for ordinary text. */
  readonly problem: Finding | null;
}

/** A table of rows that belong to sessions, and the column one of its rows is found by; null where it has none. */
export interface KeyedTable {
  readonly name: 'session_items' | 'session_commits';
  readonly rowColumn: string | null;
}

export function itemsTable({ indexColumn, isIndexKey }: Layout): KeyedTable {
  return { name: 'session_items', rowColumn: isIndexKey ? indexColumn : null };
}

export function commitsTable({ commitOrder }: Layout): KeyedTable {
  return { name: 'session_commits', rowColumn: commitOrder };
}

/** SQL columns, of rows grouped by session, that {@link sessionKeyOf} reads. An absurdly long id is not among them. */
export function keyColumns({ rowColumn }: KeyedTable): string {
  const ifShort = (value: string) =>
    `CASE WHEN octet_length(session_id) <= ${MAX_ID_BYTES} THEN ${value} END`;
  return `${ifShort('session_id')} AS sessionId, typeof(session_id) AS storage,
    ${ifShort('CAST(session_id AS BLOB)')} AS idBytes, octet_length(session_id) AS idSize,
    ${rowColumn === null ? 'NULL' : `min(${rowColumn})`} AS keyRow`;
}

/**
 * SQL to group rows by session. Ids compare byte for byte here, also where the schema says otherwise;
 * in a schema as it should be, this still uses the index.
 */
export const GROUP_BY_SESSION = 'GROUP BY session_id COLLATE BINARY';

/** The key of an id that is ordinary text. */
export function textKey(id: string): SessionKey {
  return { id, where: 'session_id COLLATE BINARY = ?', value: id, problem: null };
}

/** The key of a row with {@link keyColumns}. Two rows of a file have equal keys when their ids are equal. */
export function sessionKeyOf(rows: RowReader, row: Row, table: KeyedTable): SessionKey {
  const { sessionId, storage, idBytes } = row;
  if (Number(row.idSize ?? 0) > MAX_ID_BYTES) return longKey(rows, row, table);
  if (storage === 'text' && typeof sessionId === 'string') {
    if (!sessionId.includes('\ufffd') || !(idBytes instanceof Uint8Array)) return textKey(sessionId);
    if (Buffer.from(sessionId).equals(idBytes)) return textKey(sessionId);
    return {
      id: `${sessionId} [bytes ${hexOf(idBytes)}]`,
      where: 'session_id COLLATE BINARY = CAST(? AS TEXT)',
      value: idBytes,
      problem: notText('The session id is not valid UTF-8.'),
    };
  }
  const shown = idBytes instanceof Uint8Array && storage === 'blob' ? hexOf(idBytes) : String(sessionId);
  return {
    id: storage === 'null' ? '[null]' : `[${String(storage)} ${shown}]`,
    where: 'session_id IS ?',
    // A number would be bound as a real.
    value: storage === 'integer' && typeof sessionId === 'number' ? BigInt(sessionId) : (sessionId ?? null),
    problem: notText(`The session id is stored as ${String(storage).toUpperCase()}, not TEXT.`),
  };
}

/** An id that nobody could work with: it stays in the file, and its rows are found through one of them. */
function longKey(rows: RowReader, { storage, idSize, keyRow }: Row, table: KeyedTable): SessionKey {
  const { name, rowColumn } = table;
  const about = `${String(storage)} of ${String(idSize)} bytes`;
  const message = `The session id is a ${about}; a short name stands for it here.`;
  const problem: Finding = { code: 'session-id-too-long', severity: 'warning', message };
  if (rowColumn === null || typeof keyRow !== 'number' || Number(idSize) > MAX_PARSED_BYTES) {
    const value = BigInt(Number(idSize));
    return { id: `[${about}]`, where: 'octet_length(session_id) = ?', value, problem };
  }
  const one = `SELECT session_id FROM ${name} WHERE ${rowColumn} = ?`;
  const value = BigInt(keyRow);
  const bytes = rows.get(`SELECT CAST((${one}) AS BLOB) AS idBytes`, value)?.idBytes;
  const hash = createHash('sha256').update(bytes instanceof Uint8Array ? bytes : new Uint8Array());
  const id = `[${about}, SHA-256 ${hash.digest('hex').slice(0, 16)}…]`;
  return { id, where: `session_id COLLATE BINARY IS (${one})`, value, problem };
}

function notText(message: string): Finding {
  return { code: 'session-id-not-text', severity: 'error', message };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
