import { recordsIn } from './first-records';
import { type HeadsPass, NO_SINK, readHeads } from './heads';
import type { LineFormat, SessionFacts } from './line-format';
import type { RecordFile } from './record-file';

const LF = 0x0a;
/** Files up to this size are read as a whole when they are opened: that takes a tenth of a second. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024;
/** Of larger ones this much of their start and of their end. */
const WINDOW_BYTES = 256 * 1024;

/** What is known of a session before its heads are read. */
export interface FileOutline extends Pick<HeadsPass, 'facts' | 'leafId' | 'lastTimeMs'> {
  /** Of a large file the number of its lines: how many entries they are shows when they are read. */
  readonly entryCount: number;
  /** Lines that are not blank. */
  readonly lineCount: number;
  /** Whether the last line has no ending. */
  readonly isOpenEnded: boolean;
}

interface OutlineOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
}

/** Looks over a file that is being opened. Throws `DatabaseError` where it cannot be read, the signal's reason where it ended. */
export async function readOutline(
  file: RecordFile,
  format: LineFormat,
  { signal, onProgress }: OutlineOptions,
): Promise<FileOutline> {
  const lines = await file.countLines({ signal, onProgress });
  if (file.sizeBytes <= MAX_WHOLE_BYTES) {
    const { facts, leafId, lastTimeMs, end } = await readHeads(file, format, '', { ...NO_SINK, signal });
    return { ...lines, facts, leafId, lastTimeMs, entryCount: end.entryCount };
  }
  return { ...lines, ...readWindows(file, format), entryCount: lines.lineCount };
}

/** What the first and the last records say. */
function readWindows(
  file: RecordFile,
  format: LineFormat,
): { facts: SessionFacts; leafId: string | null; lastTimeMs: number } {
  const start = file.read({ byteOffset: 0, sizeBytes: WINDOW_BYTES });
  const end = file.read({ byteOffset: file.sizeBytes - WINDOW_BYTES, sizeBytes: WINDOW_BYTES });
  const reader = format.reader();
  let leafId: string | null = null;
  let lastTimeMs = Number.NaN;
  const windows = [start.subarray(0, start.lastIndexOf(LF) + 1), end.subarray(end.indexOf(LF) + 1)];
  for (const bytes of windows) {
    for (const value of recordsIn(bytes, format.isRecord)) {
      // Places do not count here: nothing of it is kept.
      reader.push({ value, place: { line: 0, byteOffset: 0, sizeBytes: 0 } }, (head) => {
        if (head.isLeafCandidate) leafId = head.id;
        if (!Number.isNaN(head.timeMs)) lastTimeMs = head.timeMs;
      });
    }
    reader.flush((head) => {
      if (head.isLeafCandidate) leafId = head.id;
    });
  }
  const facts = reader.facts();
  return { facts, leafId: facts.leafId === undefined ? leafId : facts.leafId, lastTimeMs };
}
