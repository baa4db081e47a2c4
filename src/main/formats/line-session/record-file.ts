import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { FoundRecord, IsRecord } from '../../lines/found-record';
import { type FileLine, LineStream } from '../../lines/line-stream';
import { recordsOf } from '../../lines/records';
import { failure, failureOfSystemError } from '../../sqlite/failure';
import { type FileStamp, isSameFile, openRegularFile, stampOf } from '../../sqlite/survey';
import { DatabaseError } from '../database-error';
import { MAX_PARSED_BYTES } from '../read-limits';
import type { RecordPlace } from './line-format';

const SPACE = 0x20;
/** A longer line is not looked through for whether it is blank. */
const MAX_BLANK_BYTES = 1024;

/** A record of the file, or a piece of a line that is none. */
export interface PlacedRecord extends Pick<FoundRecord, 'value' | 'fault'> {
  readonly place: RecordPlace;
}

/** A file of JSON lines as it was when it was opened: what is appended later is not seen. */
export class RecordFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly #stamp: FileStamp;
  readonly #isRecord: IsRecord;

  constructor(path: string, stamp: FileStamp, isRecord: IsRecord) {
    this.path = path;
    this.sizeBytes = stamp.sizeBytes;
    this.#stamp = stamp;
    this.#isRecord = isRecord;
  }

  /** Whether the file is no longer what was opened. */
  hasChanged(): boolean {
    try {
      return !isSameFile(this.#stamp, stampOf(this.path));
    } catch {
      return true; // It cannot even be looked at any more.
    }
  }

  /** Throws `DatabaseError` once the file is no longer what was opened. */
  checkUnchanged(): void {
    if (this.hasChanged()) throw new DatabaseError(failure('changed-while-reading', this.path));
  }

  /**
   * All records in order, some at a time, with the bytes read so far. Pauses between two steps. Throws `DatabaseError`
   * where the file cannot be read.
   */
  async *records(): AsyncGenerator<{ records: PlacedRecord[]; doneBytes: number }> {
    const fd = this.#open();
    try {
      const stream = new LineStream(fd, this.sizeBytes, MAX_PARSED_BYTES);
      for (;;) {
        const lines = systemCall(() => stream.next());
        if (lines === null) return;
        yield { records: lines.flatMap((line) => this.#placed(line)), doneBytes: stream.doneBytes };
        await turn();
      }
    } finally {
      fs.closeSync(fd);
    }
  }

  /** How many lines are not blank, and whether the last one has no ending. Rejects with the signal's reason. */
  async countLines({
    signal,
    onProgress,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: (doneBytes: number, totalBytes: number) => void;
  }): Promise<{ lineCount: number; isOpenEnded: boolean }> {
    let lineCount = 0;
    let isOpenEnded = false;
    const fd = this.#open();
    try {
      const stream = new LineStream(fd, this.sizeBytes, MAX_BLANK_BYTES);
      for (
        let lines = systemCall(() => stream.next());
        lines !== null;
        lines = systemCall(() => stream.next())
      ) {
        signal.throwIfAborted();
        for (const line of lines) {
          const isInked = line.bytes === null || line.bytes.some((byte) => byte > SPACE);
          if (!isInked) continue;
          lineCount += 1;
          isOpenEnded = line.isOpenEnded;
        }
        onProgress(stream.doneBytes, this.sizeBytes);
        await turn();
      }
    } finally {
      fs.closeSync(fd);
    }
    return { lineCount, isOpenEnded };
  }

  /** The bytes of a place. Throws `DatabaseError` where they cannot be read. */
  read({ byteOffset, sizeBytes }: Pick<RecordPlace, 'byteOffset' | 'sizeBytes'>): Buffer {
    const fd = this.#open();
    try {
      const bytes = Buffer.allocUnsafe(sizeBytes);
      for (let done = 0; done < sizeBytes; ) {
        const read = systemCall(() => fs.readSync(fd, bytes, done, sizeBytes - done, byteOffset + done));
        if (read === 0) throw new DatabaseError(failure('changed-while-reading', this.path));
        done += read;
      }
      return bytes;
    } finally {
      fs.closeSync(fd);
    }
  }

  #open(): number {
    return systemCall(() => openRegularFile(this.path));
  }

  #placed(line: FileLine): PlacedRecord[] {
    const { number, byteOffset, sizeBytes, bytes, isOpenEnded } = line;
    if (bytes === null) {
      return [{ place: { line: number, byteOffset, sizeBytes }, value: undefined, fault: 'too-large' }];
    }
    return recordsOf(bytes, isOpenEnded, this.#isRecord).map(({ from, to, value, fault }) => ({
      place: { line: number, byteOffset: byteOffset + from, sizeBytes: to - from },
      value,
      fault,
    }));
  }
}

/** Turns an expected failure of the system into a `DatabaseError`. */
function systemCall<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    throw new DatabaseError(known);
  }
}
