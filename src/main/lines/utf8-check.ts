import { isUtf8 } from 'node:buffer';

/** Tells whether bytes that come piece by piece are UTF-8. */
export class Utf8Check {
  /** A character whose end is still to come. */
  #begun: Buffer = NONE;
  #isSound = true;

  /** Takes the next piece. False once it is certain that they are not. */
  push(piece: Buffer): boolean {
    if (!this.#isSound) return false;
    const rest = this.#complete(piece);
    const end = completeEnd(rest);
    this.#isSound &&= isUtf8(rest.subarray(0, end));
    if (end < rest.length) this.#begun = Buffer.from(rest.subarray(end));
    return this.#isSound;
  }

  /** Whether all pieces together are UTF-8. */
  finish(): boolean {
    const isSound = this.#isSound && this.#begun.length === 0;
    this.#begun = NONE;
    this.#isSound = true;
    return isSound;
  }

  /** Completes the character that was begun. What of the piece is left. */
  #complete(piece: Buffer): Buffer {
    if (this.#begun.length === 0) return piece;
    const missing = lengthOf(this.#begun[0] ?? 0) - this.#begun.length;
    const character = Buffer.concat([this.#begun, piece.subarray(0, missing)]);
    const isWhole = missing <= piece.length;
    this.#begun = isWhole ? NONE : character;
    if (isWhole) this.#isSound = isUtf8(character);
    return piece.subarray(missing);
  }
}

const NONE = Buffer.alloc(0);
const LONGEST = 4;

/** Where the last character begins if the piece ends within it, else the piece's end. */
function completeEnd(piece: Buffer): number {
  for (let back = 1; back < LONGEST && back <= piece.length; back += 1) {
    const byte = piece[piece.length - back] ?? 0;
    // 10xxxxxx continues a character.
    if ((byte & 0xc0) !== 0x80) return lengthOf(byte) > back ? piece.length - back : piece.length;
  }
  return piece.length;
}

/** Bytes of the character that a byte begins. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
