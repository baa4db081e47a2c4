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
  /** What it holds, until the next lines are asked for; null where that is more than the stream keeps. */
  readonly bytes: Buffer | null;
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
        return this.#lineBytes > 0 ? [this.#end(true)] : null;
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
    let from = 0;
    for (;;) {
      const found = chunk.indexOf(LF, from);
      if (found < 0) {
        // The next chunk is read over this one.
        this.#add(Buffer.from(chunk.subarray(from)));
        return;
      }
      this.#add(chunk.subarray(from, found));
      lines.push(this.#end(false));
      from = found + 1;
    }
  }

  #add(part: Buffer): void {
    this.#lineBytes += part.length;
    if (this.#lineBytes > this.#maxLineBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #end(isOpenEnded: boolean): FileLine {
    const [first] = this.#parts;
    const isKept = this.#lineBytes <= this.#maxLineBytes;
    const whole = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const hasCr = isKept && !isOpenEnded && whole.at(-1) === CR;
    const line: FileLine = {
      number: this.#number,
      byteOffset: this.#lineStart,
      sizeBytes: this.#lineBytes - (hasCr ? 1 : 0),
      bytes: isKept ? whole.subarray(0, whole.length - (hasCr ? 1 : 0)) : null,
      isOpenEnded,
    };
    this.#number += 1;
    this.#lineStart += this.#lineBytes + 1;
    this.#lineBytes = 0;
    this.#parts = [];
    return line;
  }
}
