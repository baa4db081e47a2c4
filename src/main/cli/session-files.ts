import fs from 'node:fs';
import path from 'node:path';

/** Files listed of one folder at most, and levels of folders in it that are looked into. */
const MAX_FILES = 10_000;
const MAX_DEPTH = 8;
/** What SQLite keeps beside a database. */
const SIDE_FILE = /-(wal|shm|journal)$/;

/** The files in a folder and its folders. */
export interface FolderFiles {
  /** The one written last first. */
  readonly files: readonly string[];
  /** Whether there are more than were listed. */
  readonly isCut: boolean;
}

/**
 * Lists what may be session files: regular files that are not empty, apart from those that SQLite keeps beside a
 * database. Links to folders are not followed, and a folder that cannot be read is passed over. Throws the system's
 * error where the folder itself cannot be read.
 */
export function sessionFiles(folder: string): FolderFiles {
  const found: { file: string; mtimeMs: number }[] = [];
  const folders = [{ folder: path.resolve(folder), depth: 0, entries: readFolder(path.resolve(folder)) }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of next.entries) {
      const file = path.join(next.folder, entry.name);
      if (entry.isDirectory()) {
        if (next.depth === MAX_DEPTH) continue;
        folders.push({ folder: file, depth: next.depth + 1, entries: readOrNothing(file) });
      } else if (!SIDE_FILE.test(entry.name)) {
        const stat = fs.statSync(file, { throwIfNoEntry: false });
        if (stat?.isFile() && stat.size > 0) found.push({ file, mtimeMs: stat.mtimeMs });
      }
    }
  }
  found.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.file < b.file ? -1 : 1));
  return { files: found.slice(0, MAX_FILES).map(({ file }) => file), isCut: found.length > MAX_FILES };
}

function readFolder(folder: string): fs.Dirent[] {
  return fs.readdirSync(folder, { withFileTypes: true });
}

function readOrNothing(folder: string): fs.Dirent[] {
  try {
    return readFolder(folder);
  } catch {
    return [];
  }
}
