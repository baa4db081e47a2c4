import { isSameFile, type Survey, withBytes } from './survey';

/** How a database can be read without leaving a trace beside it. */
export type Plan =
  | { readonly how: 'in-place' }
  | { readonly how: 'immutable' }
  | { readonly how: 'memory' }
  | { readonly how: 'copy'; readonly sideFiles: readonly ('-wal' | '-journal')[] };

export interface PlanLimits {
  /** Whether the SQLite build takes file: names, so that a file can be promised immutable to it. */
  readonly hasUriNames: boolean;
  /** Up to this size a database is read into memory rather than copied. */
  readonly memoryBytes: number;
  /** As root SQLite gives each side file it opens to the database's owner, which sets its change time. */
  readonly isRoot: boolean;
}

/** Decides how to open what was found. Pure. */
export function choosePlan(found: Survey, limits: PlanLimits): Plan {
  const walHasBytes = withBytes(found.wal) !== null;
  if (found.isJournalLive) {
    // It must be rolled back, which only a writer can: so on a copy, never beside the user's file.
    return { how: 'copy', sideFiles: walHasBytes ? ['-journal', '-wal'] : ['-journal'] };
  }
  if (walHasBytes) return { how: 'copy', sideFiles: ['-wal'] };

  // SQLite opens a -wal that exists, even an empty one and whatever the header says, and makes an index for it.
  const wouldLeaveFiles = found.header.journalMode !== 'rollback' || found.wal !== null;
  const wouldTouchJournal = found.journal !== null && limits.isRoot;
  if (!wouldLeaveFiles && !wouldTouchJournal && isNameSafe(found.path)) return { how: 'in-place' };
  if (found.main.sizeBytes <= limits.memoryBytes) return { how: 'memory' };
  return limits.hasUriNames ? { how: 'immutable' } : { how: 'copy', sideFiles: [] };
}

/** What is left when no stable copy could be had: the file itself, with its writer. Null when that would leave a trace. */
export function chooseFallback(
  found: Survey,
  { isRoot }: PlanLimits,
): 'in-place' | 'in-place-per-request' | null {
  if (!isNameSafe(found.path)) return null;
  // A live writer's index exists already: using it adds no file.
  if (found.wal !== null) return found.shm !== null && !found.isJournalLive ? 'in-place-per-request' : null;
  // A read-only handle meeting a journal left by a crash refuses, and changes nothing.
  const wouldTouchJournal = found.journal !== null && isRoot;
  return found.header.journalMode === 'rollback' && !wouldTouchJournal ? 'in-place' : null;
}

/**
 * Whether what was copied between these two looks (the main file first, then its side files) is one consistent state.
 * A -wal that only grew is fine: frames behind the copied part are not in the copy, and a half-copied transaction
 * has no valid commit frame. New salts mean that the log was restarted, and pages may have been missed.
 */
export function isOneState(before: Survey, after: Survey): boolean {
  if (!isSameFile(before.main, after.main)) return false;
  if (before.header.changeCounter !== after.header.changeCounter) return false;
  if (before.isJournalLive !== after.isJournalLive) return false;
  if (before.isJournalLive && !isSameFile(before.journal, after.journal)) return false;
  const walBefore = withBytes(before.wal);
  const walAfter = withBytes(after.wal);
  if (walBefore === null || walAfter === null) return walBefore === walAfter;
  return (
    walBefore.ino === walAfter.ino &&
    walBefore.sizeBytes <= walAfter.sizeBytes &&
    before.walSalts === after.walSalts
  );
}

/** The SQLite binding trims names, so one that ends in a space would be another file's; and SQLite takes 512 bytes. */
export function isNameSafe(path: string): boolean {
  return path === path.trim() && Buffer.byteLength(path) <= 500;
}
