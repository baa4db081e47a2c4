import fs from 'node:fs';
import { failure, failureOfSystemError } from '../../sqlite/failure';
import { decodedHead } from '../../zstd/decoded-head';
import { DatabaseError } from '../database-error';
import type { OpenedText, TextFormat, TextOptions } from '../format';
import { firstRecords } from './first-records';
import type { LineFormat } from './line-format';
import { openRecordFile } from './open-record-file';
import { readOutline } from './outline';
import type { RecordSource } from './record-source';
import { LineStore } from './store';

/** The records of a file, and the format to read them by. */
export interface OpenedRecords {
  readonly file: RecordSource;
  readonly format: LineFormat;
}

/** Finds the records of a file; its links are followed already. May throw `DatabaseError` and errors of the system. */
type OpenRecords = (path: string, options: TextOptions) => Promise<OpenedRecords>;

/** A format of JSON lines as one that files are offered to; `open` where a session is not all the lines of one file. */
export function lineTextFormat(
  format: LineFormat,
  open: OpenRecords = async (path, options) => ({
    file: await openRecordFile(path, format.isRecord, options),
    format,
  }),
): TextFormat {
  const detect = (head: Buffer) => format.detect(firstRecords(decodedHead(head)));
  return { id: format.id, detect, open: (path, options) => openText(path, options, open) };
}

/** Opens a file as one session of its records. */
export async function openText(
  givenPath: string,
  options: TextOptions,
  open: OpenRecords,
): ReturnType<TextFormat['open']> {
  let file: RecordSource | null = null;
  try {
    const opened = await open(fs.realpathSync.native(givenPath), options);
    file = opened.file;
    const outline = await readOutline(file, opened.format, options);
    const value: OpenedText = {
      source: new LineStore(file, opened.format, outline),
      sizeBytes: file.sizeBytes,
      hasChanged: () => opened.file.hasChanged(),
      close: () => opened.file.close(),
    };
    return { ok: true, value };
  } catch (error) {
    file?.close();
    if (error instanceof DatabaseError) return error.failure;
    if (options.signal.aborted) return failure('cancelled', givenPath);
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    return known;
  }
}
