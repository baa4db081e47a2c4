import { JSON_SCANNER_CODE } from './json-scanner-code';

/** Bytes of a string that a copy keeps, but for the rest of a character or an escape. */
export const MAX_ABRIDGED_BYTES = 400;
/**
 * Bytes that a scanner is given at a time; see `json-scanner.wat`. Behind as many bytes of copies another piece is sure
 * to have room.
 */
export const PIECE_BYTES = 1024 * 1024;

/** What `json-scanner.wat` exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  begin(limit: number, start: number): void;
  copied(): number;
  move(start: number): void;
  feed(from: number, to: number): number;
  end(): number;
}

const module = new WebAssembly.Module(Buffer.from(JSON_SCANNER_CODE, 'base64'));
const spare: JsonScanner[] = [];
/** A pass over a file, a second one for what is still to come, and a line that is looked at by itself. */
const MOST_SPARE = 3;

/**
 * Copies JSON texts, given in pieces, with their long strings cut. Put a piece into `input`, and find the copies in
 * `copies`. Each has three megabytes: take one with {@link takeScanner}, and give it back.
 */
export class JsonScanner {
  readonly input: Buffer;
  readonly copies: Buffer;
  readonly #memory: Buffer;
  readonly #exports: Exports;

  constructor() {
    // The test of the module holds it to these exports.
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.#memory = Buffer.from(this.#exports.memory.buffer);
    this.input = this.#memory.subarray(0, PIECE_BYTES);
    this.copies = this.#memory.subarray(PIECE_BYTES);
  }

  /** Begins a copy at a place in `copies`. */
  begin(at: number): void {
    this.#exports.begin(MAX_ABRIDGED_BYTES, PIECE_BYTES + at);
  }

  /** Takes a part of the input; false where it is in no JSON text, or the copy might have no room. */
  feed(from: number, to: number): boolean {
    return this.#exports.feed(from, to) !== 0;
  }

  /** Where the copy of the text ends; -1 where the text has not ended. */
  end(): number {
    const end = this.#exports.end();
    return end === 0 ? -1 : end - PIECE_BYTES;
  }

  /** Bytes of the copy that was begun. */
  get copiedBytes(): number {
    return this.#exports.copied();
  }

  /** Moves the copy that was begun. */
  move(at: number): void {
    this.#exports.move(PIECE_BYTES + at);
  }

  /** Copies a part of the input as it is. Where that copy ends. */
  copy(from: number, to: number, at: number): number {
    this.#memory.copyWithin(PIECE_BYTES + at, from, to);
    return at + to - from;
  }
}

/** A scanner that nobody else uses. */
export function takeScanner(): JsonScanner {
  return spare.pop() ?? new JsonScanner();
}

export function giveBackScanner(scanner: JsonScanner): void {
  if (spare.length < MOST_SPARE) spare.push(scanner);
}
