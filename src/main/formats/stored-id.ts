import { createHash } from 'node:crypto';
import { MAX_ID_BYTES } from './read-limits';

/** Characters of an id that its stand-in begins with. */
const SHOWN_CHARS = 64;
/** Columns of ids and words are read up to this size; UTF-8 takes at most 4 bytes a character. */
const MAX_COLUMN_BYTES = MAX_ID_BYTES * 4;

/** An id to work with: itself, or for one of absurd length a short stand-in, the same one each time. */
export function boundedId(id: string): string {
  if (id.length <= MAX_ID_BYTES) return id;
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${id.slice(0, SHOWN_CHARS)}… [${id.length} characters, SHA-256 ${hash}…]`;
}

/** An id for a sentence: quoted, its control characters escaped, cut. */
export function quoteId(id: string): string {
  return JSON.stringify(id.length > 80 ? `${id.slice(0, 79)}…` : id);
}

/** SQL of a column of ids or words; a value of absurd length comes as {@link notRead}. */
export function boundedColumn(column: string): string {
  return `CASE WHEN octet_length(${column}) <= ${MAX_COLUMN_BYTES} THEN ${column}
    ELSE '[' || octet_length(${column}) || ' bytes, not read]' END`;
}

/** What stands for a value of {@link boundedColumn} that is too long. */
export function notRead(sizeBytes: number): string {
  return `[${sizeBytes} bytes, not read]`;
}
