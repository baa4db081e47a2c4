import Database from 'better-sqlite3';
import { failure, failureOfSqliteError } from './failure';
import { isNameSafe } from './plan';
import { harden } from './rows';
import type { OpenProgress, ReadFailure, ReadResult } from './types';

/** Copied in one go, under one lock. */
const STEP_PAGES = 2000;
/** After so many starts anew, because another program wrote meanwhile, all is copied in one go. */
const MAX_RESTARTS = 3;
const ALL_PAGES = 0x7fff_ffff;
const DEFAULT_BUSY_TIMEOUT_MS = 5000;

interface PageCopyOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OpenProgress) => void) | undefined;
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number | undefined;
}

class Cancelled extends Error {}

/**
 * Copies one committed state of a database, page by page, into an empty file, with SQLite's own locks: what stands in a
 * -wal is taken in, and the copy needs no other file. Every page is as it was, free ones too, and so are the rowids; only
 * the header's counters of changes differ. https://www.sqlite.org/backup.html
 */
export async function copyPages(
  from: string,
  emptyFile: string,
  options: PageCopyOptions,
): Promise<ReadResult<null>> {
  const { signal, onProgress, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS } = options;
  // The binding would open another file of that name.
  if (!isNameSafe(from) || !isNameSafe(emptyFile))
    return failure('not-writable', `${emptyFile}: a name that SQLite cannot be given`);
  let database: Database.Database | undefined;
  let restarts = 0;
  let leftPages = Number.POSITIVE_INFINITY;
  try {
    database = new Database(from, { fileMustExist: true, timeout: busyTimeoutMs });
    harden(database);
    // Meets a lock here and with an error: the copy below would take a locked database for an empty one.
    const pageSizeBytes = Number(database.pragma('page_size', { simple: true }));
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    const copied = await database.backup(emptyFile, {
      progress({ totalPages, remainingPages }) {
        if (signal?.aborted) throw new Cancelled();
        if (remainingPages > leftPages) restarts += 1;
        leftPages = remainingPages;
        onProgress?.({
          doneBytes: (totalPages - remainingPages) * pageSizeBytes,
          totalBytes: totalPages * pageSizeBytes,
        });
        return restarts < MAX_RESTARTS ? STEP_PAGES : ALL_PAGES;
      },
    });
    if (copied.totalPages === 0) return failure('locked', from);
    const totalBytes = copied.totalPages * pageSizeBytes;
    onProgress?.({ doneBytes: totalBytes, totalBytes });
    return { ok: true, value: null };
  } catch (error) {
    return error instanceof Cancelled ? failure('cancelled', from) : asFailure(error);
  } finally {
    database?.close();
  }
}

function asFailure(error: unknown): ReadFailure {
  const known = failureOfSqliteError(error, 'writing');
  if (known === null) throw error;
  return known;
}
