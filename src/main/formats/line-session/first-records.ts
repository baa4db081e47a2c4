import { type NativeObject, type NativeValue, parseNative } from '../../../shared/json/native';
import type { IsRecord } from '../../lines/found-record';
import { recordsOf } from '../../lines/records';

const LF = 0x0a;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** A member of an object whose value is a string without escapes, a number or a word. */
const MEMBER = /\s*"([^"\\]*)"\s*:\s*(?:"([^"\\]*)"|(-?\d[\d.eE+-]*|true|false|null))\s*[,}]/y;

/** The records of some lines that are whole. */
function recordsIn(bytes: Buffer, isRecord: IsRecord): NativeObject[] {
  const records: NativeObject[] = [];
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(LF, from);
    const end = found < 0 ? bytes.length : found;
    for (const { value } of recordsOf(bytes.subarray(from, end), false, isRecord))
      if (value !== undefined) records.push(value);
    from = end + 1;
  }
  return records;
}

/**
 * The records that a file begins with, as far as its first bytes go. Of one that is longer than they are, and of a first
 * line that is broken: the members it begins with, up to the first that is no plain value.
 */
export function firstRecords(head: Buffer): NativeObject[] {
  const bytes = head.subarray(0, MARK.length).equals(MARK) ? head.subarray(MARK.length) : head;
  const firstEnd = bytes.indexOf(LF) + 1;
  const first = bytes.subarray(0, firstEnd);
  const whole = bytes.subarray(firstEnd, bytes.lastIndexOf(LF) + 1);
  const rest = bytes.subarray(firstEnd + whole.length);
  const begin = recordsIn(first, () => true);
  const last = recordsIn(rest, () => false);
  return [
    ...(begin.length > 0 ? begin : leadingMembers(first)),
    ...recordsIn(whole, () => true),
    ...(last.length > 0 ? last : leadingMembers(rest)),
  ];
}

function leadingMembers(bytes: Buffer): NativeObject[] {
  const text = bytes.subarray(0, 4096).toString('utf8').trimStart();
  if (!text.startsWith('{')) return [];
  const members: [string, NativeValue][] = [];
  MEMBER.lastIndex = 1;
  for (let found = MEMBER.exec(text); found !== null; found = MEMBER.exec(text))
    members.push([found[1] ?? '', found[2] ?? parseNative(found[3] ?? '') ?? null]);
  return members.length === 0 ? [] : [Object.fromEntries(members)];
}
