import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { failure, failureOfSystemError } from './failure';
import { isOneState } from './plan';
import { makeCopyFolder } from './private-copies';
import { openRegularFile, type Survey, survey } from './survey';
import type { OpenOptions, ReadFailure, ReadResult } from './types';

// Read and written in the thread pool, but opened and closed here: see survey.ts for why.
const readInto = promisify(fs.read);
const writeFrom = promisify(fs.write);

const CHUNK_BYTES = 4 * 1024 * 1024;
/** Left free for SQLite's own index of the copy, and for everybody else. */
const SPARE_BYTES = 32 * 1024 * 1024;

/** Called with the number of bytes just done; returns whether to go on. */
type Step = (bytes: number) => boolean;

/** Reads the main file into memory, if it stays as it was found. */
export async function readStable(found: Survey, options: OpenOptions): Promise<ReadResult<Buffer>> {
  return await asResult(async () => {
    const image = Buffer.alloc(found.main.sizeBytes);
    const step = stepper(found.main.sizeBytes, options);
    const fd = openRegularFile(found.path);
    try {
      let at = 0;
      while (at < image.length) {
        const { bytesRead } = await readInto(fd, image, at, Math.min(CHUNK_BYTES, image.length - at), at);
        if (bytesRead === 0) break;
        at += bytesRead;
        if (!step(bytesRead)) return failure('cancelled', found.path);
      }
    } finally {
      fs.closeSync(fd);
    }
    return whenUnchanged(found, image);
  });
}

/**
 * Copies the main file, then its side files, into `folder` under the name `database`, if they stay one state.
 * Gives the copy's path.
 */
export async function copyStable(
  found: Survey,
  sideFiles: readonly string[],
  folder: string,
  options: OpenOptions,
): Promise<ReadResult<string>> {
  return await asResult(async () => {
    const copy = path.join(folder, 'database');
    const sizeOf = (suffix: string): number =>
      (suffix === '-wal' ? found.wal?.sizeBytes : found.journal?.sizeBytes) ?? 0;
    const totalBytes = sideFiles.reduce((sum, suffix) => sum + sizeOf(suffix), found.main.sizeBytes);
    const step = stepper(totalBytes, options);
    // The main file first: whatever changes in it meanwhile is then in the copied journal or log as well.
    for (const suffix of ['', ...sideFiles]) {
      const failed = await copyFile(`${found.path}${suffix}`, `${copy}${suffix}`, step);
      if (failed !== null) return failed;
    }
    return whenUnchanged(found, copy);
  });
}

/** A fresh folder for a copy, or why there can be none. */
export function copyFolder(cacheDir: string): ReadResult<string> {
  try {
    return { ok: true, value: makeCopyFolder(cacheDir) };
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    if (known.code === 'no-space') return known;
    const message =
      'The private copy that reading this database needs could not be made: check that the cache folder can be written to.';
    return { ok: false, code: 'io-error', message, detail: known.detail };
  }
}

function whenUnchanged<T>(before: Survey, value: T): ReadResult<T> {
  const after = survey(before.path);
  if (!after.ok) return after;
  return isOneState(before, after.value)
    ? { ok: true, value }
    : failure('changed-while-reading', before.path);
}

async function copyFile(from: string, to: string, step: Step): Promise<ReadFailure | null> {
  const source = openRegularFile(from);
  try {
    const sizeBytes = fs.fstatSync(source).size;
    if (clone(from, to)) return step(sizeBytes) ? null : failure('cancelled', from);
    const { bavail, bsize } = fs.statfsSync(path.dirname(to));
    if (bavail * bsize < sizeBytes + SPARE_BYTES) {
      return failure('no-space', `${sizeBytes} bytes to copy, ${bavail * bsize} free in ${path.dirname(to)}`);
    }
    return await copyBytes(source, to, sizeBytes, step);
  } finally {
    fs.closeSync(source);
  }
}

/** Shares the bytes where the file system can (Btrfs, XFS, APFS): no time, no space. */
function clone(from: string, to: string): boolean {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE_FORCE | fs.constants.COPYFILE_EXCL);
    // It took over the source's mode; the folder has kept everybody else out.
    fs.chmodSync(to, 0o600);
    return true;
  } catch {
    fs.rmSync(to, { force: true });
    return false;
  }
}

async function copyBytes(
  source: number,
  to: string,
  sizeBytes: number,
  step: Step,
): Promise<ReadFailure | null> {
  const target = fs.openSync(to, 'wx', 0o600);
  try {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(sizeBytes, 1)));
    let at = 0;
    while (at < sizeBytes) {
      const { bytesRead } = await readInto(source, chunk, 0, Math.min(chunk.length, sizeBytes - at), at);
      if (bytesRead === 0) break;
      for (let written = 0; written < bytesRead; ) {
        written += (await writeFrom(target, chunk, written, bytesRead - written, at + written)).bytesWritten;
      }
      at += bytesRead;
      if (!step(bytesRead)) return failure('cancelled', to);
    }
    return null;
  } finally {
    fs.closeSync(target);
  }
}

function stepper(totalBytes: number, options: OpenOptions): Step {
  let doneBytes = 0;
  return (bytes) => {
    doneBytes += bytes;
    options.onProgress?.({ doneBytes: Math.min(doneBytes, totalBytes), totalBytes });
    return options.signal?.aborted !== true;
  };
}

async function asResult<T>(work: () => Promise<ReadResult<T>>): Promise<ReadResult<T>> {
  try {
    return await work();
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    // A side file that went away meanwhile. If it was the main file, the next look will say so.
    return known.code === 'missing' ? failure('changed-while-reading', known.detail) : known;
  }
}
