import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Makes a SQLite file in WAL mode with the given schema. The path must be free: nothing is ever built over
 * a file that is there. Same statements, same bytes, once it is closed (which also removes its -wal).
 */
export function newDatabase(path: string, schema: string): Database.Database {
  if (existsSync(path)) throw new Error(`${path} exists already`);
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  // A sample is made once and can be made again: waiting for the disk would only slow the tests down.
  database.pragma('synchronous = OFF');
  database.exec(schema);
  return database;
}
