import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { failure, failureOfSystemError } from '../sqlite/failure';
import { type FileStamp, isSameFile, openRegularFile, stampOf } from '../sqlite/survey';
import type { ReadResult } from '../sqlite/types';
import { LineScanner, type LineTable } from './line-scanner';

const CHUNK_BYTES = 1024 * 1024;

/** One line that is not blank. */
export interface Line {
  /** Position among the lines that are not blank, from 0. */
  readonly row: number;
  /** Position among all lines, from 1. */
  readonly number: number;
  /** Of its first byte, from the start of the file. */
  readonly byteOffset: number;
  /** Without its ending, LF or CR LF. */
  readonly sizeBytes: number;
  /** Whether the file ends in it, without an ending. */
  readonly isLast: boolean;
}

interface LineOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
  /** Lines that hold this text are remembered, so that they are found without reading all again. */
  readonly marker: string;
}

/**
 * A text file by its lines, as it was when it was opened: what is appended later is not seen. Blank lines are passed
 * over. Kept are 24 bytes a line, however long it is. Failures come back as values.
 */
export class LineFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Whether a byte order mark stands before the first line. */
  readonly hasMark: boolean;
  readonly #stamp: FileStamp;
  readonly #lines: LineTable;

  private constructor(path: string, stamp: FileStamp, lines: LineTable) {
    this.path = path;
    this.sizeBytes = stamp.sizeBytes;
    this.hasMark = lines.hasMark;
    this.#stamp = stamp;
    this.#lines = lines;
  }

  /** Finds the lines of a file, pausing between two chunks. Opens nothing that could block. */
  static async open(givenPath: string, options: LineOptions): Promise<ReadResult<LineFile>> {
    try {
      const path = fs.realpathSync.native(givenPath);
      const fd = openRegularFile(path);
      try {
        const stamp = stampOf(path);
        if (stamp === null) return failure('missing', path);
        const lines = await scan(fd, stamp.sizeBytes, options);
        if (lines === null) return failure('cancelled', path);
        const isSame = isSameFile(stamp, stampOf(path));
        return isSame
          ? { ok: true, value: new LineFile(path, stamp, lines) }
          : failure('changed-while-reading', path);
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      const known = failureOfSystemError(error);
      if (known === null) throw error;
      return known;
    }
  }

  /** How many lines are not blank. */
  get count(): number {
    return this.#lines.count;
  }

  /** The last lines that hold the marker, in order. */
  get markedRows(): readonly number[] {
    return this.#lines.markedRows;
  }

  /** Undefined where there is no such line. */
  line(row: number): Line | undefined {
    const found = this.#lines.at(row);
    return found && { row, ...found, isLast: this.#lines.isOpenEnded && row === this.count - 1 };
  }

  /** The bytes of some lines that follow on each other. */
  read(first: number, count: number): ReadResult<Buffer[]> {
    const lines = Array.from({ length: count }, (_, at) => this.line(first + at)).filter(
      (line) => line !== undefined,
    );
    const [start, end] = [lines[0], lines.at(-1)];
    if (start === undefined || end === undefined) return { ok: true, value: [] };
    const bytes = this.#readBytes(start.byteOffset, end.byteOffset + end.sizeBytes - start.byteOffset);
    if (!bytes.ok) return bytes;
    const value = lines.map(({ byteOffset, sizeBytes }) => {
      const from = byteOffset - start.byteOffset;
      return bytes.value.subarray(from, from + sizeBytes);
    });
    return { ok: true, value };
  }

  /** Whether some line holds these bytes: a search of the whole file, about a gigabyte a second. */
  holds(text: Buffer): ReadResult<boolean> {
    const overlap = Math.max(0, text.length - 1);
    for (let at = 0; at < this.sizeBytes; at += CHUNK_BYTES) {
      const bytes = this.#readBytes(at, Math.min(CHUNK_BYTES + overlap, this.sizeBytes - at));
      if (!bytes.ok) return bytes;
      if (bytes.value.includes(text)) return { ok: true, value: true };
    }
    return { ok: true, value: false };
  }

  /** Whether the file is no longer what was read. */
  hasChanged(): boolean {
    try {
      return !isSameFile(this.#stamp, stampOf(this.path));
    } catch {
      return true; // It cannot even be looked at any more.
    }
  }

  #readBytes(at: number, length: number): ReadResult<Buffer> {
    try {
      const fd = openRegularFile(this.path);
      try {
        const buffer = Buffer.allocUnsafe(length);
        let done = 0;
        while (done < length) {
          const read = fs.readSync(fd, buffer, done, length - done, at + done);
          if (read === 0) return failure('changed-while-reading', this.path);
          done += read;
        }
        return { ok: true, value: buffer };
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      const known = failureOfSystemError(error);
      if (known === null) throw error;
      return known;
    }
  }
}

/** Null when it was cancelled. */
async function scan(
  fd: number,
  sizeBytes: number,
  { signal, onProgress, marker }: LineOptions,
): Promise<LineTable | null> {
  const scanner = new LineScanner(marker);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; at < sizeBytes; ) {
    if (signal.aborted) return null;
    const read = fs.readSync(fd, chunk, 0, Math.min(CHUNK_BYTES, sizeBytes - at), at);
    if (read === 0) break;
    scanner.push(chunk.subarray(0, read));
    at += read;
    onProgress?.(at, sizeBytes);
    await turn();
  }
  return scanner.finish();
}
