import fs from 'node:fs';
import { failure, failureOfSystemError } from '../../sqlite/failure';
import { decodedHead } from '../../zstd/decoded-head';
import { DatabaseError } from '../database-error';
import type { OpenedText, TextFormat, TextOptions } from '../format';
import { firstRecords } from './first-records';
import type { LineFormat } from './line-format';
import { openRecordFile } from './open-record-file';
import { type FileOutline, type OutlineOptions, readOutline } from './outline';
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
  return openGuarded(givenPath, options, async (path) => {
    const { file, store } = await openSession(await open(path, options), options);
    return {
      source: store,
      sizeBytes: file.sizeBytes,
      hasChanged: () => file.hasChanged(),
      close: () => file.close(),
    };
  });
}

/** A session whose records were looked over. */
export interface OpenedSession {
  readonly file: RecordSource;
  readonly store: LineStore;
}

/**
 * Looks over the records of a session; it goes by the id that `sessionIdOf` gives. What it throws, it throws with the
 * records closed: `DatabaseError`, errors of the system, and the signal's reason.
 */
export async function openSession(
  { file, format }: OpenedRecords,
  options: OutlineOptions,
  sessionIdOf?: (outline: FileOutline) => string,
): Promise<OpenedSession> {
  try {
    const outline = await readOutline(file, format, options);
    return { file, store: new LineStore(file, format, outline, sessionIdOf?.(outline)) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Opens a file, its links followed; what is expected of what `open` throws comes back as a value. */
export async function openGuarded(
  givenPath: string,
  { signal }: TextOptions,
  open: (path: string) => Promise<OpenedText>,
): ReturnType<TextFormat['open']> {
  try {
    return { ok: true, value: await open(fs.realpathSync.native(givenPath)) };
  } catch (error) {
    if (error instanceof DatabaseError) return error.failure;
    if (signal.aborted) return failure('cancelled', givenPath);
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    return known;
  }
}
