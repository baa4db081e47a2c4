import type { ReadResult, RowReader, SqlValue } from './types';

/** Runs statements inside one write transaction. Dead once that transaction has ended: every call then throws. */
export interface RowWriter extends RowReader {
  /** Runs a statement that changes rows; gives how many, and the rowid of the last one inserted by this handle. */
  run(sql: string, ...params: readonly SqlValue[]): { readonly changes: number; readonly lastRowid: bigint };
  /** Runs schema statements and pragmas, parted by `;`. Never text of a file. */
  exec(sql: string): void;
}

declare const writable: unique symbol;

/** A database opened for writing. Made by `openForWriting` only. */
export interface WriteDatabase {
  /** Keeps a read handle from passing as a write handle, and the other way round. */
  readonly [writable]: true;
  /** The file itself: absolute, links followed. */
  readonly path: string;
  /** Runs `work` in one read transaction. Failures of the database come back as values, as with a read handle. */
  read<T>(work: (rows: RowReader) => T): ReadResult<T>;
  /**
   * Runs `work` in one IMMEDIATE transaction, which waits for another writer as long as the busy timeout says, and
   * commits it. What `work` throws rolls it back and passes through; a failure of the database rolls it back and comes
   * back as a value. Synchronous.
   */
  write<T>(work: (rows: RowWriter) => T): ReadResult<T>;
  /**
   * As `write`, for long work on a private copy: pauses at every `yield`, with the transaction left open. What `pause`
   * throws rolls it back and passes through. Never for a file that others may want to write to.
   */
  writeInSteps<T>(
    work: (rows: RowWriter) => Generator<unknown, T>,
    pause: () => Promise<void>,
  ): Promise<ReadResult<T>>;
  /** Harmless when repeated. */
  close(): void;
}
