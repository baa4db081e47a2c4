import { isUtf8 } from 'node:buffer';
import type { Line, LineFile } from '../../lines/line-file';
import { failure } from '../../sqlite/failure';
import { DatabaseError, unwrap } from '../database-error';
import { MAX_PAGE_BYTES, MAX_PAGE_ROWS, MAX_PARSED_BYTES } from '../read-limits';
import type { EntryRow, EntrySource, Payload, RowKey } from './entry-source';

/** The entries of a transcript in JSON lines, by their lines: those after the metadata line, where there is one. */
export class LineTable implements EntrySource {
  readonly encoding = 'utf-8';
  readonly #file: LineFile;
  readonly #firstRow: number;

  constructor(file: LineFile, firstRow: number) {
    this.#file = file;
    this.#firstRow = firstRow;
  }

  count(): number {
    return this.#file.count - this.#firstRow;
  }

  page(_after: RowKey | null, rowsBefore: number): EntryRow[] {
    const lines = this.#nextLines(this.#firstRow + rowsBefore);
    const [first] = lines;
    if (first === undefined) return [];
    // One above the limit comes alone, and is not read.
    if (first.sizeBytes > MAX_PARSED_BYTES) return [entryRow(first, { state: 'too-large' })];
    const bytes = unwrap(this.#file.read(first.row, lines.length));
    return lines.map((line, at) => entryRow(line, payloadOf(bytes[at])));
  }

  keys(_after: RowKey | null, rowsBefore: number): RowKey[] {
    const count = Math.max(0, Math.min(MAX_PAGE_ROWS, this.count() - rowsBefore));
    return Array.from({ length: count }, (_, at) => this.#firstRow + rowsBefore + at);
  }

  at(key: RowKey): EntryRow | undefined {
    const line = this.#file.line(Number(key));
    if (line === undefined) return undefined;
    if (line.sizeBytes > MAX_PARSED_BYTES) return entryRow(line, { state: 'too-large' });
    return entryRow(line, payloadOf(this.payloadBytes(key)));
  }

  last(): EntryRow | undefined {
    return this.count() > 0 ? this.at(this.#file.count - 1) : undefined;
  }

  /** Names are found by the marker of the file; messages may be any of the first lines. */
  keysOfType(type: string, from: 'first' | 'last', limit: number): RowKey[] {
    if (from === 'first') return this.keys(null, 0).slice(0, limit);
    if (type !== MARKED_TYPE) return [];
    const rows = this.#file.markedRows.filter((row) => row >= this.#firstRow);
    return rows.reverse().slice(0, limit);
  }

  /** By its text, as JSON is commonly written: an id that is written with escapes of its own is not found. */
  hasId(id: string): boolean {
    const text = JSON.stringify(id);
    return ['"id":', '"id": '].some((field) => unwrap(this.#file.holds(Buffer.from(field + text))));
  }

  payloadBytes(key: RowKey): Uint8Array | undefined {
    return unwrap(this.#file.read(Number(key), 1))[0];
  }

  guard(): { check(): void } {
    return {
      check: () => {
        if (this.#file.hasChanged())
          throw new DatabaseError(failure('changed-while-reading', this.#file.path));
      },
    };
  }

  /** Lines from a row on that are read in one go. */
  #nextLines(first: number): Line[] {
    const lines: Line[] = [];
    for (let row = first; lines.length < MAX_PAGE_ROWS; row += 1) {
      const line = this.#file.line(row);
      if (line === undefined) break;
      const start = lines[0]?.byteOffset ?? line.byteOffset;
      // What lies between them is read too, blank lines included.
      if (lines.length > 0 && line.byteOffset + line.sizeBytes - start > MAX_PAGE_BYTES) break;
      lines.push(line);
    }
    return lines;
  }
}

/** The type whose lines a {@link LineTable} finds from the end. */
export const MARKED_TYPE = 'session_info';

function entryRow(line: Line, payload: Payload): EntryRow {
  const { row, number, byteOffset, sizeBytes, isLast } = line;
  return {
    key: row,
    place: { line: number, byteOffset },
    placeName: `line ${number} · bytes ${byteOffset}–${byteOffset + sizeBytes - 1}`,
    sizeBytes,
    columns: null,
    standInId: `line ${number}`,
    payload,
    isTorn: isLast,
  };
}

function payloadOf(bytes: Uint8Array | undefined): Payload {
  const buffer = Buffer.from(bytes ?? []);
  return { state: isUtf8(buffer) ? 'text' : 'broken-text', text: buffer.toString('utf8') };
}
