import { isUtf8 } from 'node:buffer';
import { isNativeObject, type NativeObject, type NativeValue, parseNative } from '../../shared/json/native';
import { abridgeJson } from './abridged-json';
import type { FoundRecord, IsRecord } from './found-record';
import { salvage } from './salvage';

/** Lines up to this many bytes are parsed whole: to cut their strings would take as long. */
const MAX_WHOLE_BYTES = 600;

/**
 * The record of a line that is one JSON object and no more, out of some bytes; undefined of any other line, and of one
 * that is not UTF-8. What of it is known to be UTF-8 needs no look.
 */
export function wholeRecord(
  bytes: Buffer,
  from: number,
  to: number,
  isKnownUtf8: boolean,
): NativeObject | undefined {
  if (!isKnownUtf8 && !isUtf8(bytes.subarray(from, to))) return undefined;
  const value = parsedBytes(bytes, from, to);
  return isNativeObject(value) ? value : undefined;
}

/**
 * The records of one line, most often one. What is no JSON object comes as a piece with its fault, in its place: the
 * pieces of a line are all of it but white space. A line of white space alone has none.
 */
export function recordsOf(line: Buffer, isOpenEnded: boolean, isRecord: IsRecord): FoundRecord[] {
  const isText = isUtf8(line);
  const value = isText ? parsedBytes(line, 0, line.length) : parseNative(line.toString('utf8'));
  if (value === undefined) return salvage(line, isOpenEnded, isRecord);
  const [from, to] = [0, line.length];
  if (!isNativeObject(value)) return [{ from, to, value: undefined, fault: 'not-an-object' }];
  return [{ from, to, value, fault: isText ? null : 'not-utf8' }];
}

/** The value of bytes that are UTF-8; undefined where they are no JSON. */
function parsedBytes(bytes: Buffer, from: number, to: number): NativeValue | undefined {
  const abridged = to - from > MAX_WHOLE_BYTES ? abridgeJson(bytes, from, to) : null;
  return parseNative(abridged ?? bytes.toString('utf8', from, to));
}
