import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Finding } from '../../../shared/model/report';
import { AbridgedLines } from '../../lines/abridged-lines';
import type { IsRecord } from '../../lines/found-record';
import type { LineBatch } from '../../lines/line-batch';
import { type FileLine, LineStream } from '../../lines/line-stream';
import { recordIn, recordsOf } from '../../lines/records';
import { failure } from '../../sqlite/failure';
import { type FileStamp, isSameFile, openRegularFile, stampOf } from '../../sqlite/survey';
import { DatabaseError, withSystemErrors } from '../database-error';
import { MAX_PARSED_BYTES } from '../read-limits';
import type { RecordPlace } from './line-format';
import type { CountOptions, PlacedRecord, RecordSource } from './record-source';

/** A copy of a file, decoded. */
export interface DecodedCopy {
  readonly path: string;
  readonly sizeBytes: number;
  /** What is wrong with the file that was decoded. */
  readonly finding: Finding | null;
  remove(): void;
}

interface FileOptions {
  /** Bytes that count, from the start: what stands behind them is not read. */
  readonly limit?: number | undefined;
  /** Where what is stored is read from in place of the file. */
  readonly decoded?: DecodedCopy | undefined;
}

const LF = 0x0a;
const SPACE = 0x20;
/** How long reading goes on before other requests get a turn, in milliseconds. */
const TURN_MS = 10;
/** A longer line is not looked through for whether it is blank. */
const MAX_BLANK_BYTES = 1024;

/** A file of JSON lines as it was when it was opened: what is appended later is not seen. */
export class RecordFile implements RecordSource {
  readonly path: string;
  readonly sizeBytes: number;
  readonly keptAs: string;
  readonly opened: string;
  readonly shape = 'lines';
  readonly findings: readonly Finding[];
  readonly #stamp: FileStamp;
  readonly #isRecord: IsRecord;
  readonly #limit: number | null;
  readonly #decoded: DecodedCopy | null;

  constructor(path: string, stamp: FileStamp, isRecord: IsRecord, { limit, decoded }: FileOptions = {}) {
    this.path = path;
    this.#limit = limit ?? null;
    this.#decoded = decoded ?? null;
    this.sizeBytes = Math.min(decoded?.sizeBytes ?? stamp.sizeBytes, limit ?? Number.POSITIVE_INFINITY);
    this.keptAs = decoded ? 'JSON lines, compressed' : 'JSON lines';
    this.opened = decoded ? 'from a decoded copy of ours, read-only' : 'in place, read-only';
    this.findings = decoded?.finding ? [decoded.finding] : [];
    this.#stamp = stamp;
    this.#isRecord = isRecord;
  }

  /** Whether the file is no longer what was opened. */
  hasChanged(): boolean {
    try {
      const now = stampOf(this.path);
      if (this.#limit === null || this.#decoded !== null) return !isSameFile(this.#stamp, now);
      // What is appended behind the part that counts changes nothing.
      return now === null || now.ino !== this.#stamp.ino || now.sizeBytes < this.#limit;
    } catch {
      return true; // It cannot even be looked at any more.
    }
  }

  checkUnchanged(): void {
    if (this.hasChanged()) throw new DatabaseError(failure('changed-while-reading', this.path));
  }

  async *records(): AsyncGenerator<{ records: Iterable<PlacedRecord>; doneBytes: number }> {
    const fd = this.#open();
    const lines = new AbridgedLines(fd, this.sizeBytes);
    let turned = performance.now();
    try {
      for (;;) {
        const batch = withSystemErrors(() => lines.next());
        if (batch === null) return;
        yield { records: this.#recordsIn(batch), doneBytes: batch.doneBytes };
        if (performance.now() - turned < TURN_MS) continue;
        await turn();
        turned = performance.now();
      }
    } finally {
      lines.close();
      fs.closeSync(fd);
    }
  }

  async countLines({ signal, onProgress }: CountOptions): Promise<number> {
    let lineCount = 0;
    const fd = this.#open();
    try {
      const stream = new LineStream(fd, this.sizeBytes, MAX_BLANK_BYTES);
      for (
        let lines = withSystemErrors(() => stream.next());
        lines !== null;
        lines = withSystemErrors(() => stream.next())
      ) {
        signal.throwIfAborted();
        for (const line of lines) {
          const isInked = line.chunk === null || bytesOf(line, line.chunk).some((byte) => byte > SPACE);
          if (isInked) lineCount += 1;
        }
        onProgress(stream.doneBytes, this.sizeBytes);
        await turn();
      }
    } finally {
      fs.closeSync(fd);
    }
    return lineCount;
  }

  isOpenEnded(): boolean {
    const size = Math.min(MAX_BLANK_BYTES, this.sizeBytes);
    const end = this.read({ byteOffset: this.sizeBytes - size, sizeBytes: size });
    const lastLine = end.subarray(end.lastIndexOf(LF) + 1);
    return lastLine.some((byte) => byte > SPACE);
  }

  window(where: 'start' | 'end', sizeBytes: number): PlacedRecord[] {
    const size = Math.min(sizeBytes, this.sizeBytes);
    const start = where === 'start' ? 0 : this.sizeBytes - size;
    const bytes = this.read({ byteOffset: start, sizeBytes: size });
    const records: PlacedRecord[] = [];
    // A line that is cut is left out, at whichever end it is.
    let from = start === 0 ? 0 : bytes.indexOf(LF) + 1;
    for (let to = bytes.indexOf(LF, from); to >= 0; to = bytes.indexOf(LF, from)) {
      records.push(...this.#pieces(0, start + from, bytes.subarray(from, to), false));
      from = to + 1;
    }
    if (where === 'end' && from > 0 && from < size)
      records.push(...this.#pieces(0, start + from, bytes.subarray(from), true));
    return records;
  }

  fileName(): null {
    return null;
  }

  close(): void {
    this.#decoded?.remove();
  }

  read({ byteOffset, sizeBytes }: Pick<RecordPlace, 'byteOffset' | 'sizeBytes'>): Buffer {
    const fd = this.#open();
    try {
      const bytes = Buffer.allocUnsafe(sizeBytes);
      for (let done = 0; done < sizeBytes; ) {
        const read = withSystemErrors(() =>
          fs.readSync(fd, bytes, done, sizeBytes - done, byteOffset + done),
        );
        if (read === 0) throw new DatabaseError(failure('changed-while-reading', this.path));
        done += read;
      }
      return bytes;
    } finally {
      fs.closeSync(fd);
    }
  }

  #open(): number {
    return withSystemErrors(() => openRegularFile(this.#decoded?.path ?? this.path));
  }

  /** One by one as they are asked for, so that what they say is in memory one at a time. */
  *#recordsIn(batch: LineBatch): Iterable<PlacedRecord> {
    for (let row = 0; row < batch.count; row += 1) {
      const [line, byteOffset, sizeBytes] = [batch.number(row), batch.byteOffset(row), batch.sizeBytes(row)];
      const place = { line, byteOffset, sizeBytes };
      const value = recordIn(batch, row);
      if (value !== undefined) yield { place, value, fault: null };
      else if (sizeBytes > MAX_PARSED_BYTES) yield { place, value, fault: 'too-large' };
      else {
        const isOpenEnded = batch.isOpenEnded && row === batch.count - 1;
        yield* this.#pieces(line, byteOffset, this.read(place), isOpenEnded);
      }
    }
  }

  *#pieces(line: number, byteOffset: number, bytes: Buffer, isOpenEnded: boolean): Iterable<PlacedRecord> {
    for (const { from, to, value, fault } of recordsOf(bytes, isOpenEnded, this.#isRecord)) {
      const place = { line, byteOffset: byteOffset + from, sizeBytes: to - from };
      yield { place, value, fault };
    }
  }
}

function bytesOf({ from, sizeBytes }: FileLine, chunk: Buffer): Buffer {
  return chunk.subarray(from, from + sizeBytes);
}
