import type { Row, SqlValue } from '../../sqlite/types';
import { MAX_ID_BYTES } from '../read-limits';
import type { TablePair } from './layout';

/** A session of a file: where its rows are, and the name it goes by outside. */
export interface SessionKey {
  readonly id: string;
  readonly pair: TablePair;
  /** SQL that holds for the rows of this session; binds `value` once. */
  readonly where: string;
  readonly value: SqlValue;
  /** Whether the id is no proper text, and a name stands for it. */
  readonly isOdd: boolean;
}

/** SQL columns, of rows grouped by session, that {@link sessionKeyOf} reads; `first` is the id of a message. */
export const KEY_COLUMNS = `typeof(session_id) AS storage, octet_length(session_id) AS idSize,
  CASE WHEN octet_length(session_id) <= ${MAX_ID_BYTES} THEN session_id END AS sessionId`;

/** The key of an id that is ordinary text. */
export function textKey(pair: TablePair, id: string): SessionKey {
  return { id, pair, where: 'session_id COLLATE BINARY = ?', value: id, isOdd: false };
}

/** The key of a row with {@link KEY_COLUMNS} and `first`; an odd id is found through the message. */
export function sessionKeyOf(pair: TablePair, row: Row, quotedMessages: string): SessionKey {
  const { storage, sessionId, idSize, first } = row;
  if (storage === 'text' && typeof sessionId === 'string' && !sessionId.includes('\ufffd'))
    return textKey(pair, sessionId);
  // Without a message there is nothing to find it through, and nothing to be found.
  const where =
    first === null || first === undefined
      ? '? IS NOT NULL'
      : `session_id COLLATE BINARY IS (SELECT session_id FROM ${quotedMessages} WHERE id = ?)`;
  const id = storage === 'null' ? '[null]' : `[${String(storage)} of ${String(idSize)} bytes]`;
  return {
    id: typeof sessionId === 'string' && storage === 'text' ? `${sessionId} [bytes]` : id,
    pair,
    where,
    value: first ?? null,
    isOdd: true,
  };
}
