const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of a string that {@link abridgeJson} keeps at most. */
export const MAX_ABRIDGED_BYTES = 600;
/** Bytes of a string looked through one by one, before the search of the engine is quicker. */
const MAX_SHORT_BYTES = 64;
/** Bytes of the longest escape, \\uXXXX, without its backslash. */
const ESCAPE_BYTES = 5;
/** Bytes decoded in one go to look for what a string must not hold. */
const PIECE_BYTES = 1024 * 1024;

/** What a JSON string cannot hold, and some that it can: escapes are not told from escaped backslashes. */
const SUSPICIOUS = /[^ -\xff]|\\(?!["\\/bfnrt]|u[\da-fA-F]{4})/;
/** A string from some place on, as long as it is sound. */
const SOUND = /(?:[ -[\]-\xff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){0,500}/y;

let room = Buffer.allocUnsafe(64 * 1024);

/**
 * A JSON text with its long strings cut after at most {@link MAX_ABRIDGED_BYTES}, out of bytes that are UTF-8: what
 * readers of first words need, at a fraction of the cost of the whole. It is sound JSON only where the whole is, and
 * then has the same values but for the strings that were cut. Null where that does not show: the caller then reads the
 * whole.
 */
export function abridgeJson(bytes: Buffer, from: number, to: number): string | null {
  let length = 0;
  let keptTo = from;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] !== QUOTE) continue;
    const start = at + 1;
    const end = stringEnd(bytes, start, to);
    if (end < 0) return null;
    at = end;
    if (end - start <= MAX_ABRIDGED_BYTES) continue;
    const cut = cutOf(bytes, start);
    if (!isSound(bytes, cut, end)) return null;
    length = keep(bytes, keptTo, cut, length);
    keptTo = end;
  }
  if (keptTo === from) return bytes.toString('utf8', from, to);
  length = keep(bytes, keptTo, to, length);
  return room.toString('utf8', 0, length);
}

/** Adds bytes to the room; the new length of what is in it. */
function keep(bytes: Buffer, from: number, to: number, length: number): number {
  const longer = length + to - from;
  if (longer > room.length) {
    const larger = Buffer.allocUnsafe(2 * longer);
    room.copy(larger, 0, 0, length);
    room = larger;
  }
  bytes.copy(room, length, from, to);
  return longer;
}

/** Where the closing quote of a string is; -1 where it has none. */
function stringEnd(bytes: Buffer, start: number, to: number): number {
  const near = Math.min(to, start + MAX_SHORT_BYTES);
  let at = start;
  while (at < near) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || quote >= to) return -1;
    let before = quote - 1;
    while (before >= at && bytes[before] === BACKSLASH) before -= 1;
    at = quote + 1;
    if ((quote - before) % 2 === 1) return quote;
  }
}

/** Where a long string is cut: between two characters. */
function cutOf(bytes: Buffer, start: number): number {
  let cut = start + MAX_ABRIDGED_BYTES;
  for (let at = cut - 1; at >= cut - ESCAPE_BYTES; at -= 1) {
    if (bytes[at] !== BACKSLASH) continue;
    let runStart = at;
    while (runStart > start && bytes[runStart - 1] === BACKSLASH) runStart -= 1;
    // Of a run of backslashes each second one is escaped; the last may begin another escape.
    cut = at - ((at - runStart) % 2);
    break;
  }
  // A byte that continues a character.
  while (cut > start && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
  return cut;
}

/** Whether a part of a string that begins between two characters is sound. */
function isSound(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += PIECE_BYTES) {
    // An escape that crosses the border may look odd on one side, and then all is looked at closely.
    const piece = bytes.toString('latin1', Math.max(from, at - ESCAPE_BYTES), Math.min(to, at + PIECE_BYTES));
    if (SUSPICIOUS.test(piece)) return isSoundThroughout(bytes.toString('latin1', from, to));
  }
  return true;
}

function isSoundThroughout(text: string): boolean {
  for (let at = 0; at < text.length; at = SOUND.lastIndex) {
    SOUND.lastIndex = at;
    SOUND.test(text);
    if (SOUND.lastIndex === at) return false;
  }
  return true;
}
