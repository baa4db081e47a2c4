const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Marked lines that are kept: the last ones. */
const MAX_MARKED = 500;

/** The lines of a file that are not blank: 24 bytes each. */
export interface LineTable {
  readonly count: number;
  /** Whether a byte order mark stood before the first line. */
  readonly hasMark: boolean;
  /** Whether the last line has no ending. */
  readonly isOpenEnded: boolean;
  readonly markedRows: readonly number[];
  /** Undefined where there is no such line. */
  at(
    row: number,
  ): { readonly number: number; readonly byteOffset: number; readonly sizeBytes: number } | undefined;
}

/** Finds lines in the bytes of a file, given chunk by chunk. Looks at no more of a line than where it ends. */
export class LineScanner {
  readonly #marker: Buffer;
  readonly #numbers = new Doubles();
  readonly #offsets = new Doubles();
  readonly #sizes = new Doubles();
  readonly #marked: number[] = [];
  /** The end of the chunk before, in which a marker may begin. */
  #tail: Buffer = Buffer.alloc(0);
  #at = 0;
  #lineStart = 0;
  #lineNumber = 1;
  #isInked = false;
  #isMarked = false;
  #hasMark = false;

  constructor(marker: string) {
    this.#marker = Buffer.from(marker);
  }

  push(chunk: Buffer): void {
    const hits = this.#hits(chunk);
    let hit = 0;
    let from = this.#at === 0 ? this.#skipMark(chunk) : 0;
    while (from < chunk.length) {
      const found = chunk.indexOf(LF, from);
      const end = found < 0 ? chunk.length : found;
      this.#isInked ||= isInked(chunk, from, end);
      while (hit < hits.length && (hits[hit] ?? 0) < this.#at + end) {
        this.#isMarked = true;
        hit += 1;
      }
      if (found < 0) break;
      const before = found > 0 ? chunk[found - 1] : this.#tail.at(-1);
      this.#endLine(this.#at + found, before === CR);
      from = found + 1;
    }
    this.#at += chunk.length;
    // At least one byte, to know a CR before the LF that begins the next chunk.
    const tailBytes = Math.max(1, this.#marker.length - 1);
    this.#tail = Buffer.from(Buffer.concat([this.#tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes));
  }

  finish(): LineTable {
    const isOpenEnded = this.#isInked;
    if (isOpenEnded) this.#endLine(this.#at, false);
    const [numbers, offsets, sizes] = [this.#numbers, this.#offsets, this.#sizes];
    return {
      count: offsets.count,
      hasMark: this.#hasMark,
      isOpenEnded,
      markedRows: this.#marked.slice(-MAX_MARKED),
      at(row) {
        const [number, byteOffset, sizeBytes] = [numbers.at(row), offsets.at(row), sizes.at(row)];
        if (number === undefined || byteOffset === undefined || sizeBytes === undefined) return undefined;
        return { number, byteOffset, sizeBytes };
      },
    };
  }

  #skipMark(chunk: Buffer): number {
    if (!chunk.subarray(0, MARK.length).equals(MARK)) return 0;
    this.#hasMark = true;
    this.#lineStart = MARK.length;
    return MARK.length;
  }

  /** Offsets in the file at which the marker begins; one may begin in the chunk before, whose line then still runs. */
  #hits(chunk: Buffer): number[] {
    const bytes = Buffer.concat([this.#tail, chunk]);
    const start = this.#at - this.#tail.length;
    const hits: number[] = [];
    for (let at = bytes.indexOf(this.#marker); at >= 0; at = bytes.indexOf(this.#marker, at + 1))
      hits.push(start + at);
    return hits;
  }

  #endLine(end: number, hasCr: boolean): void {
    if (this.#isInked) {
      if (this.#isMarked) this.#markRow();
      this.#numbers.push(this.#lineNumber);
      this.#offsets.push(this.#lineStart);
      this.#sizes.push(end - this.#lineStart - (hasCr ? 1 : 0));
    }
    this.#lineStart = end + 1;
    this.#lineNumber += 1;
    this.#isInked = false;
    this.#isMarked = false;
  }

  #markRow(): void {
    this.#marked.push(this.#offsets.count);
    if (this.#marked.length >= 2 * MAX_MARKED) this.#marked.splice(0, MAX_MARKED);
  }
}

/** Whether some byte is more than white space. */
function isInked(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== TAB && byte !== CR) return true;
  }
  return false;
}

/** Numbers without end. */
class Doubles {
  #values = new Float64Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const longer = new Float64Array(this.#count * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  at(index: number): number | undefined {
    return index < this.#count ? this.#values[index] : undefined;
  }
}
