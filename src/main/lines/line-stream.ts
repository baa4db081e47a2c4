import fs from 'node:fs';

const LF = 0x0a;
const CR = 0x0d;
const CHUNK_BYTES = 1024 * 1024;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** One line of a file, blank or not. */
export interface FileLine {
  /** From 1. */
  readonly number: number;
  /** Of its first byte, from the start of the file; behind a byte order mark. */
  readonly byteOffset: number;
  /** Without its ending, LF or CR LF. */
  readonly sizeBytes: number;
  /** Where it stands, until the next lines are asked for; null where it is longer than the stream keeps. */
  readonly chunk: Buffer | null;
  /** Its first byte in `chunk`. */
  readonly from: number;
  /** Whether the file ends in it, without an ending. */
  readonly isOpenEnded: boolean;
}

/**
 * The lines of an open file in order, a megabyte of them at a time. A line is split at LF alone: other line breaks may
 * stand in JSON strings. Of a line above `maxLineBytes` only the size is kept.
 */
export class LineStream {
  readonly #fd: number;
  readonly #sizeBytes: number;
  readonly #maxLineBytes: number;
  /** What is known of a line that has not ended yet. */
  #parts: Buffer[] = [];
  #lineBytes = 0;
  #lineStart = 0;
  #number = 1;
  #at = 0;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #isDone = false;

  /** Of the first `sizeBytes` of a file. */
  constructor(fd: number, sizeBytes: number, maxLineBytes: number) {
    this.#fd = fd;
    this.#sizeBytes = sizeBytes;
    this.#maxLineBytes = maxLineBytes;
  }

  /** Bytes read so far. */
  get doneBytes(): number {
    return this.#at;
  }

  /** The next lines; null behind the last. Throws the system's error where the file cannot be read. */
  next(): FileLine[] | null {
    if (this.#isDone) return null;
    const lines: FileLine[] = [];
    while (lines.length === 0) {
      const chunk = this.#read();
      if (chunk === null) {
        this.#isDone = true;
        return this.#lineBytes > 0 ? [this.#kept(true)] : null;
      }
      this.#split(chunk, lines);
    }
    return lines;
  }

  #read(): Buffer | null {
    const wanted = Math.min(CHUNK_BYTES, this.#sizeBytes - this.#at);
    const chunk = this.#chunk;
    const read = wanted > 0 ? fs.readSync(this.#fd, chunk, 0, wanted, this.#at) : 0;
    if (read === 0) return null;
    const isFirst = this.#at === 0;
    this.#at += read;
    const hasMark = isFirst && read >= MARK.length && chunk.subarray(0, MARK.length).equals(MARK);
    if (!hasMark) return chunk.subarray(0, read);
    this.#lineStart = MARK.length;
    return chunk.subarray(MARK.length, read);
  }

  #split(chunk: Buffer, lines: FileLine[]): void {
    const first = chunk.indexOf(LF);
    const last = chunk.lastIndexOf(LF);
    if (first < 0) {
      this.#add(chunk);
      return;
    }
    if (this.#lineBytes === 0) lines.push(this.#line(chunk, 0, first));
    else {
      this.#add(chunk.subarray(0, first));
      lines.push(this.#kept(false));
    }
    for (let from = first + 1; from <= last; ) {
      const to = chunk.indexOf(LF, from);
      lines.push(this.#line(chunk, from, to));
      from = to + 1;
    }
    this.#add(chunk.subarray(last + 1));
  }

  /** A line that stands in one chunk. */
  #line(chunk: Buffer, from: number, to: number): FileLine {
    const size = to - from;
    const isShort = size <= this.#maxLineBytes;
    const hasCr = isShort && size > 0 && chunk[to - 1] === CR;
    return this.#next(isShort ? chunk : null, from, size, hasCr, false);
  }

  /** Keeps a part of a line that has not ended: the next chunk is read over this one. */
  #add(part: Buffer): void {
    this.#lineBytes += part.length;
    if (this.#lineBytes > this.#maxLineBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(Buffer.from(part));
  }

  /** The line whose parts were kept. */
  #kept(isOpenEnded: boolean): FileLine {
    const isShort = this.#lineBytes <= this.#maxLineBytes;
    const whole = isShort ? Buffer.concat(this.#parts) : null;
    const size = this.#lineBytes;
    this.#lineBytes = 0;
    this.#parts = [];
    const hasCr = !isOpenEnded && whole !== null && whole.at(-1) === CR;
    return this.#next(whole, 0, size, hasCr, isOpenEnded);
  }

  #next(chunk: Buffer | null, from: number, size: number, hasCr: boolean, isOpenEnded: boolean): FileLine {
    const line: FileLine = {
      number: this.#number,
      byteOffset: this.#lineStart,
      sizeBytes: size - (hasCr ? 1 : 0),
      chunk,
      from,
      isOpenEnded,
    };
    this.#number += 1;
    this.#lineStart += size + 1;
    return line;
  }
}
