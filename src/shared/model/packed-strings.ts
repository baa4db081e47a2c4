/**
 * Many short strings in two buffers: UTF-8 bytes end to end, and `count + 1` offsets into them.
 * String i is `bytes[offsets[i] … offsets[i + 1])`. Costs 4 bytes a string beyond its own bytes.
 */
export interface PackedStrings {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

const SPACE = 0x20;
/** TAB to CR: with the space all of ASCII that is white space. */
const FIRST_BLANK = 0x09;
const LAST_BLANK = 0x0d;
const LAST_ASCII = 0x7f;
/** Texts up to this many characters are copied one by one: to call the encoder takes as long. */
const MAX_SHORT_CHARS = 128;

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
    this.#makeRoom(end);
    if (text.length <= Math.min(MAX_SHORT_CHARS, maxBytes) && this.#pushAscii(text, start)) return;
    const cut = text.length > maxBytes ? text.slice(0, maxBytes + 1) : text;
    // The encoder stops before a character that has no room.
    const { written } = encoder.encodeInto(cut, this.#bytes.subarray(start, end));
    this.#end(start + written);
  }

  /**
   * Adds a text on one line, or as much of it as has room: each run of white space is one space, and there is none at
   * the ends. Looks at `maxChars` of it at most.
   */
  pushLine(text: string, maxBytes: number, maxChars: number): void {
    const start = this.byteLength;
    this.#makeRoom(start + maxBytes);
    const bytes = this.#bytes;
    const last = start + maxBytes;
    let end = start;
    let isSpace = false;
    for (let at = 0; at < text.length && at < maxChars && end < last; at += 1) {
      const unit = text.charCodeAt(at);
      if (isBlank(unit)) {
        isSpace = true;
        continue;
      }
      if (isSpace && end > start) bytes[end++] = SPACE;
      isSpace = false;
      if (unit <= LAST_ASCII) {
        if (end < last) bytes[end++] = unit;
        continue;
      }
      const point = text.codePointAt(at) ?? 0;
      const size = utf8Size(point);
      if (end + size > last) break;
      writeUtf8(bytes, end, point, size);
      end += size;
      if (size === 4) at += 1;
    }
    this.#end(end);
  }

  /** Adds a text where it is ASCII. */
  #pushAscii(text: string, start: number): boolean {
    const bytes = this.#bytes;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > LAST_ASCII) return false;
      bytes[start + at] = code;
    }
    this.#end(start + text.length);
    return true;
  }

  #makeRoom(end: number): void {
    if (end > this.#bytes.length) this.#bytes = grow(this.#bytes, end);
    if (this.#count + 2 <= this.#offsets.length) return;
    const offsets = new Uint32Array(this.#offsets.length * 2);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
  }

  /** The string that is being added ends here. */
  #end(end: number): void {
    this.#count += 1;
    this.#offsets[this.#count] = end;
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

/** What `\s` of a regular expression is. */
function isBlank(unit: number): boolean {
  if (unit <= LAST_ASCII) return unit === SPACE || (unit >= FIRST_BLANK && unit <= LAST_BLANK);
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return WIDE_BLANKS.has(unit);
}

const WIDE_BLANKS: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Bytes of a character that is not ASCII. */
function utf8Size(point: number): 2 | 3 | 4 {
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** Writes a character that is not ASCII; U+FFFD for half of a pair. */
function writeUtf8(bytes: Uint8Array, at: number, point: number, size: 2 | 3 | 4): void {
  let rest = point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point;
  for (let index = size - 1; index > 0; index -= 1) {
    bytes[at + index] = 0x80 | (rest & 0x3f);
    rest >>= 6;
  }
  bytes[at] = LEADS[size] | rest;
}

/** What the first byte of a character of so many bytes begins with. */
const LEADS = { 2: 0xc0, 3: 0xe0, 4: 0xf0 } as const;
const REPLACEMENT = 0xfffd;

function grow(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const bigger = new Uint8Array(Math.max(needed, bytes.length * 2));
  bigger.set(bytes);
  return bigger;
}
