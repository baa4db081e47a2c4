import { previewOf } from '../../../shared/model/head-chunk-builder';
import { cutToBytes } from '../../../shared/model/packed-strings';
import { ownCopy } from '../../../shared/text/own-copy';
import { readItemLenient } from '../../../shared/vv-agent/lenient-reader';
import type { RowReader } from '../../sqlite/types';
import type { Layout } from './layout';
import type { SessionKey } from './session-key';

const MAX_TITLE_BYTES = 200;
/** The first user text stands at the front of a session, or the session has no title. */
export const ITEMS_LOOKED_AT = 6;
/** Payloads up to this many bytes are parsed; of longer ones the first {@link START_CHARS} are looked at. */
export const MAX_PARSED_BYTES = 16 * 1024;
export const START_CHARS = 4_096;
/** SQLite reads a payload whole even to give its start, so the longest are passed over. */
const MAX_TOUCHED_BYTES = 8 * 1024 * 1024;

/** The first user text of a session, cut and on one line; null when there is none near its front. */
export function readTitle(rows: RowReader, layout: Layout, session: SessionKey): string | null {
  const { indexColumn, payloadColumn } = layout;
  const size = `octet_length(${payloadColumn})`;
  const looked = rows.iterate(
    `SELECT ${size} <= ${MAX_PARSED_BYTES} AS isWhole,
       CASE WHEN typeof(${payloadColumn}) <> 'text' THEN NULL
            WHEN ${size} <= ${MAX_PARSED_BYTES} THEN ${payloadColumn}
            WHEN ${size} <= ${MAX_TOUCHED_BYTES} THEN substr(${payloadColumn}, 1, ${START_CHARS}) END AS text
     FROM session_items WHERE ${session.where} ORDER BY ${indexColumn} LIMIT ${ITEMS_LOOKED_AT}`,
    session.value,
  );
  for (const { text, isWhole } of looked) {
    const title = typeof text === 'string' ? titleOfPayload(text, isWhole === 1) : null;
    if (title !== null) return title;
  }
  return null;
}

/** The title that a payload, or the start of one, gives its session; null when it is not the user's or has no text. */
export function titleOfPayload(text: string, isWhole: boolean): string | null {
  const userText = isWhole ? userTextOf(text) : userTextOfStart(text);
  const title = userText && cutToBytes(previewOf(userText), MAX_TITLE_BYTES);
  // A list of sessions is kept, and must not keep the payloads its titles were cut out of.
  return title ? ownCopy(title) : null;
}

function userTextOf(payload: string): string | null {
  const read = readItemLenient(payload);
  return read.ok && read.item.role === 'user' ? read.item.content : null;
}

const USER_START = /^\{"role":"user","content":"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])*)/;

/** In normal form the role and the content come first, so that the start of a long payload is enough. */
function userTextOfStart(start: string): string | null {
  const quoted = USER_START.exec(start)?.[1];
  if (quoted === undefined) return null;
  try {
    return String(JSON.parse(`"${quoted}"`));
  } catch {
    return null;
  }
}
