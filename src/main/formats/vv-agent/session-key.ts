import type { Row, SqlValue } from '../../sqlite/types';

/** A session id as the file holds it, whatever its storage class, and the name it goes by outside. */
export interface SessionKey {
  /** The id itself; for one that is no proper text a name that says so, such as `[blob 6162]`. */
  readonly id: string;
  /** SQL that holds for the rows of this session; binds `value` once. */
  readonly where: string;
  readonly value: SqlValue;
  /** What is wrong with the id, a sentence for people; null for ordinary text. */
  readonly problem: string | null;
}

/** SQL columns that {@link sessionKeyOf} reads from a row. */
export const KEY_COLUMNS =
  'session_id AS sessionId, typeof(session_id) AS storage, CAST(session_id AS BLOB) AS idBytes';

/**
 * SQL to group rows by session. Ids compare byte for byte here, also where the schema says otherwise;
 * in a schema as it should be, this still uses the index.
 */
export const GROUP_BY_SESSION = 'GROUP BY session_id COLLATE BINARY';

/** The key of an id that is ordinary text. */
export function textKey(id: string): SessionKey {
  return { id, where: 'session_id COLLATE BINARY = ?', value: id, problem: null };
}

/** The key of a row with {@link KEY_COLUMNS}. */
export function sessionKeyOf(row: Row): SessionKey {
  const { sessionId, storage, idBytes } = row;
  if (storage === 'text' && typeof sessionId === 'string') {
    if (!sessionId.includes('\ufffd') || !(idBytes instanceof Uint8Array)) return textKey(sessionId);
    if (Buffer.from(sessionId).equals(idBytes)) return textKey(sessionId);
    return {
      id: `${sessionId} [bytes ${hexOf(idBytes)}]`,
      where: 'session_id COLLATE BINARY = CAST(? AS TEXT)',
      value: idBytes,
      problem: 'The session id is not valid UTF-8.',
    };
  }
  const shown = idBytes instanceof Uint8Array && storage === 'blob' ? hexOf(idBytes) : String(sessionId);
  return {
    id: storage === 'null' ? '[null]' : `[${String(storage)} ${shown}]`,
    where: 'session_id IS ?',
    // A number would be bound as a real.
    value: storage === 'integer' && typeof sessionId === 'number' ? BigInt(sessionId) : (sessionId ?? null),
    problem: `The session id is stored as ${String(storage).toUpperCase()}, not TEXT.`,
  };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
