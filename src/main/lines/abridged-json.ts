import { giveBackScanner, PIECE_BYTES, takeScanner } from './json-scanner';

/**
 * A JSON text with its long strings cut, out of bytes that are UTF-8: what readers of first words need, at a fraction of
 * the cost of the whole. It is sound JSON only where the whole is, and then has the same values but for the strings that
 * were cut. Null where it is not sound, or abridged still a megabyte long: the caller then reads the whole.
 */
export function abridgeJson(bytes: Buffer): string | null {
  return abridgePieces((from, to) => bytes.subarray(from, to), bytes.length);
}

/** The same of a text that is read piece by piece, each from one of its bytes up to another. */
export function abridgePieces(read: (from: number, to: number) => Buffer, sizeBytes: number): string | null {
  const scanner = takeScanner();
  try {
    scanner.begin(0);
    for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
      const size = read(at, Math.min(sizeBytes, at + PIECE_BYTES)).copy(scanner.input);
      if (!scanner.feed(0, size)) return null;
    }
    const end = scanner.end();
    return end < 0 ? null : scanner.copies.toString('utf8', 0, end);
  } finally {
    giveBackScanner(scanner);
  }
}
