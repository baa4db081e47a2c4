import fs from 'node:fs';
import path from 'node:path';
import type { SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';
import { failureOfSystemError } from '../sqlite/failure';
import { deleteAbandonedFolders, deleteCopyFolder, makeCopyFolder } from '../sqlite/private-copies';
import { newEntryId } from './edit-plan';
import { fileError, ThewaySessionError } from './session-error';
import { createSqliteSession } from './sqlite-session';

/** What a new session file is made of. */
export interface NewSession {
  /** An existing folder. */
  readonly toDir: string;
  /** Its metadata, given its id (a new UUIDv7) and the path it will have. */
  metadata(id: string, path: string): SessionMetadata;
  /** Written to the byte, and refused where they are no transcript. */
  readonly entries: Iterable<SessionEntry>;
}

/** A session file that is whole and on disk, under a name that no program takes for a session's. */
export interface StagedSession {
  readonly id: string;
  /** The path it will have: `<id>.db`. */
  readonly path: string;
  /** Renames it into place; gives its path. */
  commit(): string;
  /** Removes it. Harmless when repeated, or after a commit. */
  discard(): void;
}

/**
 * Makes a session file in a folder, complete before it has its name: with its log written back, on disk, owner-only.
 * Whatever a process that was ended has left half-made in that folder is removed first. Throws a
 * {@link ThewaySessionError}, and then nothing is left behind.
 */
export function stageSession({ toDir, metadata, entries }: NewSession): StagedSession {
  const id = newEntryId();
  const dir = path.resolve(toDir);
  const target = path.join(dir, `${id}.db`);
  const folder = withSystemErrors(dir, () => {
    // Made there, so that putting it into place is one rename; locked, so that nobody sweeps it away meanwhile.
    if (!fs.statSync(dir).isDirectory())
      throw Object.assign(new Error(`${dir} is no folder`), { code: 'ENOTDIR' });
    fs.accessSync(dir, fs.constants.W_OK | fs.constants.X_OK);
    deleteAbandonedFolders(dir);
    return makeCopyFolder(dir);
  });
  let isOver = false;
  const discard = () => {
    if (isOver) return;
    isOver = true;
    deleteCopyFolder(dir, folder);
  };
  const staged = path.join(folder, 'session');
  try {
    fill(staged, metadata(id, target), entries);
    withSystemErrors(target, () => syncFile(staged));
  } catch (error) {
    discard();
    throw error;
  }
  const commit = () => {
    try {
      withSystemErrors(target, () => putInPlace(staged, target));
    } finally {
      discard();
    }
    return target;
  };
  return { id, path: target, commit, discard };
}

/** Makes a session file in a folder; gives its path. Throws as {@link stageSession} does. */
export function makeSession(parts: NewSession): string {
  return stageSession(parts).commit();
}

function fill(file: string, metadata: SessionMetadata, entries: Iterable<SessionEntry>): void {
  const session = createSqliteSession(file, metadata);
  try {
    session.appendAll(entries);
  } finally {
    // The last handle to close writes the log back into the file and removes it.
    session.close();
  }
  if (!fs.existsSync(`${file}-wal`)) return;
  const message = 'The new session could not be completed: its write-ahead log was not written back.';
  throw new ThewaySessionError({ code: 'storage_failure', message, detail: file }, 'io-error');
}

function putInPlace(staged: string, target: string): void {
  // A rename would take the place of a file without a word.
  if (fs.existsSync(target)) throw Object.assign(new Error(`${target} exists`), { code: 'EEXIST' });
  fs.renameSync(staged, target);
  // Windows has no way to sync a folder.
  if (process.platform !== 'win32') syncFile(path.dirname(target));
}

function syncFile(file: string): void {
  const isFolder = fs.statSync(file).isDirectory();
  const fd = fs.openSync(file, isFolder ? 'r' : 'r+');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function withSystemErrors<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = failureOfSystemError(error, 'writing');
    if (known === null) throw error;
    throw fileError(place, known);
  }
}
