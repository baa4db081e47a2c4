import { cutText } from '../../../shared/model/body';
import type { SessionSummary } from '../../../shared/model/session';
import { ownCopy } from '../../../shared/text/own-copy';
import { nameGiven } from '../../../shared/theway/annotations';
import { firstText } from '../../../shared/theway/message';
import type { EntrySource } from './entry-source';
import { storedEntry } from './stored-entry';

/** Longest title, in UTF-16 units. */
const MAX_TITLE_CHARS = 300;
/** Longest time shown, whatever the entry calls one. */
const MAX_TIME_CHARS = 100;
/** Entries looked at for a name or a first text: far more than any sound session needs. */
const MAX_LOOKED_AT = 500;

/**
 * What a list shows of the session, from a handful of rows found by index: opening waits for this. In a
 * broken transcript the heads, which read everything, have the last word on the stored leaf.
 */
export function summarise(table: EntrySource, sessionId: string): SessionSummary {
  const lastRow = table.last();
  const last = lastRow === undefined ? null : storedEntry(lastRow);
  return {
    id: sessionId,
    // The summary is kept, and must not keep the payloads its texts were cut out of.
    title: owned(lastName(table) ?? firstUserText(table)),
    entryCount: table.count(),
    storedLeaf: owned(last === null ? null : leafAfter(table, last)),
    lastWrittenAt: owned(last?.timestamp?.slice(0, MAX_TIME_CHARS) ?? null),
    recency: 0,
    commitCount: 0,
  };
}

function owned(text: string | null): string | null {
  return text === null ? null : ownCopy(text);
}

/** The active leaf once this entry, the last one, has been replayed. */
function leafAfter(table: EntrySource, last: ReturnType<typeof storedEntry>): string | null {
  if (last.leafMove === null) return last.id;
  if (last.leafMove === 'unreadable' || last.leafMove.target === null) return null;
  const { target } = last.leafMove;
  return target === last.id || table.hasId(target) ? target : null;
}

function lastName(table: EntrySource): string | null {
  for (const key of table.keysOfType('session_info', 'last', MAX_LOOKED_AT)) {
    const row = table.at(key);
    const entry = row === undefined ? null : storedEntry(row);
    const isNamed = entry?.type === 'session_info' && entry.object !== null;
    const name = isNamed ? nameGiven(entry.object) : null;
    if (name !== null) return cutText(name, MAX_TITLE_CHARS).text;
  }
  return null;
}

function firstUserText(table: EntrySource): string | null {
  for (const key of table.keysOfType('message', 'first', MAX_LOOKED_AT)) {
    const row = table.at(key);
    if (row === undefined) continue;
    const { content } = storedEntry(row);
    if (content.kind !== 'user') continue;
    const line = cutText(firstText(content.parts), MAX_TITLE_CHARS * 4)
      .text.replace(/\s+/g, ' ')
      .trim();
    if (line !== '') return cutText(line, MAX_TITLE_CHARS).text;
  }
  return null;
}
