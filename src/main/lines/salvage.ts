import { isNativeObject, type NativeObject, parseNative } from '../../shared/json/native';
import type { FoundRecord, IsRecord, RecordFault } from './found-record';

const NUL = 0x00;
const TAB = 0x09;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const OPEN = 0x7b;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;
/** How an object begins that may be a record. */
const RECORD_START = Buffer.from('{"');
/** Places at which a record is looked for behind one damaged part: each may cost a look at the rest of the line. */
const MAX_TRIES = 64;

/** The records that can be had of a line that is not one JSON object, and the pieces between them that are none. */
export function salvage(line: Buffer, isOpenEnded: boolean, isRecord: IsRecord): FoundRecord[] {
  const pieces: FoundRecord[] = [];
  let at = 0;
  while (at < line.length) {
    if (isBlank(line[at])) at += 1;
    else if (line[at] === NUL) at = addNuls(pieces, line, at);
    else at = addNext(pieces, line, at, isOpenEnded, isRecord);
  }
  return pieces;
}

/** Adds the piece that begins at a place; where it ends. */
function addNext(
  pieces: FoundRecord[],
  line: Buffer,
  at: number,
  isOpenEnded: boolean,
  isRecord: IsRecord,
): number {
  const whole = objectAt(line, at);
  if (whole !== null) {
    const before = pieces.findLast(({ fault }) => fault !== 'nul-bytes');
    pieces.push({ from: at, to: whole.to, value: whole.value, fault: faultBehind(before) });
    return whole.to;
  }
  const nul = line.indexOf(NUL, at);
  const limit = nul < 0 ? line.length : nul;
  const next = nextRecord(line, at + 1, limit, isRecord) ?? limit;
  const isTail = isOpenEnded && endOfInk(line, at, next) === endOfInk(line, at, line.length);
  pieces.push({
    from: at,
    to: endOfInk(line, at, next),
    value: undefined,
    fault: isTail ? 'torn-tail' : 'damaged-line',
  });
  return next;
}

function faultBehind(before: FoundRecord | undefined): RecordFault | null {
  if (before === undefined) return null;
  return before.value === undefined ? 'recovered-record' : 'glued-record';
}

/** The next place at which a record stands that is whole; null where none was found. */
function nextRecord(line: Buffer, from: number, limit: number, isRecord: IsRecord): number | null {
  let at = line.indexOf(RECORD_START, from);
  for (let tries = 0; tries < MAX_TRIES && at >= 0 && at < limit; tries += 1) {
    const found = objectAt(line, at);
    if (found !== null && isRecord(found.value)) return at;
    at = line.indexOf(RECORD_START, at + 1);
  }
  return null;
}

/** The object that begins at a place, and where it ends; null where none does. */
function objectAt(line: Buffer, at: number): { value: NativeObject; to: number } | null {
  if (line[at] !== OPEN) return null;
  const to = objectEnd(line, at);
  if (to < 0) return null;
  const value = parseNative(line.toString('utf8', at, to));
  return isNativeObject(value) ? { value, to } : null;
}

/** Behind the brace that closes an object, by braces outside of strings; -1 where none does. */
function objectEnd(line: Buffer, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function addNuls(pieces: FoundRecord[], line: Buffer, from: number): number {
  let to = from;
  while (line[to] === NUL) to += 1;
  pieces.push({ from, to, value: undefined, fault: 'nul-bytes' });
  return to;
}

function endOfInk(line: Buffer, from: number, to: number): number {
  let end = to;
  while (end > from && isBlank(line[end - 1])) end -= 1;
  return end;
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CR;
}
