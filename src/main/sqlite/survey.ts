import fs from 'node:fs';
import { contentKind } from './content-kind';
import { failure, failureOfSystemError, notADatabase } from './failure';
import { type DatabaseHeader, HEADER_BYTES, hasDatabaseMagic, parseHeader, walSalts } from './header';
import type { ReadResult } from './types';

// POSIX drops every lock a process has on a file as soon as it closes any descriptor of that file, SQLite's locks
// included. So in this folder a foreign file's descriptor is opened and closed in synchronous calls only, never inside
// `ReadDatabase.read`; and no lock of ours outlives the synchronous call that took it. The two can then never meet.

/** What tells one state of a file from another. Access time is left out: reading changes it. */
export interface FileStamp {
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

/** A database and what lies beside it, looked at without changing anything. */
export interface Survey {
  /** Absolute, links followed: SQLite keeps its side files next to the target of a link. */
  readonly path: string;
  readonly main: FileStamp;
  readonly header: DatabaseHeader;
  readonly wal: FileStamp | null;
  readonly walSalts: string;
  readonly shm: FileStamp | null;
  readonly journal: FileStamp | null;
  /** The journal has content that SQLite would roll back unless its writer is alive. A zeroed first byte ends a journal. */
  readonly isJournalLive: boolean;
}

const HEAD_BYTES = 4096;

/** Looks at a file and its side files; opens none that could block (a pipe, a device). */
export function survey(givenPath: string): ReadResult<Survey> {
  try {
    return surveyOrThrow(givenPath);
  } catch (error) {
    const known = failureOfSystemError(error);
    if (known === null) throw error;
    return known;
  }
}

/** Whether the journal of this database, has content to roll back. Throws system errors. */
export function hasLiveJournal(path: string): boolean {
  return (readSideHead(`${path}-journal`, 1)[0] ?? 0) !== 0;
}

/** How long ago a file was last written, in milliseconds; negative when the clock was set back. */
export function ageMs(stamp: FileStamp): number {
  return Date.now() - Number(stamp.mtimeNs / 1_000_000n);
}

/** Whether this process is the system's administrator; never on Windows. */
export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** Whether two stamps are those of the same bytes. */
export function isSameFile(a: FileStamp | null, b: FileStamp | null): boolean {
  if (a === null || b === null) return a === b;
  return a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs && a.ino === b.ino;
}

/** The stamp of a file that holds bytes; an absent and an empty side file mean the same to SQLite. */
export function withBytes(stamp: FileStamp | null): FileStamp | null {
  return stamp !== null && stamp.sizeBytes > 0 ? stamp : null;
}

/** The stamp of a file, null when there is none. Follows no link. Throws other system errors. */
export function stampOf(path: string): FileStamp | null {
  const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : toStamp(stats);
}

/** The database header of a file as it is now; null when it has none. Throws system errors. */
export function readHeader(path: string): DatabaseHeader | null {
  return parseHeader(readHead(path, HEADER_BYTES));
}

function surveyOrThrow(givenPath: string): ReadResult<Survey> {
  const kind = fs.statSync(givenPath);
  if (kind.isDirectory()) return failure('is-a-folder', givenPath);
  if (!kind.isFile()) return failure('not-a-regular-file', givenPath);

  const path = fs.realpathSync.native(givenPath);
  const wal = sideFile(`${path}-wal`);
  const shm = sideFile(`${path}-shm`);
  const journal = sideFile(`${path}-journal`);
  const main = toStamp(fs.statSync(path, { bigint: true }));
  const head = readHead(path, HEAD_BYTES);
  const sizes = `${path}, ${main.sizeBytes} bytes`;
  if (head.length === 0) return failure('empty', sizes);
  if (!hasDatabaseMagic(head)) {
    const seen = contentKind(head, main.sizeBytes);
    return notADatabase(seen, `${sizes}, first bytes ${head.subarray(0, 16).toString('hex')}`);
  }
  const header = parseHeader(head);
  if (header === null) return failure('truncated', `${sizes}; the header alone has ${HEADER_BYTES}`);
  return {
    ok: true,
    value: {
      path,
      main,
      header,
      wal,
      walSalts: withBytes(wal) === null ? '' : walSalts(readSideHead(`${path}-wal`, 32)),
      shm,
      journal,
      isJournalLive: withBytes(journal) !== null && hasLiveJournal(path),
    },
  };
}

/** A side file's stamp. SQLite refuses links here, and a pipe would block it. */
function sideFile(path: string): FileStamp | null {
  const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile()) throw noRegularFile(path);
  return toStamp(stats);
}

function noRegularFile(path: string): Error {
  return Object.assign(new Error(`${path} is no regular file`), { code: 'ENXIO' });
}

function toStamp(stats: fs.BigIntStats): FileStamp {
  return { sizeBytes: Number(stats.size), mtimeNs: stats.mtimeNs, ino: stats.ino };
}

/** Up to `length` bytes of the start of a regular file. */
function readHead(path: string, length: number): Buffer {
  const fd = openRegularFile(path);
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, fs.readSync(fd, buffer, 0, length, 0));
  } finally {
    fs.closeSync(fd);
  }
}

/** As `readHead`, of a file that its program may delete at any moment: it is then as good as empty. */
function readSideHead(path: string, length: number): Buffer {
  try {
    return readHead(path, length);
  } catch (error) {
    if (failureOfSystemError(error)?.code === 'missing') return Buffer.alloc(0);
    throw error;
  }
}

/** Opens a file for reading without ever waiting on a pipe that took its place. Close it with `fs.closeSync`. */
export function openRegularFile(path: string): number {
  // Windows has no such flag, and no such pipes.
  const nonBlocking = fs.constants.O_NONBLOCK ?? 0;
  const fd = fs.openSync(path, fs.constants.O_RDONLY | nonBlocking);
  if (fs.fstatSync(fd).isFile()) return fd;
  fs.closeSync(fd);
  throw noRegularFile(path);
}
