import type { EntryType } from '../../shared/theway/entry';
import type { SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';
import type { SessionState } from './session';

/** Some entries in append order, and where the next ones are; null at the end. */
export interface EntryPage {
  readonly entries: readonly SessionEntry[];
  readonly next: bigint | null;
}

/** A session inside one transaction: what each kind of storage has to be able to do. Reads strictly; throws. */
export interface SessionRows {
  metadata(): SessionMetadata;
  /** The JSON text of a row of `meta`; null when there is none. */
  metaText(key: string): string | null;
  state(): SessionState;
  last(): SessionEntry | null;
  entry(id: string): SessionEntry | null;
  hasEntry(id: string): boolean;
  /** In append order, or the newest first. */
  ofType(type: EntryType, order: 'oldest-first' | 'newest-first'): Iterable<SessionEntry>;
  /** The place after the newest entry, for {@link page}. */
  end(): bigint;
  /** Entries from a place on, 0 for the first, and before another. */
  page(from: bigint, end: bigint): EntryPage;
}

/** The same inside a transaction that writes; committed unless the work throws. */
export interface SessionRowWriter extends SessionRows {
  /** Appends an entry as it is; what may follow is checked before. */
  insert(entry: SessionEntry): void;
  /** Writes a row of `meta`, or removes it. */
  setMeta(key: string, text: string | null): void;
}

/** Where the rows of a session are: runs work in transactions. */
export interface SessionStorage {
  /** An absolute path; null in memory. */
  readonly location: string | null;
  /** Whether rows of `meta` can be changed. */
  readonly keepsMeta: boolean;
  read<T>(work: (rows: SessionRows) => T): T;
  /** One IMMEDIATE transaction. */
  write<T>(work: (rows: SessionRowWriter) => T): T;
  close(): void;
}
