import type { NativeObject } from '../../shared/json/native';

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
