import { isUtf8 } from 'node:buffer';
import { isNativeObject, type NativeObject, type NativeValue, parseNative } from '../../shared/json/native';
import { abridgeJson } from './abridged-json';
import { salvage } from './salvage';

/** Lines up to this many bytes are parsed whole: to cut their strings would take as long. */
const MAX_WHOLE_BYTES = 2000;

/** What is wrong with a record, or worth knowing, apart from what it says. */
export type RecordFault =
  /** No JSON: the file ends in the middle of it, as where a writer was interrupted or is still at work. */
  | 'torn-tail'
  /** No JSON. */
  | 'damaged-line'
  /** JSON behind others on one line: the line break between them is missing. */
  | 'glued-record'
  /** JSON behind a damaged part of its line. */
  | 'recovered-record'
  /** NUL bytes, as a crash of the system leaves them. */
  | 'nul-bytes'
  /** U+FFFD stands for bytes that are not UTF-8. */
  | 'not-utf8'
  /** JSON, but no object. */
  | 'not-an-object'
  /** More bytes than are read. */
  | 'too-large';

/** Bytes of a file that are one record, or a piece of a line that is none. */
export interface FoundRecord {
  /** From the start of its line. */
  readonly from: number;
  readonly to: number;
  /** What it says, its long strings cut (`abridgeJson`); undefined where it is no JSON object. */
  readonly value: NativeObject | undefined;
  readonly fault: RecordFault | null;
}

/** Tells whether an object that stands behind a damaged part is a record, and no part of one. */
export type IsRecord = (value: NativeObject) => boolean;

/**
 * The records of one line, most often one. What is no JSON object comes as a piece with its fault, in its place: the
 * pieces of a line are all of it but white space. A line of white space alone has none.
 */
export function recordsOf(line: Buffer, isOpenEnded: boolean, isRecord: IsRecord): FoundRecord[] {
  const isText = isUtf8(line);
  const value = isText ? parsedBytes(line) : parseNative(line.toString('utf8'));
  if (value === undefined) return salvage(line, isOpenEnded, isRecord);
  const [from, to] = [0, line.length];
  if (!isNativeObject(value)) return [{ from, to, value: undefined, fault: 'not-an-object' }];
  return [{ from, to, value, fault: isText ? null : 'not-utf8' }];
}

/** The value of bytes that are UTF-8; undefined where they are no JSON. */
function parsedBytes(bytes: Buffer): NativeValue | undefined {
  const abridged = bytes.length > MAX_WHOLE_BYTES ? abridgeJson(bytes, 0, bytes.length) : null;
  return parseNative(abridged ?? bytes.toString('utf8'));
}
