import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from './failure';
import { deleteCopyFolder } from './private-copies';
import { rollBack } from './roll-back';
import { copyFolder, copyStable } from './stable-copy';
import { type Survey, survey, withBytes } from './survey';
import type { OpenOptions, ReadFailure, ReadResult } from './types';

const TRIES = 4;
const PAUSE_MS = 100;

/** A private copy of a database, to try a change on. Nobody else opens it. */
export interface WorkingCopy {
  readonly path: string;
  /** Deletes it; close what has it open first. */
  dispose(): void;
}

/**
 * Copies a database into the cache folder as one state, what stands in its -wal included, and leaves the file and its
 * folder as they were. What a dead program left half-done is rolled back in the copy.
 */
export async function makeWorkingCopy(
  givenPath: string,
  options: OpenOptions,
): Promise<ReadResult<WorkingCopy>> {
  // Off the caller's stack, as in open.ts.
  await Promise.resolve();
  let last: ReadFailure = failure('cancelled', givenPath);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (options.signal?.aborted) return failure('cancelled', givenPath);
    if (attempt > 0) await sleep(PAUSE_MS);
    const found = survey(givenPath);
    if (!found.ok) return found;
    const copied = await copyOnce(found.value, options);
    if (copied.ok || copied.code !== 'changed-while-reading') return copied;
    last = copied;
  }
  return last;
}

async function copyOnce(found: Survey, options: OpenOptions): Promise<ReadResult<WorkingCopy>> {
  const folder = copyFolder(options.cacheDir);
  if (!folder.ok) return folder;
  const dispose = (): void => deleteCopyFolder(options.cacheDir, folder.value);
  let isKept = false;
  try {
    const sideFiles = [
      ...(found.isJournalLive ? ['-journal'] : []),
      ...(withBytes(found.wal) === null ? [] : ['-wal']),
    ];
    const copy = await copyStable(found, sideFiles, folder.value, options);
    if (!copy.ok) return copy;
    const failed = found.isJournalLive ? rollBack(copy.value) : null;
    if (failed !== null) return failed;
    isKept = true;
    return { ok: true, value: { path: copy.value, dispose } };
  } finally {
    if (!isKept) dispose();
  }
}
