import { isUtf8 } from 'node:buffer';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { EntryType } from '../../shared/theway/entry';
import { corrupted } from '../../shared/theway/error';
import { readMetadataLine, type SessionMetadata } from '../../shared/theway/metadata';
import { readEntry, type SessionEntry } from '../../shared/theway/session-entry';
import { LineFile } from '../lines/line-file';
import { failure } from '../sqlite/failure';
import type { ReadResult } from '../sqlite/types';
import type { Session, SessionState } from './session';
import { fileError, openForReadingOnly, ThewaySessionError } from './session-error';
import type { EntryPage, SessionRows } from './session-rows';
import { StoredSession } from './stored-session';

/** Lines checked before others get their turn. */
const TURN_LINES = 500;
/** Lines of one page, each of which is read for itself. */
const PAGE_LINES = 500;

/**
 * A session that stands alone as JSON lines, read strictly: every line must be sound. What writes is refused. Throws a
 * `ThewaySessionError`; one about a line begins `parse session entry line N`, the metadata being line 1.
 */
export async function readLinesSession(path: string, signal: AbortSignal): Promise<Session> {
  const file = valueOrThrow(path, await LineFile.open(path, { signal, marker: '"type"' }));
  const rows = new LineRows(path, file);
  for (let row = 1; row < file.count; row += 1) {
    rows.index(row);
    if (row % TURN_LINES !== 0) continue;
    await otherWork();
    if (signal.aborted) throw fileError(path, failure('cancelled', path));
  }
  return new StoredSession({
    location: file.path,
    keepsMeta: false,
    read: (work) => work(rows),
    write: () => {
      throw openForReadingOnly();
    },
    close: () => {},
  });
}

/** The lines of a file as the rows of a session: ids and types are kept, and a line is read anew when asked for. */
class LineRows implements SessionRows {
  readonly #path: string;
  readonly #file: LineFile;
  /** The first line of each id: what comes later of the same one is a duplicate, which cannot be named. */
  readonly #byId = new Map<string, number>();
  readonly #byType = new Map<EntryType, number[]>();

  constructor(path: string, file: LineFile) {
    this.#path = path;
    this.#file = file;
  }

  /** Checks a line and remembers what finds it. */
  index(row: number): void {
    const { id, type } = this.#read(row);
    if (!this.#byId.has(id)) this.#byId.set(id, row);
    const ofType = this.#byType.get(type);
    if (ofType === undefined) this.#byType.set(type, [row]);
    else ofType.push(row);
  }

  metadata(): SessionMetadata {
    const read = readMetadataLine(this.#text(0));
    if (!read.ok) throw this.#refusal(0, read.error.message, read.error.detail);
    return read.value;
  }

  metaText(): null {
    return null;
  }

  state(): SessionState {
    return { lastSeq: String(this.#file.count), meta: '' };
  }

  last(): SessionEntry | null {
    return this.#file.count > 1 ? this.#read(this.#file.count - 1) : null;
  }

  entry(id: string): SessionEntry | null {
    const row = this.#byId.get(id);
    return row === undefined ? null : this.#read(row);
  }

  hasEntry(id: string): boolean {
    return this.#byId.has(id);
  }

  *ofType(type: EntryType, order: 'oldest-first' | 'newest-first'): Iterable<SessionEntry> {
    const rows = this.#byType.get(type) ?? [];
    for (const row of order === 'oldest-first' ? rows : rows.toReversed()) yield this.#read(row);
  }

  end(): bigint {
    return BigInt(this.#file.count);
  }

  page(from: bigint, end: bigint): EntryPage {
    const first = Math.max(1, Number(from));
    const last = Math.min(Number(end), first + PAGE_LINES);
    const entries: SessionEntry[] = [];
    for (let row = first; row < last; row += 1) entries.push(this.#read(row));
    return { entries, next: last < Number(end) ? BigInt(last) : null };
  }

  #read(row: number): SessionEntry {
    const read = readEntry(this.#text(row));
    if (!read.ok) throw this.#refusal(row, read.error.message, read.error.detail);
    return read.value;
  }

  #text(row: number): string {
    const [bytes] = valueOrThrow(this.#path, this.#file.read(row, 1));
    if (bytes === undefined)
      throw this.#refusal(row, 'session metadata must be a JSON object', 'there is no line');
    if (!isUtf8(bytes)) throw this.#refusal(row, 'session entry must be a JSON object', 'not UTF-8');
    return bytes.toString('utf8');
  }

  #refusal(row: number, message: string, detail: string): ThewaySessionError {
    const number = this.#file.line(row)?.number ?? 1;
    return new ThewaySessionError(corrupted(`parse session entry line ${number}: ${message}`, detail));
  }
}

function valueOrThrow<T>(path: string, result: ReadResult<T>): T {
  if (!result.ok) throw fileError(path, result);
  return result.value;
}
