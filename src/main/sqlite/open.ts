import { setTimeout as sleep } from 'node:timers/promises';
import { type Access, immutableAccess, inPlaceAccess, ownCopyAccess, perRequestAccess } from './access';
import { failure } from './failure';
import { openHandle } from './handle';
import { markAsRollbackMode } from './header';
import { chooseFallback, choosePlan, type Plan, type PlanLimits } from './plan';
import { deleteAbandonedFolders, deleteCopyFolder } from './private-copies';
import { makeReadDatabase } from './read-database';
import { rollBack } from './roll-back';
import { copyFolder, copyStable, readStable } from './stable-copy';
import { ageMs, isRoot, type Survey, survey } from './survey';
import type { OpenOptions, OpenResult, ReadFailure, ReadResult } from './types';
import { hasUriNames, immutableName } from './uri-names';

const TRIES = 3;
const MEMORY_BYTES = 64 * 1024 * 1024;
const DEFAULT_BUSY_TIMEOUT_MS = 5000;
const LOCK_POLL_MS = 50;

/**
 * Opens a foreign SQLite database for reading and leaves its file and folder as they were: bytes, names and times.
 * What a file can be, and what other programs can do to it meanwhile, comes back as a value.
 */
export async function openForReading(givenPath: string, options: OpenOptions): Promise<OpenResult> {
  // Off the caller's stack: it may be inside a read of the same file, where no descriptor may be opened (survey.ts).
  await Promise.resolve();
  let last: ReadFailure = failure('cancelled', givenPath);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (options.signal?.aborted) return failure('cancelled', givenPath);
    if (attempt > 0) await sleep(LOCK_POLL_MS);
    const found = await surveyAtRest(givenPath);
    if (!found.ok) return found;
    const plan = choosePlan(found.value, limits());
    const opened = await openAsPlanned(found.value, plan, options);
    if (opened.ok) return opened;
    last = opened;
    if (opened.code === 'no-space') break;
    if (opened.code !== 'changed-while-reading') return opened;
  }
  return await openBesideWriter(givenPath, options, last);
}

/** Deletes private copies whose process is gone, never those of a live one. Call once at start. */
export function sweepStaleCopies(cacheDir: string): void {
  deleteAbandonedFolders(cacheDir);
}

function limits(): PlanLimits {
  return { hasUriNames: hasUriNames(), memoryBytes: MEMORY_BYTES, isRoot: isRoot() };
}

/** A journal made a moment ago is most likely a transaction about to end: a short wait saves copying the whole file. */
async function surveyAtRest(path: string): Promise<ReadResult<Survey>> {
  for (let wait = 0; ; wait++) {
    const found = survey(path);
    if (!found.ok || !found.value.isJournalLive || wait === 5) return found;
    const { journal } = found.value;
    if (journal === null || ageMs(journal) > 2000) return found;
    await sleep(LOCK_POLL_MS);
  }
}

async function openAsPlanned(found: Survey, plan: Plan, options: OpenOptions): Promise<OpenResult> {
  switch (plan.how) {
    case 'in-place':
      return await openInPlace(found, options);
    case 'immutable': {
      const handle = openHandle(immutableName(found.path), 0);
      return handle.ok ? finish(found, immutableAccess(handle.value, found)) : handle;
    }
    case 'memory': {
      const image = await readStable(found, options);
      if (!image.ok) return image;
      if (found.header.journalMode === 'wal') markAsRollbackMode(image.value);
      const handle = openHandle(image.value, 0);
      if (!handle.ok) return handle;
      const nothingToDelete = (): void => {};
      return finish(found, ownCopyAccess('memory', handle.value, nothingToDelete));
    }
    case 'copy':
      return await openCopy(found, plan.sideFiles, options);
  }
}

/** Waits for another program's lock without blocking the process, so that waiting can be cancelled. */
async function openInPlace(found: Survey, options: OpenOptions): Promise<OpenResult> {
  const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
  const deadline = performance.now() + busyTimeoutMs;
  const handle = openHandle(found.path, 0);
  if (!handle.ok) return handle;
  for (;;) {
    const opened = makeReadDatabase(found, inPlaceAccess(handle.value, found));
    if (opened.ok) {
      handle.value.setBusyTimeout(busyTimeoutMs);
      return { ok: true, db: opened.value };
    }
    const isOver = opened.code !== 'locked' || performance.now() >= deadline;
    if (isOver || options.signal?.aborted) {
      handle.value.close();
      return isOver ? opened : failure('cancelled', found.path);
    }
    await sleep(LOCK_POLL_MS);
  }
}

async function openCopy(
  found: Survey,
  sideFiles: readonly string[],
  options: OpenOptions,
): Promise<OpenResult> {
  const folder = copyFolder(options.cacheDir);
  if (!folder.ok) return folder;
  const deleteCopy = (): void => deleteCopyFolder(options.cacheDir, folder.value);
  let opened: OpenResult | undefined;
  try {
    const copy = await copyStable(found, sideFiles, folder.value, options);
    if (!copy.ok) return copy;
    if (sideFiles.includes('-journal')) {
      const failed = rollBack(copy.value);
      if (failed !== null) return failed;
    }
    const handle = openHandle(copy.value, 0);
    if (!handle.ok) return handle;
    opened = finish(found, ownCopyAccess('copy', handle.value, deleteCopy));
    return opened;
  } finally {
    // `finish` has disposed of the access, and so of the copy, when it failed.
    if (opened === undefined) deleteCopy();
  }
}

/** The last resort, when the writer never rests or the copy does not fit: the file itself, if that leaves no trace. */
async function openBesideWriter(path: string, options: OpenOptions, last: ReadFailure): Promise<OpenResult> {
  const found = survey(path);
  if (!found.ok) return found;
  switch (chooseFallback(found.value, limits())) {
    case 'in-place': {
      const opened = await openInPlace(found.value, options);
      // It has a dead program's journal after all: then the reason is still why there is no copy.
      return !opened.ok && opened.code === 'changed-while-reading' ? last : opened;
    }
    case 'in-place-per-request':
      return finish(
        found.value,
        perRequestAccess(found.value, options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS),
      );
    case null:
      return last;
  }
}

function finish(found: Survey, access: Access): OpenResult {
  const opened = makeReadDatabase(found, access);
  if (opened.ok) return { ok: true, db: opened.value };
  access.dispose();
  return opened;
}
