import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';

/** A folder of the user's and a cache folder of ours, apart from each other. */
export interface TestFolders {
  readonly user: string;
  readonly cache: string;
  remove(): void;
}

export function makeFolders(): TestFolders {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-sqlite-'));
  const user = path.join(root, 'user');
  fs.mkdirSync(user);
  return {
    user,
    cache: path.join(root, 'cache'),
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

/** Everything a look from outside can tell of a folder and its files, access time apart. */
export function snapshot(folder: string, { without = [] as readonly string[] } = {}): string[] {
  const names = fs
    .readdirSync(folder)
    .filter((name) => !without.includes(name))
    .sort();
  return [
    ...(without.length > 0 ? [] : [line(folder)]),
    ...names.map((name) => line(path.join(folder, name))),
  ];
}

function line(file: string): string {
  const { size, mode, ino, mtimeNs, ctimeNs } = fs.lstatSync(file, { bigint: true });
  return [file, size, mode, ino, mtimeNs, ctimeNs, contentOf(file)].join(' ');
}

function contentOf(file: string): string {
  if (!fs.lstatSync(file).isFile()) return 'no file';
  try {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  } catch {
    return 'unreadable'; // A test took our own permission away.
  }
}

/** Makes a database with `rowCount` rows in `entries(id, text)`; closed when this returns. */
export function makeDatabase(
  file: string,
  journalMode: 'delete' | 'wal' | 'persist' | 'truncate',
  rowCount = 3,
): void {
  const database = new Database(file);
  database.pragma(`journal_mode = ${journalMode}`);
  database.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO entries (text) VALUES (?)');
  database.transaction(() => {
    for (let index = 0; index < rowCount; index++) insert.run(`entry ${index}`);
  })();
  database.close();
}

/** Makes a database with some thousand pages, each with text of its own. */
export function makeLargeDatabase(file: string, journalMode: 'delete' | 'wal', megabytes: number): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  database.pragma(`journal_mode = ${journalMode}`);
  database.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO entries (text) VALUES (?)');
  const text = 'x'.repeat(1_000_000);
  database.transaction(() => {
    for (let index = 0; index < megabytes; index++) insert.run(text);
  })();
  database.close();
}
