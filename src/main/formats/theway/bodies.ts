import { blockOf, type Part, partText } from '../../../shared/content/part';
import type { Body } from '../../../shared/model/body';
import { limitedBody } from '../body-limits';
import type { BodyOptions } from '../format';
import { decodedSlice, sliceOf, type TextSlice } from '../large-text';
import type { EntryRow, EntrySource } from './entry-source';
import { columnText, type StoredEntry, storedEntry } from './stored-entry';

/** The body of one entry: its blocks cut to the options, its facts, and what is wrong with its record. */
export function bodyOf(table: EntrySource, row: EntryRow, position: number, options: BodyOptions): Body {
  const entry = storedEntry(row);
  const { content } = entry;
  return limitedBody({
    row: position,
    id: entry.id,
    parentId: entry.parentId,
    type: entry.type,
    role: content.role,
    timestamp: entry.timestamp,
    model: content.model,
    stopReason: content.stopReason,
    errorMessage: content.errorMessage,
    usage: content.usage,
    blocks:
      row.payload.state === 'too-large'
        ? [{ type: 'raw', label: 'stored record', ...largeText(table, row, 0, options.maxChars) }]
        : content.parts.map((part) => blockOf(part, options.maxChars, options.maxImageChars)),
    place: row.placeName,
    sizeBytes: row.sizeBytes,
    facts: [...content.facts, ...columnFacts(row, entry)],
    problems: entry.faults.map(({ message }) => message),
  });
}

/** A slice of an entry's stored record (`block` null) or of one of its blocks; null when it has no such block. */
export function textOf(
  table: EntrySource,
  row: EntryRow,
  block: number | null,
  start: number,
  length: number,
): TextSlice | null {
  if (row.payload.state === 'too-large') {
    return block === null || block === 0 ? largeText(table, row, start, length) : null;
  }
  if (block === null) return sliceOf('text' in row.payload ? row.payload.text : '', start, length);
  const part: Part | undefined = storedEntry(row).content.parts[block];
  return part === undefined ? null : sliceOf(partText(part), start, length);
}

function largeText(table: EntrySource, row: EntryRow, start: number, length: number): TextSlice {
  const bytes = table.payloadBytes(row.key) ?? new Uint8Array(0);
  return decodedSlice((from, to) => bytes.subarray(from, to), bytes.length, table.encoding, start, length);
}

/** What the columns say where the payload says otherwise: kept, so that both can be seen. */
function columnFacts(row: EntryRow, entry: StoredEntry): Body['facts'] {
  if (row.columns === null) return [];
  const { id, parentId, type, timestamp } = row.columns;
  const columns: [name: string, column: string, believed: string][] = [
    ['Column id', columnText(id), entry.id],
    ['Column parent_id', columnText(parentId), entry.parentId ?? ''],
    ['Column type', columnText(type), entry.type],
    ['Column timestamp', columnText(timestamp), entry.timestamp ?? ''],
  ];
  return columns
    .filter(([, column, believed]) => column !== believed)
    .map(([name, value]) => ({ name, value }));
}
