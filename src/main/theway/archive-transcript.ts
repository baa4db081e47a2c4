import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { cutText } from '../../shared/model/body';
import { isBlank } from '../../shared/text/white-space';
import type { ArchiveManifest } from '../../shared/theway/archive-manifest';
import { entryContent } from '../../shared/theway/entry-content';
import { readMetadataLine, type SessionMetadata } from '../../shared/theway/metadata';
import { leafMoveOf, readEntry, type SessionEntry } from '../../shared/theway/session-entry';
import { REPLAY_TEXTS, TranscriptReplay } from '../../shared/theway/transcript';
import { archiveRefusal, expectNotAborted, lineRefusal } from './archive-error';
import type { ReadArchiveOptions } from './archive-members';

/** A transcript in JSON lines that is what its manifest says. */
export interface ArchiveTranscript {
  readonly metadata: SessionMetadata;
  readonly entryCount: number;
  readonly activeLeafId: string | null;
  /** The beginning of the first user message; null when there is none. */
  readonly firstUserText: string | null;
  /** In append order, to the byte; read anew each time, so that they are never all in memory. */
  entries(): Iterable<SessionEntry>;
}

const FIRST_TEXT_CHARS = 500;
/** How much is checked before others get their turn: some 30 ms of work. */
const TURN_BYTES = 1024 * 1024;

/**
 * Checks `session.jsonl` in the order of section 6 of the theway facts: hash, UTF-8, entries, their graph, their
 * number, the active leaf. Throws a `ThewaySessionError` at the first that is not as it should be.
 */
export async function checkTranscript(
  bytes: Buffer,
  expected: ArchiveManifest['content'],
  { signal, onProgress }: ReadArchiveOptions,
): Promise<ArchiveTranscript> {
  if (sha256Hex(bytes) !== expected.sessionSha256) throw archiveRefusal('session archive checksum mismatch');
  if (!isUtf8(bytes)) throw archiveRefusal('session.jsonl is not UTF-8');
  if (bytes.length === 0) throw archiveRefusal('session transcript is empty');
  const metadata = metadataOf(bytes);
  const check = new EntryCheck();
  let turnEnd = TURN_BYTES;
  for (const { line, text, end } of entryLines(bytes)) {
    check.push(line, entryOf(line, text));
    if (end < turnEnd) continue;
    turnEnd = end + TURN_BYTES;
    onProgress?.({ phase: 'checking', doneBytes: end, totalBytes: bytes.length });
    await otherWork();
    expectNotAborted(signal);
  }
  const found = check.result();
  if (found.entryCount !== expected.entryCount) {
    const detail = `the manifest says ${expected.entryCount}, the transcript has ${found.entryCount}`;
    throw archiveRefusal('session archive entry count mismatch', detail);
  }
  if (found.activeLeafId !== expected.activeLeafId) {
    const [said, is] = [expected.activeLeafId, found.activeLeafId].map((id) => JSON.stringify(id));
    throw archiveRefusal('session archive active leaf mismatch', `the manifest says ${said}, it is ${is}`);
  }
  return { metadata, ...found, entries: () => entriesOf(bytes) };
}

/** The entries of a transcript that was checked. */
function* entriesOf(bytes: Buffer): Iterable<SessionEntry> {
  for (const { line, text } of entryLines(bytes)) yield entryOf(line, text);
}

/** What the entries are together, one after the other. */
class EntryCheck {
  readonly #replay = new TranscriptReplay();
  #firstUserText: string | null = null;
  #fault: Error | null = null;

  push(line: number, entry: SessionEntry): void {
    const { faults } = this.#replay.push({ ...entry, leafMove: leafMoveOf(entry) });
    // An entry that names itself as parent passes (contract, section 2).
    const fault = faults.find((candidate) => candidate !== 'own-parent');
    if (fault !== undefined) this.#fault ??= lineRefusal(line, REPLAY_TEXTS[fault], `entry ${entry.id}`);
    if (this.#firstUserText === null && entry.type === 'message') this.#firstUserText = userText(entry);
  }

  /** Only now the graph counts: a line that does not parse goes before it, wherever it stands. */
  result(): { entryCount: number; activeLeafId: string | null; firstUserText: string | null } {
    if (this.#fault !== null) throw this.#fault;
    return {
      entryCount: this.#replay.count,
      activeLeafId: this.#replay.activeLeaf,
      firstUserText: this.#firstUserText,
    };
  }
}

function userText({ type, object }: SessionEntry): string | null {
  const { kind, preview } = entryContent(type, object);
  return kind === 'user' ? cutText(preview, FIRST_TEXT_CHARS).text : null;
}

function metadataOf(bytes: Buffer): SessionMetadata {
  const read = readMetadataLine(textAt(bytes, 0, lineEnd(bytes, 0)));
  if (read.ok) return read.value;
  const { message, detail } = read.error;
  // The one fault of the header that has a text of its own.
  if (message === 'session metadata is missing id') throw archiveRefusal(message, detail);
  throw lineRefusal(1, message, detail);
}

function entryOf(line: number, text: string): SessionEntry {
  const read = readEntry(text);
  if (read.ok) return read.value;
  throw lineRefusal(line, read.error.message, read.error.detail);
}

interface Line {
  /** From 1; the metadata is line 1. */
  readonly line: number;
  readonly text: string;
  /** Where it ends, in bytes. */
  readonly end: number;
}

/** The lines after the first that are not blank. */
function* entryLines(bytes: Buffer): Iterable<Line> {
  let line = 1;
  for (let start = lineEnd(bytes, 0) + 1; start < bytes.length; ) {
    line += 1;
    const end = lineEnd(bytes, start);
    const text = textAt(bytes, start, end);
    if (!isBlank(text)) yield { line, text, end };
    start = end + 1;
  }
}

function lineEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(0x0a, start);
  return end === -1 ? bytes.length : end;
}

/** Without the carriage return that some programs write before the line feed. */
function textAt(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end > start && bytes[end - 1] === 0x0d ? end - 1 : end);
}

/** The SHA-256 of bytes in lower-case hex. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
