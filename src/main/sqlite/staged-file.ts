import fs from 'node:fs';
import path from 'node:path';
import { deleteAbandonedFolders, deleteCopyFolder, makeCopyFolder } from './private-copies';

/** A file in the making, under a name that no program takes for a session's. */
export interface StagedFile {
  /** Where its content goes. */
  readonly stagedPath: string;
  /** The path it will have. */
  readonly path: string;
  /** Puts it on the disk and renames it into place, never over another file. */
  commit(): void;
  /** Removes it. Harmless when repeated, or after a commit. */
  discard(): void;
}

/**
 * Begins a file that is whole and on the disk before it has its name. Whatever a process that was ended has left
 * half-made in that folder is removed first. Throws system errors, and then nothing is left behind.
 */
export function stageFile(toDir: string, fileName: string): StagedFile {
  const dir = path.resolve(toDir);
  if (!fs.statSync(dir).isDirectory())
    throw Object.assign(new Error(`${dir} is no folder`), { code: 'ENOTDIR' });
  fs.accessSync(dir, fs.constants.W_OK | fs.constants.X_OK);
  deleteAbandonedFolders(dir);
  // Made there, so that putting it into place is one rename; locked, so that nobody sweeps it away meanwhile.
  const folder = makeCopyFolder(dir);
  const stagedPath = path.join(folder, 'session');
  const target = path.join(dir, fileName);
  let isOver = false;
  const discard = () => {
    if (isOver) return;
    isOver = true;
    deleteCopyFolder(dir, folder);
  };
  const commit = () => {
    try {
      sync(stagedPath);
      putInPlace(stagedPath, target);
    } finally {
      discard();
    }
  };
  return { stagedPath, path: target, commit, discard };
}

function putInPlace(staged: string, target: string): void {
  // A rename would take the place of a file without a word.
  if (fs.existsSync(target)) throw Object.assign(new Error(`${target} exists`), { code: 'EEXIST' });
  fs.renameSync(staged, target);
  // Windows has no way to sync a folder.
  if (process.platform !== 'win32') sync(path.dirname(target));
}

function sync(file: string): void {
  const isFolder = fs.statSync(file).isDirectory();
  const fd = fs.openSync(file, isFolder ? 'r' : 'r+');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
