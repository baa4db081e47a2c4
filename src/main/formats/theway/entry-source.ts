import type { SqlValue } from '../../sqlite/types';
import type { EntryPlace } from '../call-index';

/** What identifies a row to its source: its `seq`, or its position where there is no key. */
export type RowKey = number | bigint;

/** A payload as stored. */
export type Payload =
  | { readonly state: 'text'; readonly text: string }
  /** Text whose bytes are not UTF-8; `text` has U+FFFD in their place. */
  | { readonly state: 'broken-text'; readonly text: string }
  /** Not TEXT in a database, so no JSON to theway; `text` is the value as readable as it gets. */
  | { readonly state: 'not-text'; readonly storage: string; readonly text: string }
  /** On a damaged page; `detail` is what SQLite says. */
  | { readonly state: 'damaged'; readonly detail: string }
  /** Above `MAX_PARSED_BYTES`, and not read. */
  | { readonly state: 'too-large' };

/** One stored entry: a row of `entries`, or a line. */
export interface EntryRow {
  readonly key: RowKey;
  readonly place: EntryPlace;
  /** The place for people. */
  readonly placeName: string;
  readonly sizeBytes: number;
  /** What stands beside the payload; null where nothing does. */
  readonly columns: {
    readonly id: SqlValue;
    readonly parentId: SqlValue;
    readonly type: SqlValue;
    readonly timestamp: SqlValue;
  } | null;
  /** What to call an entry that has no id of its own. */
  readonly standInId: string;
  readonly payload: Payload;
  /** Whether the file ends in the middle of it. */
  readonly isTorn?: boolean;
}

/** The stored entries of a session in order, read in short steps. */
export interface EntrySource {
  count(): number;
  /** The entries after a row, given its key and how many rows there were up to it; empty at the end. */
  page(after: RowKey | null, rowsBefore: number): EntryRow[];
  /** The keys of the entries after a row, as `page` but without their contents. */
  keys(after: RowKey | null, rowsBefore: number): RowKey[];
  /** The entry with a key; undefined when it is no longer there. */
  at(key: RowKey): EntryRow | undefined;
  /** The entry written last; undefined when there is none. */
  last(): EntryRow | undefined;
  /** The keys of at most `limit` entries that seem to be of a type, from the first or the last on. */
  keysOfType(type: string, from: 'first' | 'last', limit: number): RowKey[];
  /** Whether there seems to be an entry with this id. */
  hasId(id: string): boolean;
  /** The bytes of a payload of any size; undefined when it is gone. */
  payloadBytes(key: RowKey): Uint8Array | undefined;
  /** The label of their encoding for a TextDecoder. */
  readonly encoding: string;
  /** Holds on to the state of this moment; `check` throws `DatabaseError` once it is another. */
  guard(): { check(): void };
}
