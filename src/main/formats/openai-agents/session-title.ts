import { isNativeArray, isNativeObject, type NativeValue, parseNative } from '../../../shared/json/native';
import { previewOf } from '../../../shared/model/head-chunk-builder';
import { cutToBytes } from '../../../shared/model/packed-strings';
import { ownCopy } from '../../../shared/text/own-copy';
import { abridgeJson } from '../../lines/abridged-json';
import { quoteName } from '../../sqlite/schema';
import type { RowReader } from '../../sqlite/types';
import type { SessionKey } from './session-key';

const MAX_TITLE_BYTES = 200;
/** The first user text stands at the front of a session, or the session has no title. */
const ITEMS_LOOKED_AT = 6;
/** A longer message, such as one with large images, is passed over. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** The first user text of a session, cut and on one line; null when there is none near its front. */
export function readTitle(rows: RowReader, { pair, where, value }: SessionKey): string | null {
  const sql = `SELECT CASE WHEN typeof(message_data) = 'text' AND octet_length(message_data) <= ${MAX_READ_BYTES}
      THEN CAST(message_data AS BLOB) END AS bytes
    FROM ${quoteName(pair.messages)} WHERE ${where} ORDER BY id LIMIT ${ITEMS_LOOKED_AT}`;
  for (const { bytes } of rows.iterate(sql, value)) {
    const text = bytes instanceof Uint8Array ? userText(Buffer.from(bytes)) : '';
    const title = cutToBytes(previewOf(text), MAX_TITLE_BYTES);
    // A list of sessions is kept, and must not keep the messages its titles were cut out of.
    if (title !== '') return ownCopy(title);
  }
  return null;
}

/** What the user says in an item; empty where it is another's, or says nothing. */
function userText(item: Buffer): string {
  const value = parseNative(abridgeJson(item) ?? item.toString('utf8'));
  return isNativeObject(value) && value.role === 'user' ? firstText(value.content) : '';
}

function firstText(content: NativeValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!isNativeArray(content)) return '';
  for (const part of content)
    if (isNativeObject(part) && typeof part.text === 'string' && /\S/.test(part.text)) return part.text;
  return '';
}
