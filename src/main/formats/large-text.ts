/** Bytes decoded at a time. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** A slice of a text, and the length of the whole, both in UTF-16 units. */
export interface TextSlice {
  readonly text: string;
  readonly totalChars: number;
}

/** A slice of a text that is there as a whole. */
export function sliceOf(text: string, start: number, length: number): TextSlice {
  return { text: text.slice(start, start + length), totalChars: text.length };
}

/**
 * A slice of a text that may be longer than any string can be: decoded piece by piece, keeping only what was asked
 * for. `read` gives the bytes of a piece.
 */
export function decodedSlice(
  read: (from: number, to: number) => Uint8Array,
  sizeBytes: number,
  encoding: string,
  start: number,
  length: number,
): TextSlice {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let text = '';
  let totalChars = 0;
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    const end = Math.min(at + PIECE_BYTES, sizeBytes);
    const piece = decoder.decode(read(at, end), { stream: end < sizeBytes });
    const from = Math.max(0, start - totalChars);
    if (text.length < length) text += piece.slice(from, from + length - text.length);
    totalChars += piece.length;
  }
  return { text, totalChars };
}
