import { ownCopy } from '../text/own-copy';
import { type HeadChunk, MAX_PREVIEW_BYTES } from './heads';
import { type EntryKind, kindCode } from './kind';
import { StringPacker } from './packed-strings';
import type { Problem } from './report';

/** One head, as a reader states it; see {@link HeadChunk} for the meaning of each field. */
export interface Head {
  id: string;
  parentRow: number;
  kind: EntryKind;
  flags: number;
  timeMs: number;
  sizeBytes: number;
  tokens: number;
  callCount: number;
  callRow: number;
  /** Of any length, on any number of lines. */
  preview: string;
  toolNames: string;
}

/** Rows a chunk takes at most: its fixed columns and previews stay well under 1 MB. */
export const MAX_CHUNK_ROWS = 2000;
/** Bytes of strings after which a chunk is full, however few its rows (ids have no limit of their own). */
const MAX_CHUNK_STRING_BYTES = 600 * 1024;

/** Collects heads of consecutive rows into flat columns. */
export class HeadChunkBuilder {
  #firstRow: number;
  readonly #ids = new StringPacker();
  readonly #previews = new StringPacker();
  readonly #toolNames = new StringPacker();
  readonly #parents = new Int32Array(MAX_CHUNK_ROWS);
  readonly #kinds = new Uint8Array(MAX_CHUNK_ROWS);
  readonly #flags = new Uint8Array(MAX_CHUNK_ROWS);
  readonly #times = new Float64Array(MAX_CHUNK_ROWS);
  readonly #sizes = new Float64Array(MAX_CHUNK_ROWS);
  readonly #tokens = new Float32Array(MAX_CHUNK_ROWS);
  readonly #callCounts = new Uint16Array(MAX_CHUNK_ROWS);
  readonly #callRows = new Int32Array(MAX_CHUNK_ROWS);
  #problems: Problem[] = [];
  #count = 0;

  constructor(firstRow: number) {
    this.#firstRow = firstRow;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    const stringBytes = this.#ids.byteLength + this.#previews.byteLength + this.#toolNames.byteLength;
    return this.#count === MAX_CHUNK_ROWS || stringBytes >= MAX_CHUNK_STRING_BYTES;
  }

  push(head: Head): void {
    const at = this.#count;
    this.#ids.push(head.id);
    this.#parents[at] = head.parentRow;
    this.#kinds[at] = kindCode(head.kind);
    this.#flags[at] = head.flags;
    this.#times[at] = head.timeMs;
    this.#sizes[at] = head.sizeBytes;
    this.#tokens[at] = head.tokens;
    this.#callCounts[at] = Math.min(head.callCount, 0xffff);
    this.#callRows[at] = head.callRow;
    this.#previews.pushLine(head.preview, MAX_PREVIEW_BYTES, MAX_PREVIEW_CHARS);
    this.#toolNames.push(head.toolNames, MAX_PREVIEW_BYTES);
    this.#count += 1;
  }

  addProblem(problem: Problem): void {
    // Problems are kept longer than records: they must not keep those they quote alive.
    this.#problems.push({ ...problem, message: ownCopy(problem.message) });
  }

  /** The chunk of what was collected; the next one begins behind it. */
  build(): HeadChunk {
    const count = this.#count;
    const chunk: HeadChunk = {
      type: 'chunk',
      firstRow: this.#firstRow,
      count,
      ids: this.#ids.pack(),
      parents: this.#parents.slice(0, count),
      kinds: this.#kinds.slice(0, count),
      flags: this.#flags.slice(0, count),
      times: this.#times.slice(0, count),
      sizes: this.#sizes.slice(0, count),
      tokens: this.#tokens.slice(0, count),
      callCounts: this.#callCounts.slice(0, count),
      callRows: this.#callRows.slice(0, count),
      previews: this.#previews.pack(),
      toolNames: this.#toolNames.pack(),
      problems: this.#problems,
    };
    for (const strings of [this.#ids, this.#previews, this.#toolNames]) strings.clear();
    this.#problems = [];
    this.#firstRow += count;
    this.#count = 0;
    return chunk;
  }
}

/** Characters that a preview is taken from, where white space takes much of them. */
const MAX_PREVIEW_CHARS = 4 * MAX_PREVIEW_BYTES;

/** Runs of white space become one space and the ends are trimmed: a preview stands on one line. */
export function previewOf(text: string): string {
  // The start of most texts is enough; where runs of white space take much of it, a longer piece is.
  const enough = MAX_PREVIEW_BYTES + 8;
  const start = onOneLine(text.slice(0, enough));
  if (start.length >= MAX_PREVIEW_BYTES || text.length <= enough) return start;
  return onOneLine(text.slice(0, MAX_PREVIEW_CHARS));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
