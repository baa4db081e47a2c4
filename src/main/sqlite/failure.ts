import Database from 'better-sqlite3';
import type { ContentKind } from './content-kind';
import type { ReadFailure, ReadFailureCode } from './types';

/** One sentence for each code: what it is and what the user can do. */
const SENTENCES: Readonly<Record<ReadFailureCode, string>> = {
  missing: 'There is no file here: it may have been moved or deleted, so check the path or choose it again.',
  'is-a-folder': 'This is a folder, not a SQLite database: open the database file inside it.',
  'not-a-regular-file':
    'This is a pipe, socket, device or link where a SQLite database or a part of one should be: choose an ordinary file.',
  'no-permission':
    'You have no permission to read this file or a part of it: ask its owner, or change its permissions, then open it again.',
  empty:
    'This file is empty, so there is no SQLite database in it: choose another, or wait until its program has written to it.',
  'not-a-database': 'This is not a SQLite database: choose the database file itself.',
  encrypted:
    'This looks like an encrypted database: decrypt it with the program that made it, then open the result.',
  truncated:
    'This SQLite database is cut off, a part of it is missing: copy or download it again, or restore it from a backup.',
  damaged:
    'This SQLite database is damaged and cannot be read here: restore it from a backup, or recover it with the sqlite3 shell (.recover).',
  locked: 'Another program has locked this database: close that program or wait for it, then try again.',
  'changed-while-reading':
    'Another program changed this database while it was being read: reload it to see its present state.',
  'unexpected-schema':
    'The tables of this database are not what they were when it was opened: reload it, or check which program made it.',
  'too-large':
    'A value in this database is too large to be read into memory: it can only be looked at with other tools.',
  'no-space':
    'There is not enough free disk space for the private copy that reading this database needs: free some and try again.',
  'not-writable':
    'This file cannot be written here: ask its owner, change its permissions or those of its folder, or work on a copy.',
  'exists-already': 'There is a file of this name already, and it is left as it is: choose another name.',
  cancelled: 'Opening was cancelled: open the file again when you want it.',
  'io-error':
    'The disk or the system refused to read this file: check the drive or the network share, then try again.',
};

/** What has to be said otherwise where a file is written. */
const WRITING_SENTENCES: Readonly<Partial<Record<ReadFailureCode, string>>> = {
  'changed-while-reading':
    'Another program changed this database while it was to be written, so nothing was: open it again, then try again.',
  'unexpected-schema':
    'The tables of this database are not what a write needs, so nothing was written: check which program made it.',
  'too-large':
    'A value is too large to be stored in this database, so nothing was written: split it, or keep it elsewhere.',
  'no-space':
    'The disk has no room for this, or the database may not grow any further, so nothing was written: free some space and try again.',
  'io-error':
    'The disk or the system refused to read or write this file: check the drive or the network share, then try again.',
};

/** What the file was opened for. */
type Purpose = 'reading' | 'writing';

/** Makes a failure with its standard sentence. */
export function failure(code: ReadFailureCode, detail: string, purpose: Purpose = 'reading'): ReadFailure {
  const ofWriting = purpose === 'writing' ? WRITING_SENTENCES[code] : undefined;
  return { ok: false, code, message: ofWriting ?? SENTENCES[code], detail };
}

/** The failure for content that is something else: says what it looks like and what was looked for. */
export function notADatabase(kind: ContentKind, detail: string): ReadFailure {
  if (kind.id === 'encrypted') return failure('encrypted', detail);
  if (kind.id === 'sqlite-wal' || kind.id === 'sqlite-journal') {
    const message = `This is ${kind.label}, not the database: open the file of the same name without "-wal" or "-journal".`;
    return { ok: false, code: 'not-a-database', message, detail };
  }
  const message = `This is ${kind.label}, not a SQLite database (which starts with the words "SQLite format 3"), nor another file that Ramify knows as a session.`;
  return { ok: false, code: 'not-a-database', message, detail };
}

/** The failure for an error of the file system; null for any other error, which is a bug and belongs to the caller. */
export function failureOfSystemError(error: unknown, purpose: Purpose = 'reading'): ReadFailure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return failure(forPurpose(codeOfSystemError(error.code), purpose), error.message, purpose);
}

/** A file that may be read but not written is told apart from one that may not be read. */
function forPurpose(code: ReadFailureCode, purpose: Purpose): ReadFailureCode {
  return purpose === 'writing' && code === 'no-permission' ? 'not-writable' : code;
}

function codeOfSystemError(code: string): ReadFailureCode {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'ERR_INVALID_ARG_VALUE': // a NUL in the path: no file can have that name
      return 'missing';
    case 'EEXIST':
      return 'exists-already';
    case 'EROFS':
      return 'not-writable';
    case 'EISDIR':
      return 'is-a-folder';
    case 'ENXIO':
      return 'not-a-regular-file';
    case 'EACCES':
    case 'EPERM':
      return 'no-permission';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'no-space';
    default:
      return 'io-error';
  }
}

/** The failure for an error of SQLite; null for any other error, which is a bug and belongs to the caller. */
export function failureOfSqliteError(error: unknown, purpose: Purpose = 'reading'): ReadFailure | null {
  if (!(error instanceof Database.SqliteError)) return null;
  const isReadOnly = purpose === 'writing' && error.code.startsWith('SQLITE_READONLY');
  const code = isReadOnly ? 'not-writable' : forPurpose(codeOfSqliteError(error.code), purpose);
  return failure(code, `${error.code}: ${error.message}`, purpose);
}

function codeOfSqliteError(extended: string): ReadFailureCode {
  // SQLITE_IOERR_READ and its like: the first word after SQLITE_ is the primary code.
  switch (extended.split('_')[1]) {
    case 'CORRUPT':
    case 'NOTADB':
      return 'damaged';
    case 'BUSY':
    case 'LOCKED':
    case 'PROTOCOL':
      return 'locked';
    // A read-only handle meets these when a journal or log appeared after the file was looked at.
    case 'READONLY':
    case 'CANTOPEN':
    case 'SCHEMA':
      return 'changed-while-reading';
    case 'ERROR':
    case 'RANGE':
    case 'MISMATCH':
    // A rule of the file's own tables that no statement of ours breaks.
    case 'CONSTRAINT':
      return 'unexpected-schema';
    case 'TOOBIG':
    case 'NOMEM':
      return 'too-large';
    case 'FULL':
      return 'no-space';
    case 'PERM':
    case 'AUTH':
      return 'no-permission';
    default:
      return 'io-error';
  }
}
