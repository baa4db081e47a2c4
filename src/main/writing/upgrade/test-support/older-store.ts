import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { LEGACY_SCHEMA, type SchemaParts, VvAgentFile } from '../../../samples/vv-agent-file';
import { makeFolders, type TestFolders } from '../../../sqlite/test-support/files';
import type { UpgradeOptions } from '../facts';

/** A payload of each reader's: `strict` stays, `lenient` is rewritten to `normal`. */
export const PAYLOADS = {
  strict: '{"content": "kept as it is", "role": "user"}',
  lenient: '{"type":"user","content":"tagged"}',
  normal: '{"role":"user","content":"tagged"}',
} as const;

/** Older stores in a folder of their own, and what an upgrade of them is given. */
export class OlderStores {
  readonly folders: TestFolders = makeFolders();
  readonly file = path.join(this.folders.user, 'store.db');
  readonly options: UpgradeOptions = {
    cacheDir: this.folders.cache,
    signal: new AbortController().signal,
    onProgress: () => {},
    busyTimeoutMs: 100,
  };

  /** A version 1 store, with index and commits unless they are left out; closed when this returns. */
  v1(fill: (store: VvAgentFile) => void, parts: SchemaParts = {}): string {
    const store = new VvAgentFile(this.file, { version: 1, ...parts });
    fill(store);
    store.close();
    return this.file;
  }

  /** A store of the oldest tables, a row for each payload, all of session `s`. */
  legacy(payloads: readonly string[], then: (database: Database.Database) => void = () => {}): string {
    const { database } = new VvAgentFile(this.file, LEGACY_SCHEMA);
    const insert = database.prepare('INSERT INTO session_items (session_id, item_json) VALUES (?, ?)');
    for (const payload of payloads) insert.run('s', payload);
    then(database);
    database.close();
    return this.file;
  }

  /** Rows of a query on a file, read by another handle. */
  rows(sql: string, file = this.file): unknown[] {
    const database = new Database(file, { readonly: true });
    try {
      return database.prepare(sql).raw().all();
    } finally {
      database.close();
      // Reading a WAL file leaves these behind.
      for (const suffix of ['-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
    }
  }

  /** What `rows` shows of all tables, and the schema: equal for equal content. */
  content(file = this.file): unknown {
    const items = this.rows('SELECT * FROM session_items ORDER BY 1, 2', file);
    const schema = this.rows(
      "SELECT type, name, sql FROM sqlite_schema WHERE name <> 'sqlite_sequence' ORDER BY 2",
      file,
    );
    const hasCommits = schema.some((row) => Array.isArray(row) && row[1] === 'session_commits');
    return {
      items,
      schema,
      commits: hasCommits ? this.rows('SELECT rowid, * FROM session_commits ORDER BY 1', file) : [],
      version: this.rows('PRAGMA user_version', file),
      sequence: this.rows('SELECT * FROM sqlite_sequence', file),
    };
  }

  hash(file = this.file): string {
    return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  }

  /** Names in the user's folder, sorted. */
  names(): string[] {
    return fs.readdirSync(this.folders.user).sort();
  }

  remove(): void {
    this.folders.remove();
  }
}
