import type Database from 'better-sqlite3';
import { commitId, storedPayloadDigest } from '../../shared/vv-agent/digest';
import { COMMITS_TABLE, ITEMS_INDEX, ITEMS_TABLE } from '../../shared/vv-agent/schema';
import { readItemStrict } from '../../shared/vv-agent/strict-reader';
import { newSha256 } from '../stores/sha256';
import { newDatabase } from './new-database';

/** The schema of version 2, statement by statement. */
export const VV_AGENT_SCHEMA = {
  items: ITEMS_TABLE.sql,
  index: ITEMS_INDEX.sql,
  commits: COMMITS_TABLE.sql,
} as const;

/** Parts of the schema to put something else in the place of; an empty text leaves the part out. */
export type SchemaParts = Partial<Record<keyof typeof VV_AGENT_SCHEMA, string>> & {
  readonly version?: number;
};

/** Schema of the oldest tables, which kept `item_json`; version 0. */
export const LEGACY_SCHEMA = {
  items:
    'CREATE TABLE session_items (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, item_json TEXT NOT NULL)',
  index: 'CREATE INDEX idx_session_items_session_id_id ON session_items (session_id, id)',
  commits: '',
  version: 0,
} as const;

/** A vv-agent store being made. Payloads are stored as the texts they are. Close it, or its -wal stays behind. */
export class VvAgentFile {
  /** For what the methods do not offer, such as a broken schema. */
  readonly database: Database.Database;

  constructor(path: string, parts: SchemaParts = {}) {
    const { version = 2, ...replaced } = parts;
    const statements = Object.values({ ...VV_AGENT_SCHEMA, ...replaced }).filter((sql) => sql !== '');
    this.database = newDatabase(path, `${statements.join(';\n')};\nPRAGMA user_version = ${version}`);
  }

  /** Appends items without a commit, in one transaction. */
  add(sessionId: string, payloads: readonly string[]): void {
    const insert = this.#insert();
    this.database.transaction(() => {
      for (const payload of payloads) insert.run(sessionId, payload);
    })();
  }

  /** Appends items as one commit, as the store does with `addItemsOnce`; gives its id. */
  commit(sessionId: string, checkpointKey: string, payloads: readonly string[]): string {
    const id = commitId(checkpointKey, newSha256);
    const digest = digestOfPayloads(payloads);
    const insert = this.#insert();
    this.database.transaction(() => {
      for (const payload of payloads) insert.run(sessionId, payload);
      this.addCommit(sessionId, id, digest);
    })();
    return id;
  }

  /** Writes a commit row word for word. */
  addCommit(sessionId: string, id: string, digest: string): void {
    this.database
      .prepare('INSERT INTO session_commits (session_id, commit_id, payload_digest) VALUES (?, ?, ?)')
      .run(sessionId, id, digest);
  }

  /** Removes the newest item of a session; its commit stays. */
  pop(sessionId: string): void {
    this.database
      .prepare(
        'DELETE FROM session_items WHERE item_index = (SELECT max(item_index) FROM session_items WHERE session_id = ?)',
      )
      .run(sessionId);
  }

  close(): void {
    this.database.close();
  }

  #insert(): Database.Statement {
    return this.database.prepare('INSERT INTO session_items (session_id, payload) VALUES (?, ?)');
  }
}

/** The payload digest of stored texts; throws on a text that is no item or has no digest. */
function digestOfPayloads(payloads: readonly string[]): string {
  const items = payloads.map((payload) => {
    const read = readItemStrict(payload);
    if (!read.ok) throw new Error(`${read.message}: ${payload}`);
    return read.item;
  });
  const result = storedPayloadDigest(items, newSha256);
  if (!result.ok) throw new Error(result.message);
  return result.digest;
}
