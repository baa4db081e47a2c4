import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

// Each process keeps its copies in one folder of its own. Beside the folder lies a lock file that SQLite holds locked
// as long as the process lives: the system lets go of it however the process ends, so neither a reused process number
// nor another container's numbering can make a live folder look abandoned. The lock is taken before the folder exists.

const FOLDER_NAME = /^reading-[0-9a-f-]{36}$/;

interface OwnFolder {
  readonly path: string;
  readonly lock: Database.Database;
  copies: number;
}

const ownFolders = new Map<string, OwnFolder>();

/** A fresh folder (0700) for one copy. Throws system errors. */
export function makeCopyFolder(cacheDir: string): string {
  let own = ownFolders.get(cacheDir);
  if (own === undefined) {
    own = claimFolder(cacheDir);
    ownFolders.set(cacheDir, own);
  }
  own.copies += 1;
  try {
    return fs.mkdtempSync(path.join(own.path, 'copy-'));
  } catch (error) {
    letGo(cacheDir, own);
    throw error;
  }
}

/** Deletes one copy's folder, and this process's own with the last of them. */
export function deleteCopyFolder(cacheDir: string, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  const own = ownFolders.get(cacheDir);
  if (own !== undefined) letGo(cacheDir, own);
}

/** Deletes the folders of processes that are gone. Those of live ones are locked and stay. */
export function deleteAbandonedFolders(cacheDir: string): void {
  let names: string[];
  try {
    names = fs.readdirSync(cacheDir);
  } catch {
    return; // No cache folder yet, or none we may read: nothing of ours to clear.
  }
  const ownPaths = new Set([...ownFolders.values()].map((own) => own.path));
  for (const name of new Set(names.map((each) => each.replace(/\.lock$/, '')))) {
    const folder = path.join(cacheDir, name);
    if (!FOLDER_NAME.test(name) || ownPaths.has(folder)) continue;
    const lock = tryLock(lockFile(folder));
    if (lock === null) continue;
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      fs.rmSync(lockFile(folder), { force: true });
    } catch {
      // Left for the next start.
    } finally {
      lock.close();
    }
  }
}

function claimFolder(cacheDir: string): OwnFolder {
  fs.mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < 100; attempt++) {
    const folder = path.join(cacheDir, `reading-${randomUUID()}`);
    const lock = tryLock(lockFile(folder));
    // A sweep of another process may have met the lock file before it was locked, and taken it away.
    if (lock === null) continue;
    if (!fs.existsSync(lockFile(folder))) {
      lock.close();
      continue;
    }
    fs.mkdirSync(folder, { mode: 0o700 });
    return { path: folder, lock, copies: 0 };
  }
  throw Object.assign(new Error(`No folder could be claimed in ${cacheDir}`), { code: 'EIO' });
}

function letGo(cacheDir: string, own: OwnFolder): void {
  own.copies -= 1;
  if (own.copies > 0) return;
  ownFolders.delete(cacheDir);
  fs.rmSync(own.path, { recursive: true, force: true });
  fs.rmSync(lockFile(own.path), { force: true });
  own.lock.close();
}

function lockFile(folder: string): string {
  return `${folder}.lock`;
}

/** Locks a lock file, made if absent; null when another process holds it or it cannot be had. */
function tryLock(file: string): Database.Database | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { timeout: 0 });
    // Nothing is ever written: no journal file is to appear beside it.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch {
    database?.close();
    return null;
  }
}
