import fs from 'node:fs';
import { type FileStamp, isSameFile } from '../sqlite/survey';

/** How many of the last bytes tell one state of a file from another. */
const TAIL_BYTES = 4096;
const LF = 0x0a;

/** What tells one state of a file of lines from another: an append changes all of it but the inode. */
export interface LineFileState extends FileStamp {
  /** The last bytes, at most 4 KiB. */
  readonly tail: Buffer;
}

/** The state of an open file. Throws system errors. */
export function readLineFileState(fd: number): LineFileState {
  const { size, mtimeNs, ino } = fs.fstatSync(fd, { bigint: true });
  const sizeBytes = Number(size);
  const length = Math.min(TAIL_BYTES, sizeBytes);
  return { sizeBytes, mtimeNs, ino, tail: readBytes(fd, sizeBytes - length, length) };
}

export function isSameState(one: LineFileState, other: LineFileState): boolean {
  return isSameFile(one, other) && one.tail.equals(other.tail);
}

/** Whether the last line has its line feed; an empty file lacks none. */
export function endsInLineFeed({ tail }: LineFileState): boolean {
  return tail.length === 0 || tail.at(-1) === LF;
}

/** Bytes of an open file, fewer where it ends before. Throws system errors. */
export function readBytes(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = fs.readSync(fd, bytes, done, length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
