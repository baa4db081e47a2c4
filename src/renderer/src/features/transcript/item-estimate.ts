import type { SessionIndex } from '../../../../shared/tree/session-index';
import { FIRST_BLOCKS } from './block-window';
import { isNote } from './note-entry';

const NOTE_PX = 26;
const HEADER_PX = 44;
const CALL_PX = 40;
const LINE_PX = 21;
/** Characters on a line of the transcript's column. */
const LINE_CHARS = 84;
/** Bytes of a record that are not its text: names of fields, ids, times, counts. */
const FRAME_BYTES = 260;
/** More than this is cut off, folded, or worth correcting once it is measured. */
const MAX_PX = 900;

/**
 * Heights in px that the items of these rows will likely take, from their heads alone. Worked out for
 * all at once: a list of any length asks for all of them again whenever one was measured.
 */
export function estimateItemsPx(index: SessionIndex, rows: Int32Array): Uint16Array {
  const heights = new Uint16Array(rows.length);
  // A loop: `from` with a function takes ten times as long, which is a frame for 50,000 items.
  for (let at = 0; at < rows.length; at++) heights[at] = estimateItemPx(index, rows[at] ?? -1);
  return heights;
}

function estimateItemPx(index: SessionIndex, row: number): number {
  if (isNote(index, row)) return NOTE_PX;
  const calls = index.callCount(row);
  // The arguments are in the record too, but folded away.
  const textBytes = calls > 0 ? 200 : Math.max(index.sizeBytes(row) - FRAME_BYTES, 0);
  const lines = Math.ceil(textBytes / LINE_CHARS);
  return Math.min(HEADER_PX + lines * LINE_PX, MAX_PX) + Math.min(calls, FIRST_BLOCKS) * CALL_PX;
}
