import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Finding } from '../../../shared/model/report';
import { recordsOf } from '../../lines/records';
import { failure } from '../../sqlite/failure';
import { type FileStamp, isSameFile, openRegularFile, stampOf } from '../../sqlite/survey';
import { DatabaseError } from '../database-error';
import type { RecordPlace } from '../line-session/line-format';
import type { CountOptions, PlacedRecord, RecordSource } from '../line-session/record-source';
import { MAX_DOCUMENT_BYTES } from '../read-limits';
import type { Span } from './json-spans';

const LF = 0x0a;
/** Records handed over at a time. */
const BATCH_RECORDS = 500;

/** Where the records of a document stand, in their order. */
export type SplitDocument = (bytes: Buffer) => readonly Span[];

/**
 * A session that is one JSON document, as it was when it was opened. It is read as a whole, to find its records; what
 * they say is read from the file again. Offsets are those in the document.
 */
export class DocumentFile implements RecordSource {
  readonly path: string;
  readonly sizeBytes: number;
  readonly keptAs = 'one JSON document';
  readonly opened = 'as a whole into memory, read-only';
  readonly shape = 'document';
  readonly findings: readonly Finding[];
  readonly #stamp: FileStamp;
  readonly #bytes: Buffer;
  readonly #spans: readonly Span[];

  private constructor(
    path: string,
    stamp: FileStamp,
    bytes: Buffer,
    split: SplitDocument,
    findings: readonly Finding[],
  ) {
    this.path = path;
    this.findings = findings;
    this.sizeBytes = stamp.sizeBytes;
    this.#stamp = stamp;
    this.#bytes = bytes;
    this.#spans = split(bytes);
  }

  /** Reads a document; `findings` is what there is to say of the file itself. Throws `DatabaseError` where it is too large or changes meanwhile, and errors of the system. */
  static open(path: string, split: SplitDocument, findings: readonly Finding[] = []): DocumentFile {
    const stamp = stampOf(path);
    if (stamp === null) throw new DatabaseError(failure('missing', path));
    if (stamp.sizeBytes > MAX_DOCUMENT_BYTES) throw tooLarge(path, stamp.sizeBytes);
    const fd = openRegularFile(path);
    try {
      const bytes = Buffer.allocUnsafe(stamp.sizeBytes);
      for (let done = 0; done < bytes.length; ) {
        const read = fs.readSync(fd, bytes, done, bytes.length - done, done);
        if (read === 0) throw new DatabaseError(failure('changed-while-reading', path));
        done += read;
      }
      return new DocumentFile(path, stamp, bytes, split, findings);
    } finally {
      fs.closeSync(fd);
    }
  }

  hasChanged(): boolean {
    try {
      return !isSameFile(this.#stamp, stampOf(this.path));
    } catch {
      return true; // It cannot even be looked at any more.
    }
  }

  checkUnchanged(): void {
    if (this.hasChanged()) throw new DatabaseError(failure('changed-while-reading', this.path));
  }

  async *records(): AsyncGenerator<{ records: Iterable<PlacedRecord>; doneBytes: number }> {
    let line = 1;
    let counted = 0;
    for (let first = 0; first < this.#spans.length; first += BATCH_RECORDS) {
      const records: PlacedRecord[] = [];
      for (const span of this.#spans.slice(first, first + BATCH_RECORDS)) {
        line += linesIn(this.#bytes, counted, span.from);
        counted = span.from;
        records.push(this.#record(span, line));
      }
      yield { records, doneBytes: counted };
      await turn();
    }
  }

  async countLines({ signal, onProgress }: CountOptions): Promise<number> {
    signal.throwIfAborted();
    onProgress(this.sizeBytes, this.sizeBytes);
    return linesIn(this.#bytes, 0, this.#bytes.length) + 1;
  }

  isOpenEnded(): boolean {
    return this.#spans.some(({ isWhole }) => !isWhole);
  }

  window(): null {
    return null;
  }

  read({ byteOffset, sizeBytes }: Pick<RecordPlace, 'byteOffset' | 'sizeBytes'>): Buffer {
    return this.#bytes.subarray(byteOffset, byteOffset + sizeBytes);
  }

  fileName(): null {
    return null;
  }

  close(): void {}

  #record({ from, to, isWhole }: Span, line: number): PlacedRecord {
    const place = { line, byteOffset: from, sizeBytes: to - from };
    if (!isWhole) return { place, value: undefined, fault: 'torn-tail' };
    const [found] = recordsOf(this.#bytes.subarray(from, to), false, () => false);
    return { place, value: found?.value, fault: found?.fault ?? null };
  }
}

function linesIn(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) count += 1;
  return count;
}

function tooLarge(path: string, sizeBytes: number): DatabaseError {
  const message = `This session is one JSON document of ${sizeBytes} bytes, above the ${MAX_DOCUMENT_BYTES} that are read: it can only be looked at with other tools.`;
  return new DatabaseError({ ok: false, code: 'too-large', message, detail: path });
}
