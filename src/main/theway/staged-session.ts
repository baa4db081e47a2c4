import fs from 'node:fs';
import type { SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';
import { failureOfSystemError } from '../sqlite/failure';
import { stageFile } from '../sqlite/staged-file';
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

/** A session file that is whole, under a name that no program takes for a session's. */
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
  const staged = withSystemErrors(toDir, () => stageFile(toDir, `${id}.db`));
  const { stagedPath, path, discard } = staged;
  try {
    fill(stagedPath, metadata(id, path), entries);
  } catch (error) {
    discard();
    throw error;
  }
  const commit = () => {
    withSystemErrors(path, () => staged.commit());
    return path;
  };
  return { id, path, commit, discard };
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

function withSystemErrors<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = failureOfSystemError(error, 'writing');
    if (known === null) throw error;
    throw fileError(place, known);
  }
}
