/** How the text of a line in a batch came about. */
export const LINE_FORM = {
  /** The line as it is, which is UTF-8. */
  whole: 0,
  /** The line with its long strings cut (`JsonScanner`), which is UTF-8. Sound JSON only where the line is. */
  abridged: 1,
  /** There is none: the line is not UTF-8, is no JSON, or is long all the same. It is read from the file. */
  unread: 2,
} as const;

const MAX_LINES = 8192;

/**
 * Some lines of a file that follow each other, without those that are empty, in columns. The texts of all of them stand
 * one behind the other.
 */
export class LineBatch {
  readonly texts: Buffer;
  readonly #numbers = new Float64Array(MAX_LINES);
  readonly #offsets = new Float64Array(MAX_LINES);
  readonly #sizes = new Float64Array(MAX_LINES);
  readonly #ends = new Int32Array(MAX_LINES);
  readonly #forms = new Uint8Array(MAX_LINES);
  #count = 0;
  #doneBytes = 0;
  #isOpenEnded = false;

  /** `texts` is where they are put. */
  constructor(texts: Buffer) {
    this.texts = texts;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count === MAX_LINES;
  }

  /** Bytes of the file that were read for this batch and all before it. */
  get doneBytes(): number {
    return this.#doneBytes;
  }

  /** Whether the file ends in the last line, without an ending. */
  get isOpenEnded(): boolean {
    return this.#isOpenEnded;
  }

  /** From 1. */
  number(row: number): number {
    return this.#numbers[row] ?? 0;
  }

  /** Of its first byte, from the start of the file; behind a byte order mark. */
  byteOffset(row: number): number {
    return this.#offsets[row] ?? 0;
  }

  /** Without its ending, LF or CR LF. */
  sizeBytes(row: number): number {
    return this.#sizes[row] ?? 0;
  }

  /** One of `LINE_FORM`. */
  form(row: number): number {
    return this.#forms[row] ?? LINE_FORM.unread;
  }

  /** Where its text begins in `texts`. */
  textStart(row: number): number {
    return row === 0 ? 0 : this.textEnd(row - 1);
  }

  /** Where its text ends in `texts`. */
  textEnd(row: number): number {
    return this.#ends[row] ?? 0;
  }

  clear(): void {
    this.#count = 0;
  }

  push(number: number, byteOffset: number, sizeBytes: number, form: number, textEnd: number): void {
    const row = this.#count;
    this.#numbers[row] = number;
    this.#offsets[row] = byteOffset;
    this.#sizes[row] = sizeBytes;
    this.#forms[row] = form;
    this.#ends[row] = textEnd;
    this.#count = row + 1;
  }

  finish(doneBytes: number, isOpenEnded: boolean): void {
    this.#doneBytes = doneBytes;
    this.#isOpenEnded = isOpenEnded;
  }
}
