import { type HeadsPass, NO_SINK, readHeads } from './heads';
import type { LineFormat, RecordHead, SessionFacts } from './line-format';
import type { CountOptions, PlacedRecord, RecordSource } from './record-source';

/** Files up to this size are read as a whole when they are opened: that takes a tenth of a second. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;
/** Of larger ones this much of their start and of their end. */
const WINDOW_BYTES = 256 * 1024;

/** What is known of a session before its heads are read. */
export interface FileOutline extends Pick<HeadsPass, 'facts' | 'leafId' | 'lastTimeMs'> {
  /** Of a large file the number of its lines, or null: how many entries they are shows when they are read. */
  readonly entryCount: number | null;
  /** Lines that are not blank; null where they were not counted. */
  readonly lineCount: number | null;
  /** Whether the last line has no ending. */
  readonly isOpenEnded: boolean;
}

export interface OutlineOptions extends CountOptions {
  /** Files up to this size are read as a whole, where it is not the usual one. */
  readonly maxWholeBytes?: number | undefined;
  /** Whether the lines of a large file are left uncounted. */
  readonly isQuick?: boolean | undefined;
}

/** Looks over a file that is being opened. Throws `DatabaseError` where it cannot be read, the signal's reason where it ended. */
export async function readOutline(
  file: RecordSource,
  format: LineFormat,
  { signal, onProgress, maxWholeBytes = MAX_WHOLE_BYTES, isQuick = false }: OutlineOptions,
): Promise<FileOutline> {
  const isLarge = file.sizeBytes > maxWholeBytes;
  const start = isLarge ? file.window('start', WINDOW_BYTES) : null;
  const end = isLarge ? file.window('end', WINDOW_BYTES) : null;
  const isOpenEnded = file.isOpenEnded();
  const isCounted = !isQuick || start === null || end === null;
  const lineCount = isCounted ? await file.countLines({ signal, onProgress }) : null;
  const lines = { lineCount, isOpenEnded };
  if (start === null || end === null) {
    const { facts, leafId, lastTimeMs, end } = await readHeads(file, format, '', { ...NO_SINK, signal });
    return { ...lines, facts, leafId, lastTimeMs, entryCount: end.entryCount };
  }
  return { ...lines, ...readWindows([...start, ...end], format), entryCount: lineCount };
}

/** What the first and the last records say. */
function readWindows(
  records: readonly PlacedRecord[],
  format: LineFormat,
): { facts: SessionFacts; leafId: string | null; lastTimeMs: number } {
  const reader = format.reader();
  let leafId: string | null = null;
  let lastTimeMs = Number.NaN;
  const note = (head: RecordHead) => {
    if (head.isLeafCandidate) leafId = head.id;
    if (!Number.isNaN(head.timeMs)) lastTimeMs = head.timeMs;
  };
  for (const { value, place } of records) if (value !== undefined) reader.push({ value, place }, note);
  reader.flush(note);
  const facts = reader.facts();
  return { facts, leafId: facts.leafId === undefined ? leafId : facts.leafId, lastTimeMs };
}
