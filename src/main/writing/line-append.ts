import fs from 'node:fs';
import {
  endsInLineFeed,
  isSameState,
  type LineFileState,
  readBytes,
  readLineFileState,
} from '../lines/file-state';
import { failureOfSystemError } from '../sqlite/failure';
import { SessionStoreError } from '../stores/store-error';

/** Nothing that could block, and no link: the path was followed before. Windows has neither. */
const OPEN_FLAGS =
  fs.constants.O_RDWR |
  fs.constants.O_APPEND |
  (fs.constants.O_NONBLOCK ?? 0) |
  (fs.constants.O_NOFOLLOW ?? 0);
/** For so long a line without its end may be one that is still being written, in milliseconds. */
const MAX_WRITING_MS = 2000;

/**
 * Appends whole lines to a file in one write, if it still is as it was looked at, and reads them back. Where its last
 * line has no line feed, one goes before them: what stands there stays a line of its own. Throws a `SessionStoreError`;
 * then nothing was written unless its sentence says so.
 */
export function appendLines(path: string, looked: LineFileState, lines: readonly string[]): void {
  try {
    const fd = fs.openSync(path, OPEN_FLAGS);
    try {
      append(fd, looked, lines);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (error instanceof SessionStoreError) throw error;
    const known = failureOfSystemError(error, 'writing');
    if (known === null) throw error;
    throw new SessionStoreError(known.code, known.message, known.detail);
  }
}

function append(fd: number, looked: LineFileState, lines: readonly string[]): void {
  const state = readLineFileState(fd);
  if (!isSameState(state, looked)) throw changed(CHANGED_SINCE);
  const hasEnd = endsInLineFeed(state);
  if (!hasEnd && Date.now() - Number(state.mtimeNs / 1_000_000n) < MAX_WRITING_MS) throw changed(UNFINISHED);
  const bytes = Buffer.from(`${hasEnd ? '' : '\n'}${lines.map((line) => `${line}\n`).join('')}`);
  const written = fs.writeSync(fd, bytes);
  if (written < bytes.length) throw cutBack(fd, state.sizeBytes, written);
  sync(fd);
  const isThere =
    Number(fs.fstatSync(fd, { bigint: true }).size) === state.sizeBytes + bytes.length &&
    readBytes(fd, state.sizeBytes, bytes.length).equals(bytes);
  if (!isThere) throw changed(WRITTEN_BESIDE);
}

/** Takes back a write that found no room for all of it, unless something follows it by now. */
function cutBack(fd: number, sizeBytes: number, written: number): SessionStoreError {
  const isLast = fs.fstatSync(fd).size === sizeBytes + written;
  if (isLast) fs.ftruncateSync(fd, sizeBytes);
  return new SessionStoreError('no-space', isLast ? NO_ROOM : PART_STAYS);
}

function sync(fd: number): void {
  try {
    fs.fsyncSync(fd);
  } catch (error) {
    if (failureOfSystemError(error) === null) throw error;
    throw new SessionStoreError('io-error', NOT_CONFIRMED, String(error));
  }
}

function changed(message: string): SessionStoreError {
  return new SessionStoreError('changed-meanwhile', message);
}

const CHANGED_SINCE =
  'Something else was written since this was looked at, so nothing was written: look again, then write it.';
const UNFINISHED =
  'The last line of the file has no end and was written a moment ago: another program may still be writing it. Nothing was written: look again.';
const WRITTEN_BESIDE =
  'This was written, but another program wrote to the file at the same moment. Reload to see what is there.';
const NO_ROOM = 'The disk has no room for this, so nothing was written: free some space and try again.';
const PART_STAYS =
  'The disk had no room for all of this, and another program has written behind the part that was written: that stays as a damaged line.';
const NOT_CONFIRMED =
  'This was written, but the disk did not confirm it. Reload to see what is there, and check the drive.';
