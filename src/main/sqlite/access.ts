import { failure, failureOfSystemError } from './failure';
import { openHandle, type ReadHandle } from './handle';
import {
  ageMs,
  type FileStamp,
  hasLiveJournal,
  isRoot,
  isSameFile,
  readHeader,
  type Survey,
  stampOf,
} from './survey';
import type { OpenedHow, ReadFailure, ReadResult } from './types';

/** How a database hands out its handle for one request at a time. */
export interface Access {
  readonly opened: OpenedHow;
  /** The handle for one request, or why there can be none now. */
  borrow(): ReadResult<ReadHandle>;
  /** Ends the request. A failure voids what was read in it. */
  giveBack(handle: ReadHandle): ReadFailure | null;
  dispose(): void;
}

/** A copy that is ours alone, in memory or on disk: nothing can change under it. */
export function ownCopyAccess(opened: 'memory' | 'copy', handle: ReadHandle, deleteCopy: () => void): Access {
  return {
    opened,
    borrow: () => ({ ok: true, value: handle }),
    giveBack: () => null,
    dispose: () => {
      handle.close();
      deleteCopy();
    },
  };
}

/**
 * The user's own file in rollback mode. The handle stays open but holds no lock between requests, so its writer
 * goes on undisturbed. A program that switches the file to WAL mode meanwhile is noticed before SQLite would join in.
 */
export function inPlaceAccess(handle: ReadHandle, found: Survey): Access {
  let known = found.main;
  return {
    opened: 'in-place',
    borrow: () => {
      try {
        if (stampOf(`${found.path}-wal`) !== null) return changed(found, 'a -wal appeared');
        const now = stampOf(found.path);
        if (now === null || now.ino !== known.ino) return changed(found, 'another file took its place');
        if (!isSameFile(now, known)) {
          if (readHeader(found.path)?.journalMode !== 'rollback')
            return changed(found, 'its journal mode changed');
          known = now;
        }
        // As root SQLite would touch a finished journal (plan.ts).
        if (isRoot() && hasLeftJournal(found.path)) return changed(found, 'its journal now stays');
        return { ok: true, value: handle };
      } catch (error) {
        return systemFailure(error);
      }
    },
    giveBack: () => null,
    dispose: () => handle.close(),
  };
}

/** A closed WAL file that SQLite was told is immutable: it takes no lock and looks for no log, so we compare. */
export function immutableAccess(handle: ReadHandle, found: Survey): Access {
  const check = (): ReadFailure | null => {
    try {
      const isSame = isSameFile(stampOf(found.path), found.main) && hasNoBytes(stampOf(`${found.path}-wal`));
      return isSame ? null : changed(found, 'it is not the file that was opened');
    } catch (error) {
      return systemFailure(error);
    }
  };
  return {
    opened: 'immutable',
    borrow: () => check() ?? { ok: true, value: handle },
    giveBack: check,
    dispose: () => handle.close(),
  };
}

/**
 * The user's own WAL file beside its live writer. Opened and closed around each request: an idle reader would keep the
 * writer's -wal and -shm from being tidied away when it ends.
 */
export function perRequestAccess(found: Survey, busyTimeoutMs: number): Access {
  return {
    opened: 'in-place-per-request',
    borrow: () => {
      try {
        // Without them SQLite would make new ones, and they would stay.
        if (stampOf(`${found.path}-wal`) === null || stampOf(`${found.path}-shm`) === null) {
          return changed(found, 'its writer has closed it');
        }
        return openHandle(found.path, busyTimeoutMs);
      } catch (error) {
        return systemFailure(error);
      }
    },
    giveBack: (handle) => {
      handle.close();
      return null;
    },
    dispose: () => {},
  };
}

/** Whether a finished journal lies beside the file. One that was written just now is its writer's to create and delete. */
function hasLeftJournal(path: string): boolean {
  const journal = stampOf(`${path}-journal`);
  return journal !== null && ageMs(journal) > 2000 && !hasLiveJournal(path);
}

function changed(found: Survey, what: string): ReadFailure {
  return failure('changed-while-reading', `${found.path}: ${what}`);
}

function hasNoBytes(stamp: FileStamp | null): boolean {
  return stamp === null || stamp.sizeBytes === 0;
}

function systemFailure(error: unknown): ReadFailure {
  const known = failureOfSystemError(error);
  if (known === null) throw error;
  return known;
}
