import { FLAG, type HeadChunk, type HeadsEnd, NO_PARENT } from '../model/heads';
import { type EntryKind, kindCode, kindOfCode } from '../model/kind';
import { type PackedStrings, stringAt } from '../model/packed-strings';
import type { Problem } from '../model/report';
import { type BytePattern, hasPattern } from '../text/byte-pattern';

/** Room for this many times the entries known: for a while the old columns and the new stand side by side. */
const GROWTH = 1.25;

/** The strings of one chunk; its other columns have been copied. */
type ChunkStrings = Pick<HeadChunk, 'firstRow' | 'count' | 'ids' | 'previews' | 'toolNames'>;

/**
 * The heads of one session, put together from chunks as they arrive in stored order. Fixed columns
 * lie in one growing buffer each, until the end with room to spare beyond `count`; strings stay in those of their chunks. Rows
 * are positions in stored order; a row that is not there reads as an entry that says nothing.
 */
export class SessionIndex {
  #capacity = 0;
  #count = 0;
  #parents = new Int32Array(0);
  #kinds = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #times = new Float64Array(0);
  #sizes = new Float64Array(0);
  #tokens = new Float32Array(0);
  #callCounts = new Uint16Array(0);
  #callRows = new Int32Array(0);
  readonly #chunks: ChunkStrings[] = [];
  readonly #problems: Problem[] = [];
  #end: HeadsEnd | null = null;

  /** Entries known so far. */
  get count(): number {
    return this.#count;
  }

  /** Null until the stream has ended: leaf, labels and session problems are pending until then. */
  get end(): HeadsEnd | null {
    return this.#end;
  }

  /** Problems of single entries, in stored order. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Row of each entry's parent, or `NO_PARENT`, `BROKEN_PARENT`; a view on `count` values. */
  get parents(): Int32Array {
    return this.#parents.subarray(0, this.#count);
  }

  /** Wire codes of the kinds (`kindOfCode`); a view on `count` values. */
  get kinds(): Uint8Array {
    return this.#kinds.subarray(0, this.#count);
  }

  /** Bits of `FLAG`; a view on `count` values. */
  get flags(): Uint8Array {
    return this.#flags.subarray(0, this.#count);
  }

  /** Tool calls each entry makes; a view on `count` values. */
  get callCounts(): Uint16Array {
    return this.#callCounts.subarray(0, this.#count);
  }

  /** Adds the next chunk; false (and nothing added) when it does not follow on the last one. */
  append(chunk: HeadChunk): boolean {
    if (chunk.firstRow !== this.#count || this.#end) return false;
    this.#reserve(this.#count + chunk.count);
    const at = this.#count;
    this.#parents.set(chunk.parents, at);
    this.#kinds.set(chunk.kinds, at);
    this.#flags.set(chunk.flags, at);
    this.#times.set(chunk.times, at);
    this.#sizes.set(chunk.sizes, at);
    this.#tokens.set(chunk.tokens, at);
    this.#callCounts.set(chunk.callCounts, at);
    this.#callRows.set(chunk.callRows, at);
    const { firstRow, count, ids, previews, toolNames } = chunk;
    if (count > 0) this.#chunks.push({ firstRow, count, ids, previews, toolNames });
    // One by one: a list as long as the stack is deep cannot be spread into arguments.
    for (const problem of chunk.problems) this.#problems.push(problem);
    this.#count += chunk.count;
    return true;
  }

  finish(end: HeadsEnd): void {
    this.#resize(this.#count);
    this.#end = end;
  }

  id(row: number): string {
    return this.#string(row, (chunk) => chunk.ids);
  }

  /** First words of the content, on one line. */
  preview(row: number): string {
    return this.#string(row, (chunk) => chunk.previews);
  }

  /** Whether an entry has first words. */
  hasPreview(row: number): boolean {
    const chunk = this.#chunkOf(row);
    if (!chunk) return false;
    const { offsets } = chunk.previews;
    return offsets[row - chunk.firstRow] !== offsets[row - chunk.firstRow + 1];
  }

  toolNames(row: number): string {
    return this.#string(row, (chunk) => chunk.toolNames);
  }

  parent(row: number): number {
    return row < this.#count ? (this.#parents[row] ?? NO_PARENT) : NO_PARENT;
  }

  kind(row: number): EntryKind {
    return kindOfCode(row < this.#count ? this.#kinds[row] : undefined);
  }

  isKind(row: number, kind: EntryKind): boolean {
    return row < this.#count && this.#kinds[row] === kindCode(kind);
  }

  hasFlag(row: number, flag: keyof typeof FLAG): boolean {
    return row < this.#count && ((this.#flags[row] ?? 0) & FLAG[flag]) !== 0;
  }

  /** Milliseconds since 1970; NaN when the entry has no time. */
  timeMs(row: number): number {
    return row < this.#count ? (this.#times[row] ?? Number.NaN) : Number.NaN;
  }

  sizeBytes(row: number): number {
    return row < this.#count ? (this.#sizes[row] ?? 0) : 0;
  }

  /** NaN when the entry reports none. */
  tokens(row: number): number {
    return row < this.#count ? (this.#tokens[row] ?? Number.NaN) : Number.NaN;
  }

  callCount(row: number): number {
    return row < this.#count ? (this.#callCounts[row] ?? 0) : 0;
  }

  /** For a tool result: row of the entry that made the call; -1 when there is none. */
  callRow(row: number): number {
    return row < this.#count ? (this.#callRows[row] ?? -1) : -1;
  }

  /**
   * Whether these are the entries of another index with more behind them: the same ids, first words, parents, kinds, times
   * and sizes, in their rows. Of a file that is only added to, what was read of an entry before is then still what is stored.
   */
  isContinuationOf(other: SessionIndex): boolean {
    const { count } = other;
    // As many with a change in one of them look the same from here.
    if (count >= this.#count) return false;
    for (let row = 0; row < count; row++) {
      if (this.#parents[row] !== other.#parents[row] || this.#kinds[row] !== other.#kinds[row]) return false;
      if (this.#sizes[row] !== other.#sizes[row]) return false;
      // Two that have none are alike.
      if (!Object.is(this.#times[row], other.#times[row])) return false;
    }
    for (const { firstRow, count: own, ids, previews } of other.#chunks) {
      for (let at = 0; at < own; at++) {
        const chunk = this.#chunkOf(firstRow + at);
        if (!chunk) return false;
        const place = firstRow + at - chunk.firstRow;
        if (!isSameString(ids, at, chunk.ids, place)) return false;
        if (!isSameString(previews, at, chunk.previews, place)) return false;
      }
    }
    return true;
  }

  /** Row of the entry with this id, the first in stored order; -1 when there is none. One pass over all ids. */
  rowOf(id: string): number {
    const wanted = new TextEncoder().encode(id);
    for (const chunk of this.#chunks) {
      for (let index = 0; index < chunk.count; index++) {
        if (matches(chunk.ids, index, wanted)) return chunk.firstRow + index;
      }
    }
    return -1;
  }

  /** Sets a 1 in `found` for each row with a 1 in `among` whose id, preview or tool names hold a pattern. */
  markMatches(pattern: BytePattern, among: Uint8Array, found: Uint8Array): void {
    for (const { firstRow, count, ids, previews, toolNames } of this.#chunks) {
      for (let at = 0; at < count; at++) {
        const row = firstRow + at;
        if (among[row] !== 1) continue;
        const isFound =
          holds(previews, at, pattern) || holds(toolNames, at, pattern) || holds(ids, at, pattern);
        if (isFound) found[row] = 1;
      }
    }
  }

  #string(row: number, column: (chunk: ChunkStrings) => PackedStrings): string {
    const chunk = this.#chunkOf(row);
    return chunk ? stringAt(column(chunk), row - chunk.firstRow) : '';
  }

  #chunkOf(row: number): ChunkStrings | undefined {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#chunks[middle]?.firstRow ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low];
    return chunk && row >= chunk.firstRow && row < chunk.firstRow + chunk.count ? chunk : undefined;
  }

  #reserve(count: number): void {
    if (count > this.#capacity) this.#resize(Math.max(count, Math.ceil(this.#capacity * GROWTH), 1024));
  }

  #resize(capacity: number): void {
    this.#parents = copyInto(new Int32Array(capacity), this.#parents.subarray(0, this.#count));
    this.#kinds = copyInto(new Uint8Array(capacity), this.#kinds.subarray(0, this.#count));
    this.#flags = copyInto(new Uint8Array(capacity), this.#flags.subarray(0, this.#count));
    this.#times = copyInto(new Float64Array(capacity), this.#times.subarray(0, this.#count));
    this.#sizes = copyInto(new Float64Array(capacity), this.#sizes.subarray(0, this.#count));
    this.#tokens = copyInto(new Float32Array(capacity), this.#tokens.subarray(0, this.#count));
    this.#callCounts = copyInto(new Uint16Array(capacity), this.#callCounts.subarray(0, this.#count));
    this.#callRows = copyInto(new Int32Array(capacity), this.#callRows.subarray(0, this.#count));
    this.#capacity = capacity;
  }
}

function copyInto<T extends { set(from: ArrayLike<number>): void }>(target: T, from: ArrayLike<number>): T {
  target.set(from);
  return target;
}

function holds({ bytes, offsets }: PackedStrings, index: number, pattern: BytePattern): boolean {
  return hasPattern(bytes, offsets[index] ?? 0, offsets[index + 1] ?? 0, pattern);
}

function isSameString(one: PackedStrings, at: number, other: PackedStrings, otherAt: number): boolean {
  const start = one.offsets[at] ?? 0;
  const length = (one.offsets[at + 1] ?? 0) - start;
  const otherStart = other.offsets[otherAt] ?? 0;
  if (length !== (other.offsets[otherAt + 1] ?? 0) - otherStart) return false;
  for (let i = 0; i < length; i++) if (one.bytes[start + i] !== other.bytes[otherStart + i]) return false;
  return true;
}

function matches(packed: PackedStrings, index: number, wanted: Uint8Array): boolean {
  const start = packed.offsets[index] ?? 0;
  const length = (packed.offsets[index + 1] ?? 0) - start;
  if (length !== wanted.length) return false;
  for (let i = 0; i < length; i++) if (packed.bytes[start + i] !== wanted[i]) return false;
  return true;
}
