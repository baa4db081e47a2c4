/**
 * Many short strings in two buffers: UTF-8 bytes end to end, and `count + 1` offsets into them.
 * String i is `bytes[offsets[i] … offsets[i + 1])`. Costs 4 bytes a string beyond its own bytes.
 */
export interface PackedStrings {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
// A text may begin with the character that a decoder would take for a byte-order mark.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads string `index`; empty when out of range. */
export function stringAt(packed: PackedStrings, index: number): string {
  const start = packed.offsets[index];
  const end = packed.offsets[index + 1];
  if (start === undefined || end === undefined || start === end) return '';
  return decoder.decode(packed.bytes.subarray(start, end));
}

/** Cuts a text to at most `maxBytes` of UTF-8, at a character boundary. */
export function cutToBytes(text: string, maxBytes: number): string {
  // Three bytes is the most one UTF-16 unit takes: a short text needs no measuring.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = encoder.encodeInto(text.slice(0, maxBytes + 1), new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/** Collects strings into a {@link PackedStrings}. Lone surrogates become U+FFFD, as in any UTF-8. */
export class StringPacker {
  #bytes = new Uint8Array(1024);
  #offsets = new Uint32Array(64);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#offsets[this.#count] ?? 0;
  }

  /** Adds a text, or what {@link cutToBytes} leaves of it. */
  push(text: string, maxBytes = text.length * 3): void {
    const start = this.byteLength;
    const end = start + Math.min(maxBytes, text.length * 3);
    if (end > this.#bytes.length) this.#bytes = grow(this.#bytes, end);
    if (this.#count + 2 > this.#offsets.length) {
      const offsets = new Uint32Array(this.#offsets.length * 2);
      offsets.set(this.#offsets);
      this.#offsets = offsets;
    }
    this.#count += 1;
    this.#offsets[this.#count] = start;
    if (end === start) return;
    const cut = text.length > maxBytes ? text.slice(0, maxBytes + 1) : text;
    // The encoder stops before a character that has no room.
    const { written } = encoder.encodeInto(cut, this.#bytes.subarray(start, end));
    this.#offsets[this.#count] = start + written;
  }

  /** Forgets what was collected, and keeps the room it took. */
  clear(): void {
    this.#count = 0;
  }

  /** A copy of what was collected, in buffers of exactly its size. */
  pack(): PackedStrings {
    return {
      bytes: this.#bytes.slice(0, this.byteLength),
      offsets: this.#offsets.slice(0, this.#count + 1),
    };
  }
}

function grow(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const bigger = new Uint8Array(Math.max(needed, bytes.length * 2));
  bigger.set(bytes);
  return bigger;
}
