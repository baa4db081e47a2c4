import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { failure, failureOfSqliteError, failureOfSystemError } from './failure';
import { isNameSafe } from './plan';
import { survey } from './survey';
import type { ReadFailure, ReadResult } from './types';
import { WriteHandle } from './write-handle';
import type { WriteDatabase } from './write-types';

const DEFAULT_BUSY_TIMEOUT_MS = 5000;
/** Several programs that switch a new file to WAL at once can get in each other's way for a moment. */
const WAL_TRIES = 50;
const WAL_PAUSE_MS = 20;

interface WriteOptions {
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** Whether a file may be made: never (default), if there is none, or only if there is none. */
  readonly create?: 'never' | 'if-missing' | 'must-be-new';
}

/**
 * Opens a database for writing; nothing is written by it yet. An existing file keeps its journal mode; one that is made
 * here, or has no bytes yet, is put in WAL mode, without tables. While it is open, no other descriptor of the file may
 * be opened and closed in this process (survey.ts says why).
 */
export function openForWriting(givenPath: string, options: WriteOptions = {}): ReadResult<WriteDatabase> {
  const file = path.resolve(givenPath);
  // The binding would open another file of that name.
  if (!isNameSafe(file)) return failure('not-writable', `${file}: a name that SQLite cannot be given`);
  const { create = 'never' } = options;
  if (create === 'must-be-new') {
    const claimed = claim(file);
    return claimed ?? open(file, options, true);
  }
  const found = survey(file);
  if (found.ok) return refusal(found.value.path) ?? open(found.value.path, options, false);
  const isNew = found.code === 'missing' || found.code === 'empty';
  return create === 'if-missing' && isNew ? open(file, options, true) : found;
}

/** Takes the name: of two programs that make the file, one fails here. */
function claim(file: string): ReadFailure | null {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
    return null;
  } catch (error) {
    return asFailure(error);
  }
}

/** Why a file cannot be written: asked first, since SQLite would open it for reading without a word. */
function refusal(file: string): ReadFailure | null {
  try {
    fs.accessSync(file, fs.constants.W_OK);
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
    return null;
  } catch (error) {
    return asFailure(error);
  }
}

function open(
  file: string,
  { busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS }: WriteOptions,
  isNew: boolean,
): ReadResult<WriteDatabase> {
  try {
    const database = new Database(file, { fileMustExist: !isNew, timeout: busyTimeoutMs });
    try {
      if (isNew) switchToWal(database);
      // The brand of the type has no value that could be given.
      return { ok: true, value: new WriteHandle(file, database) as unknown as WriteDatabase };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    const known = failureOfSqliteError(error, 'writing');
    if (known !== null) return known;
    // The binding has an error without a code for this one.
    if (!fs.existsSync(path.dirname(file))) return failure('missing', file);
    throw error;
  }
}

function switchToWal(database: Database.Database): void {
  for (let attempt = 1; ; attempt++) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || attempt === WAL_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_PAUSE_MS);
    }
  }
}

function asFailure(error: unknown): ReadFailure {
  const known = failureOfSystemError(error, 'writing');
  if (known === null) throw error;
  return known;
}
