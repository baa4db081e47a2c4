import fs from 'node:fs';
import path from 'node:path';
import { compareCodePoints } from '../../../shared/text/code-point-order';
import { failureOfSystemError } from '../../sqlite/failure';
import { openRegularFile } from '../../sqlite/survey';

const ENDING = '.json';

/** A file of the JSON storage: a record goes by the name of its file. */
export interface JsonFile {
  readonly path: string;
  readonly id: string;
  readonly sizeBytes: number;
}

/** The files of records in a folder, in the order of their names; none where it cannot be read. No link is followed. */
export function jsonFilesIn(folder: string): JsonFile[] {
  return fileNamesIn(folder).flatMap((name) => jsonFile(path.join(folder, `${name}${ENDING}`)) ?? []);
}

/** The names of such files without their ending, in order. */
export function fileNamesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
    .map(({ name }) => path.basename(name, ENDING));
}

/** One such file; null where there is none, or a link. */
export function jsonFile(file: string): JsonFile | null {
  const stats = statsOf(file);
  if (stats === null || !stats.isFile()) return null;
  return { path: file, id: path.basename(file, ENDING), sizeBytes: stats.size };
}

/** The folders in a folder, in the order of their names; none where it cannot be read. No link is followed. */
export function foldersIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name));
}

/** Whether there is a folder, and no link to one. */
export function isFolder(folder: string): boolean {
  return statsOf(folder)?.isDirectory() ?? false;
}

/** What changes with a file or a folder, as a text to compare; empty where there is none. */
export function stampWords(file: string): string {
  const stats = statsOf(file);
  return stats === null ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/** The bytes of a file, at most so many; null where it cannot be read, or is a link. */
export function bytesOf(file: string, maxBytes = Number.POSITIVE_INFINITY): Buffer | null {
  const found = jsonFile(file);
  if (found === null) return null;
  try {
    const fd = openRegularFile(file);
    try {
      const bytes = Buffer.alloc(Math.min(found.sizeBytes, maxBytes));
      let done = 0;
      while (done < bytes.length) {
        const read = fs.readSync(fd, bytes, done, bytes.length - done, done);
        if (read === 0) break; // It was cut since.
        done += read;
      }
      return bytes.subarray(0, done);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (failureOfSystemError(error) === null) throw error;
    return null;
  }
}

function statsOf(file: string): fs.Stats | null {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (failureOfSystemError(error) === null) throw error;
    return null;
  }
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .sort((left, right) => compareCodePoints(left.name, right.name));
  } catch (error) {
    if (failureOfSystemError(error) === null) throw error;
    return [];
  }
}
