const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where a value stands in bytes of JSON. */
export interface Span {
  readonly from: number;
  /** Behind its last byte. */
  readonly to: number;
  /** False where the bytes end before it does, or go on as no JSON can. */
  readonly isWhole: boolean;
}

/** A member of an object. */
export interface Member extends Span {
  readonly key: string;
}

/** Where the value of a document begins. */
export function documentStart(bytes: Buffer): number {
  return skipBlank(bytes, bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0);
}

/**
 * The members of the object that begins at a place, with the last of them cut where the bytes end early; none where no
 * object begins there. Their values are not looked into beyond where they end.
 */
export function memberSpans(bytes: Buffer, start: number): Member[] {
  const members: Member[] = [];
  if (bytes[start] !== OPEN) return members;
  for (let at = skipBlank(bytes, start + 1); bytes[at] === QUOTE; ) {
    const keyEnd = stringEnd(bytes, at);
    const colon = skipBlank(bytes, keyEnd);
    if (keyEnd < 0 || bytes[colon] !== COLON) break;
    const value = spanAt(bytes, skipBlank(bytes, colon + 1));
    members.push({ key: keyOf(bytes, at, keyEnd), ...value });
    const next = skipBlank(bytes, value.to);
    if (!value.isWhole || bytes[next] !== COMMA) break;
    at = skipBlank(bytes, next + 1);
  }
  return members;
}

/** The items of the list that begins at a place, the last one cut where the bytes end early; none where none does. */
export function itemSpans(bytes: Buffer, start: number): Span[] {
  const items: Span[] = [];
  if (bytes[start] !== OPEN_LIST) return items;
  for (let at = skipBlank(bytes, start + 1); at < bytes.length && bytes[at] !== CLOSE_LIST; ) {
    const item = spanAt(bytes, at);
    if (item.to === item.from) break;
    items.push(item);
    const next = skipBlank(bytes, item.to);
    if (!item.isWhole || bytes[next] !== COMMA) break;
    at = skipBlank(bytes, next + 1);
  }
  return items;
}

/** The value that begins at a place. */
function spanAt(bytes: Buffer, from: number): Span {
  const first = bytes[from];
  const end =
    first === QUOTE
      ? stringEnd(bytes, from)
      : first === OPEN || first === OPEN_LIST
        ? groupEnd(bytes, from)
        : wordEnd(bytes, from);
  return end < 0 ? { from, to: bytes.length, isWhole: false } : { from, to: end, isWhole: true };
}

/** Behind the brace or bracket that closes a group; -1 where none does. */
function groupEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      if (end < 0) return -1;
      at = end - 1;
    } else if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Behind the quote that closes a string; -1 where none does. */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return -1;
    let before = quote - 1;
    while (before > start && bytes[before] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
    at = quote + 1;
  }
}

/** Behind a number, true, false or null; -1 where the bytes end in it. */
function wordEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA || byte === CLOSE || byte === CLOSE_LIST || isBlank(byte)) return at;
  }
  return -1;
}

function keyOf(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('utf8', from + 1, to - 1);
}

function skipBlank(bytes: Buffer, from: number): number {
  let at = Math.max(0, from);
  while (isBlank(bytes[at])) at += 1;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === LF || byte === CR;
}
