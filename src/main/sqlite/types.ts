/** Why a database could not be opened, read or written. A caller switches over these; the message is for people only. */
export type ReadFailureCode =
  | 'missing'
  | 'is-a-folder'
  | 'not-a-regular-file'
  | 'no-permission'
  | 'empty'
  | 'not-a-database'
  | 'encrypted'
  | 'truncated'
  | 'damaged'
  | 'locked'
  | 'changed-while-reading'
  | 'unexpected-schema'
  | 'too-large'
  | 'no-space'
  | 'not-writable'
  | 'exists-already'
  | 'cancelled'
  | 'io-error';

/** One expected failure: a code to act on, a sentence to show, and technical detail for the log and the curious. */
export interface ReadFailure {
  readonly ok: false;
  readonly code: ReadFailureCode;
  /** One plain sentence: what it is and what the user can do. Holds no text of the file or its name. */
  readonly message: string;
  /** Technical: paths, numbers, SQLite's own code and words. Untrusted text. May be empty. */
  readonly detail: string;
}

export type ReadResult<T> = { readonly ok: true; readonly value: T } | ReadFailure;

export type OpenResult = { readonly ok: true; readonly db: ReadDatabase } | ReadFailure;

/** Progress of the one slow step of opening: bringing the bytes into a private copy or into memory. */
export interface OpenProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface OpenOptions {
  /** Folder for private copies; made if absent. Never a folder of the user's documents. */
  readonly cacheDir: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: OpenProgress) => void;
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/** A value as SQLite stores it. An integer comes as a number where a number holds it exactly, else as a bigint. */
export type SqlValue = string | number | bigint | Uint8Array | null;

/** One row by column name. Text that is not UTF-8 holds U+FFFD: select `CAST(x AS BLOB)` where bytes matter. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Runs queries inside one read transaction. Dead once that transaction has ended: every call then throws. */
export interface RowReader {
  /** The first row, or undefined. */
  get(sql: string, ...params: readonly SqlValue[]): Row | undefined;
  /** All rows: for results known to be small. */
  all(sql: string, ...params: readonly SqlValue[]): Row[];
  /** As {@link all}, the values of each row in the order of its columns: for many rows, where names cost time. */
  values(sql: string, ...params: readonly SqlValue[]): SqlValue[][];
  /** As {@link all}, of each row the value of its first column. */
  column(sql: string, ...params: readonly SqlValue[]): SqlValue[];
  /** Rows one at a time, for results that are not. Leave the loop as early as you like. */
  iterate(sql: string, ...params: readonly SqlValue[]): IterableIterator<Row>;
}

/**
 * How the bytes are reached.
 * - `in-place`: the user's own file, no lock held between requests
 * - `in-place-per-request`: the user's own file beside a live writer, opened and closed around each request
 * - `immutable`: the user's own file, promised unchanging to SQLite and checked around each request
 * - `memory`: a copy in memory
 * - `copy`: a private copy in the cache folder
 */
export type OpenedHow = 'in-place' | 'in-place-per-request' | 'immutable' | 'memory' | 'copy';

/** Plain facts of the database as it was when opened. Shown to the user; never a verdict. */
export interface DatabaseFacts {
  /** From the file's own header: bytes 18 and 19 of https://www.sqlite.org/fileformat2.html */
  readonly journalMode: 'wal' | 'rollback' | 'unknown';
  readonly pageSizeBytes: number;
  readonly pageCount: number;
  readonly encoding: string;
  readonly userVersion: number;
  readonly applicationId: number;
  /** Size of the main file on disk, without its -wal or -journal. */
  readonly sizeBytes: number;
  /** Size of the -wal beside it; 0 when absent. */
  readonly walBytes: number;
  readonly opened: OpenedHow;
}

/** What SQLite's own quick_check says. */
export type QuickCheck =
  | { readonly state: 'sound' }
  | { readonly state: 'damaged'; readonly findings: readonly string[] }
  /** In place and above the limit: ask the user first, then call again with `anySize`. */
  | { readonly state: 'skipped'; readonly sizeBytes: number; readonly limitBytes: number };

declare const readOnly: unique symbol;

/** A foreign database opened for reading, and for nothing else. Made by `openForReading` only. */
export interface ReadDatabase {
  /** Keeps a write handle from passing as a read handle, and the other way round. */
  readonly [readOnly]: true;
  /** The file itself: absolute, links followed. */
  readonly path: string;
  readonly facts: DatabaseFacts;
  /**
   * Runs `work` in one short read transaction. Synchronous: keep it to some thousand rows, and open no file in it.
   * A failure of the database comes back as a value; anything else `work` throws passes through.
   */
  read<T>(work: (rows: RowReader) => T): ReadResult<T>;
  /** Whether the file on disk is no longer what was opened (its -wal included). Reads no rows. */
  hasChanged(): boolean;
  /** Runs SQLite's quick_check, about 70 MB a second; in place only up to 500 MB unless `anySize`. */
  quickCheck(options?: { readonly anySize?: boolean }): ReadResult<QuickCheck>;
  /** Closes the handle and deletes a private copy. Harmless when repeated. */
  close(): void;
}

/** One row of sqlite_schema. `sql` is null for automatic indexes. Untrusted text throughout. */
export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly tblName: string;
  readonly sql: string | null;
}

/** One column of a stored table. Untrusted text throughout. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  /** The default's SQL text, null without one. */
  readonly defaultSql: string | null;
  /** 1-based place in the primary key, 0 outside it. */
  readonly primaryKeyPosition: number;
  /** Whether the value is computed by an expression of the file, and if so whether its result is stored. */
  readonly generated: 'no' | 'virtual' | 'stored';
}

/** One table or view. Untrusted text throughout. */
export interface TableFacts {
  readonly name: string;
  readonly type: 'table' | 'view' | 'virtual' | 'shadow' | 'unknown';
  readonly withoutRowid: boolean;
  readonly strict: boolean;
  readonly columns: readonly TableColumn[];
}
