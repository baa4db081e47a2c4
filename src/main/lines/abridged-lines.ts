import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { giveBackScanner, PIECE_BYTES, takeScanner } from './json-scanner';
import { LINE_FORM, LineBatch } from './line-batch';
import { Utf8Check } from './utf8-check';

const LF = 0x0a;
const CR = 0x0d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Lines up to this many bytes are taken whole: to cut their strings would take as long. */
const MAX_WHOLE_BYTES = 600;

/**
 * The lines of an open file in order, some at a time, with their long strings cut while they are read: a line may be of
 * any length. It is split at LF alone, since other line breaks may stand in JSON strings. Close it.
 */
export class AbridgedLines {
  readonly #fd: number;
  readonly #sizeBytes: number;
  readonly #scanner = takeScanner();
  readonly #batch = new LineBatch(this.#scanner.copies);
  /** Bytes read so far; the last of them stand in the scanner's input, up to `#to`. */
  #at = 0;
  #from = 0;
  #to = 0;
  /** The input up to `#to`: what stands behind is of before, and is not looked through. */
  #piece: Buffer = Buffer.alloc(0);
  /** Whether the lines that stand in the input as a whole are known to be UTF-8. */
  #areUtf8 = false;
  #number = 1;
  #lineStart = 0;
  #textEnd = 0;
  /** Of a line that began in the input before, or has not ended in this one. */
  #isBegun = false;
  #begunBytes = 0;
  #lastByte = 0;
  #isReadable = true;
  readonly #utf8 = new Utf8Check();
  #isDone = false;

  /** Of the first `sizeBytes` of a file. */
  constructor(fd: number, sizeBytes: number) {
    this.#fd = fd;
    this.#sizeBytes = sizeBytes;
  }

  /** The next lines, until others are asked for; null behind the last. Throws the system's error. */
  next(): LineBatch | null {
    const batch = this.#batch;
    batch.clear();
    this.#textEnd = 0;
    if (this.#isBegun && this.#isReadable) this.#scanner.move(0);
    while (batch.count === 0) {
      if (this.#from === this.#to && !this.#read()) return this.#last();
      this.#split();
    }
    batch.finish(this.#at, false);
    return batch;
  }

  close(): void {
    giveBackScanner(this.#scanner);
  }

  #last(): LineBatch | null {
    if (this.#isDone) return null;
    this.#isDone = true;
    if (this.#isBegun) this.#endBegun(true);
    this.#batch.finish(this.#at, true);
    return this.#batch.count === 0 ? null : this.#batch;
  }

  #read(): boolean {
    const { input } = this.#scanner;
    const wanted = Math.min(PIECE_BYTES, this.#sizeBytes - this.#at);
    const read = wanted > 0 ? fs.readSync(this.#fd, input, 0, wanted, this.#at) : 0;
    if (read === 0) return false;
    const isMarked = this.#at === 0 && read >= MARK.length && MARK.equals(input.subarray(0, MARK.length));
    this.#from = isMarked ? MARK.length : 0;
    if (isMarked) this.#lineStart = MARK.length;
    this.#to = read;
    this.#at += read;
    this.#piece = input.subarray(0, read);
    const bytes = input.subarray(this.#from, read);
    // Without what belongs to a line that began before, or has not ended yet.
    const first = this.#isBegun ? Math.max(0, bytes.indexOf(LF)) : 0;
    this.#areUtf8 = isUtf8(bytes.subarray(first, bytes.lastIndexOf(LF) + 1));
    return true;
  }

  #split(): void {
    while (this.#from < this.#to && !this.#batch.isFull) {
      const found = this.#piece.indexOf(LF, this.#from);
      const isWithin = found >= 0;
      const end = isWithin ? found : this.#to;
      if (isWithin && !this.#isBegun) this.#takeWhole(this.#from, end);
      else {
        this.#takePart(this.#from, end);
        if (isWithin) this.#endBegun(false);
      }
      this.#from = isWithin ? end + 1 : end;
    }
  }

  /** Takes a line that stands in the input as a whole. */
  #takeWhole(from: number, to: number): void {
    const size = to - from;
    const textTo = size > 0 && this.#scanner.input[to - 1] === CR ? to - 1 : to;
    this.#endLine(size, textTo - from, this.#copyWhole(from, textTo));
  }

  /** Copies a line; the form of what it became. */
  #copyWhole(from: number, to: number): number {
    const scanner = this.#scanner;
    if (!this.#areUtf8 && !isUtf8(scanner.input.subarray(from, to))) return LINE_FORM.unread;
    if (to - from <= MAX_WHOLE_BYTES) {
      this.#textEnd = scanner.copy(from, to, this.#textEnd);
      return LINE_FORM.whole;
    }
    scanner.begin(this.#textEnd);
    return scanner.feed(from, to) ? this.#endCopy() : LINE_FORM.unread;
  }

  /** Takes a part of a line that began before the input, or ends behind it. */
  #takePart(from: number, to: number): void {
    const scanner = this.#scanner;
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#isReadable = true;
      this.#begunBytes = 0;
      scanner.begin(this.#textEnd);
    }
    if (from === to) return;
    this.#begunBytes += to - from;
    this.#lastByte = scanner.input[to - 1] ?? 0;
    if (!this.#isReadable) return;
    const isJson = this.#utf8.push(scanner.input.subarray(from, to)) && scanner.feed(from, to);
    this.#isReadable = isJson && scanner.copiedBytes <= PIECE_BYTES;
  }

  #endBegun(isOpenEnded: boolean): void {
    this.#isBegun = false;
    const size = this.#begunBytes;
    const hasCr = !isOpenEnded && size > 0 && this.#lastByte === CR;
    const isText = this.#utf8.finish() && this.#isReadable;
    this.#endLine(size, hasCr ? size - 1 : size, isText ? this.#endCopy() : LINE_FORM.unread);
  }

  #endCopy(): number {
    const end = this.#scanner.end();
    if (end < 0) return LINE_FORM.unread;
    this.#textEnd = end;
    return LINE_FORM.abridged;
  }

  /** Takes a line of so many bytes up to its LF, and so many without its ending. */
  #endLine(bytes: number, sizeBytes: number, form: number): void {
    if (sizeBytes > 0) this.#batch.push(this.#number, this.#lineStart, sizeBytes, form, this.#textEnd);
    this.#number += 1;
    this.#lineStart += bytes + 1;
  }
}
