import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { partFolders } from '../formats/registry';

/** Files listed of one folder at most, and levels of folders in it that are looked into. */
const MAX_FILES = 10_000;
const MAX_DEPTH = 8;
/** What SQLite keeps beside a database. */
const SIDE_FILE = /-(wal|shm|journal)$/;
/** Folders that hold many files, and never a session. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** A file that may hold sessions. */
export interface SessionFile {
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly writtenMs: number;
}

/** The files in a folder and its folders. */
export interface FolderFiles {
  /** The one written last first. */
  readonly files: readonly SessionFile[];
  /** Whether there are more than were listed. */
  readonly isCut: boolean;
}

interface ListOptions {
  /** Ends the work between two folders; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (fileCount: number) => void;
  /** Files listed at most; those written last. */
  readonly mostFiles?: number;
}

/**
 * Lists what may be session files: regular files that are not empty, apart from those that SQLite keeps beside a
 * database. Links are not followed, neither to files nor to folders, and a folder that cannot be read is passed over.
 * Throws the system's error where the folder itself cannot be read.
 */
export async function listSessionFiles(
  givenFolder: string,
  { signal, onProgress, mostFiles = MAX_FILES }: ListOptions = {},
): Promise<FolderFiles> {
  const root = path.resolve(givenFolder);
  const found: SessionFile[] = [];
  const waiting = [{ folder: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal?.throwIfAborted();
    const { folder, depth } = next;
    const entries = folder === root ? readFolder(folder) : readOrNothing(folder);
    for (const entry of entries) {
      if (!entry.isFile() || SIDE_FILE.test(entry.name)) continue;
      const file = path.join(folder, entry.name);
      const { sizeBytes, writtenMs } = statOf(file);
      if (sizeBytes > 0) found.push({ path: file, sizeBytes, writtenMs });
    }
    if (depth < MAX_DEPTH)
      for (const { name } of foldersIn(entries))
        waiting.push({ folder: path.join(folder, name), depth: depth + 1 });
    onProgress?.(found.length);
    await turn();
  }
  found.sort((a, b) => b.writtenMs - a.writtenMs || (a.path < b.path ? -1 : 1));
  return { files: found.slice(0, mostFiles), isCut: found.length > mostFiles };
}

function foldersIn(entries: readonly fs.Dirent[]): fs.Dirent[] {
  const folders = entries.filter((entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name));
  const parts = partFolders(folders.map(({ name }) => name));
  return folders.filter(({ name }) => !parts.has(name));
}

/** A file that went meanwhile is as good as empty. */
function statOf(file: string): { sizeBytes: number; writtenMs: number } {
  try {
    const { size, mtimeMs } = fs.lstatSync(file);
    return { sizeBytes: size, writtenMs: mtimeMs };
  } catch {
    return { sizeBytes: 0, writtenMs: 0 };
  }
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
