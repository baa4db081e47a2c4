import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Progress } from '../../shared/contract/state';
import { failureOfSystemError } from '../sqlite/failure';
import { copyPages } from '../sqlite/page-copy';
import type { ReadFailure, ReadResult } from '../sqlite/types';

const MEGABYTE = 1_000_000;
/** So many backups of one second are enough for anybody. */
const MAX_SAME_NAMES = 1000;

interface BackupOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** How long to wait for another program's lock, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** The time the backup is named after. */
  readonly now: Date;
  /** Looks at the finished copy before it gets its name: null, or why it must not be kept. */
  readonly verify?: (copyPath: string) => Promise<ReadFailure | null>;
}

/**
 * Writes a backup of a database beside it, as `NAME.backup-20261130T142501Z`, and gives its path. It is one committed
 * state, copied page by page: VACUUM INTO would number the rows of commits anew, and a copy of the bytes of a file in
 * use needs its -wal. The copy gets its name only when it is whole and on the disk, and takes no other file's. A
 * process killed meanwhile leaves at most a file that ends in `.partial`.
 */
export async function makeBackup(givenPath: string, options: BackupOptions): Promise<ReadResult<string>> {
  let partial: string | null = null;
  try {
    const file = fs.realpathSync.native(givenPath);
    const name = `${file}.backup-${timeName(options.now)}`;
    partial = `${name}.${randomUUID().slice(0, 8)}.partial`;
    claim(partial, fs.statSync(file).mode & 0o777);
    const { signal, busyTimeoutMs, onProgress } = options;
    const copied = await copyPages(file, partial, {
      signal,
      busyTimeoutMs,
      onProgress: ({ doneBytes, totalBytes }) =>
        onProgress({
          label: 'Writing the backup',
          done: Math.round(doneBytes / MEGABYTE),
          total: Math.round(totalBytes / MEGABYTE),
          unit: 'MB',
        }),
    });
    if (!copied.ok) return copied;
    const refused = (await options.verify?.(partial)) ?? null;
    if (refused !== null) return refused;
    sync(partial, 'r+');
    const backup = takeFreeName(partial, name);
    syncFolder(path.dirname(backup));
    return { ok: true, value: backup };
  } catch (error) {
    const known = failureOfSystemError(error, 'writing');
    if (known === null) throw error;
    return known;
  } finally {
    if (partial !== null) removePartial(partial);
  }
}

/** `20261130T142501Z`: sorts by time, and every file system takes it. */
function timeName(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Makes an empty file that only those who may read the original can read. */
function claim(file: string, mode: number): void {
  const descriptor = fs.openSync(file, 'wx', mode);
  try {
    // Whatever the process's mask took away; not all file systems know permissions.
    fs.fchmodSync(descriptor, mode);
  } catch {
    // The copy is readable by us, which is enough.
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Gives the file the first free name, never that of another file: a plain rename would replace it. */
function takeFreeName(file: string, name: string): string {
  for (let count = 1; count <= MAX_SAME_NAMES; count++) {
    const free = count === 1 ? name : `${name}-${count}`;
    if (linkAs(file, free)) return free;
  }
  throw Object.assign(new Error(`${name}: no free name`), { code: 'EEXIST' });
}

/** False where there is a file of that name. */
function linkAs(file: string, name: string): boolean {
  try {
    fs.linkSync(file, name);
    return true;
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false;
    // FAT and some network shares have no links: between the look and the rename nobody else takes such a name.
    if (!hasCode(error, ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'])) throw error;
    if (fs.existsSync(name)) return false;
    fs.renameSync(file, name);
    return true;
  }
}

function sync(file: string, flags: string): void {
  const descriptor = fs.openSync(file, flags);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function syncFolder(folder: string): void {
  try {
    sync(folder, 'r');
  } catch (error) {
    // Windows opens no folders, and needs no such thing.
    if (!hasCode(error, ['EISDIR', 'EPERM', 'EACCES', 'EINVAL'])) throw error;
  }
}

function removePartial(partial: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) fs.rmSync(`${partial}${suffix}`, { force: true });
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
