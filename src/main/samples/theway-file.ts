import type Database from 'better-sqlite3';
import { THEWAY_SCHEMA } from '../../shared/theway/schema';
import { newDatabase } from './new-database';

/** An entry as it is stored whole in its payload; its keys are written in the order given. */
export interface ThewayEntry {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

/** One row of `entries` word for word, for files that are meant to be wrong. */
export interface ThewayRow {
  readonly id: string | Buffer | null;
  readonly parentId: string | null;
  readonly type: string;
  readonly timestamp: string;
  readonly payload: string | Buffer;
}

/** A theway session file being made. Close it, or its -wal stays behind. */
export class ThewayFile {
  /** For what the methods do not offer, such as a broken schema. */
  readonly database: Database.Database;

  constructor(path: string, schema: string = THEWAY_SCHEMA) {
    this.database = newDatabase(path, schema);
  }

  /** Writes meta keys, each value as JSON. */
  setMeta(meta: Readonly<Record<string, unknown>>): void {
    const insert = this.database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
    for (const [key, value] of Object.entries(meta)) insert.run(key, JSON.stringify(value));
  }

  /** Appends entries in one transaction; a root's parent is written as the empty string, as theway does. */
  append(entries: Iterable<ThewayEntry>): void {
    const insert = this.#insert();
    this.database.transaction(() => {
      for (const entry of entries) {
        const { id, parentId, type, timestamp } = entry;
        insert.run(id, parentId ?? '', type, timestamp, JSON.stringify(entry));
      }
    })();
  }

  appendRow(row: ThewayRow): void {
    this.#insert().run(row.id, row.parentId, row.type, row.timestamp, row.payload);
  }

  close(): void {
    this.database.close();
  }

  #insert(): Database.Statement {
    return this.database.prepare(
      'INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)',
    );
  }
}
