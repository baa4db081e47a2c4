import { JSON_SCANNER_CODE } from './json-scanner-code';

/** Bytes of a string that {@link abridgeJson} keeps, but for the rest of a character or an escape. */
export const MAX_ABRIDGED_BYTES = 400;

/** What the scanner is given at a time, in bytes; see `json-scanner.wat`. */
const PIECE_BYTES = 64 * 1024;
/** Where its copy begins. */
const OUT = PIECE_BYTES;

/** What `json-scanner.wat` exports. */
interface Scanner {
  readonly memory: WebAssembly.Memory;
  begin(limit: number): void;
  feed(length: number): number;
  end(): number;
}

const module = new WebAssembly.Module(Buffer.from(JSON_SCANNER_CODE, 'base64'));
// The test of the module holds it to these exports.
const scanner = new WebAssembly.Instance(module).exports as unknown as Scanner;
const memory = Buffer.from(scanner.memory.buffer);

/**
 * A JSON text with its long strings cut, out of bytes that are UTF-8: what readers of first words need, at a fraction of
 * the cost of the whole. It is sound JSON only where the whole is, and then has the same values but for the strings that
 * were cut. Null where it is not sound, or abridged still hundreds of kilobytes long: the caller then reads the whole.
 */
export function abridgeJson(bytes: Buffer, from: number, to: number): string | null {
  scanner.begin(MAX_ABRIDGED_BYTES);
  for (let at = from; at < to; at += PIECE_BYTES) {
    const end = Math.min(to, at + PIECE_BYTES);
    bytes.copy(memory, 0, at, end);
    if (scanner.feed(end - at) === 0) return null;
  }
  const end = scanner.end();
  return end === 0 ? null : memory.toString('utf8', OUT, end);
}
