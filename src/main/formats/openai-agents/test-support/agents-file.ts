import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Block, Body } from '../../../../shared/model/body';
import { HeadsEnd } from '../../../../shared/model/heads';
import { kindOfCode } from '../../../../shared/model/kind';
import { SessionIndex } from '../../../../shared/tree/session-index';
import type { DatabaseSource } from '../../format';

/** The SQL of a sample: `sessions` of the plain kind, or `branches` of the advanced one. */
export function sampleSql(name: 'sessions' | 'branches'): string {
  return fs.readFileSync(path.join(import.meta.dirname, '..', 'samples', `${name}.sql`), 'utf8');
}

/** The tables of a new file, as the SDK makes them. */
export const TABLES = `
  CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
  CREATE TABLE agent_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, message_data TEXT NOT NULL,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, FOREIGN KEY (session_id) REFERENCES agent_sessions (session_id) ON DELETE CASCADE);
  INSERT INTO agent_sessions VALUES ('s', '2026-01-02 03:04:05', '2026-01-02 03:04:05');`;

/** SQL that adds items to session `s`, their ids counted from 1. */
export function insertItems(...items: readonly (object | string)[]): string {
  return items
    .map((item) => {
      const text = typeof item === 'string' ? item : JSON.stringify(item);
      return `INSERT INTO agent_messages (session_id, message_data, created_at) VALUES ('s', '${text.replaceAll("'", "''")}', '2026-01-02 03:04:05');`;
    })
    .join('\n');
}

/** Makes a database by SQL; closed when this returns. */
export function writeDatabase(file: string, ...sql: readonly string[]): string {
  const database = new Database(file);
  // As in the programs of the SDK, which declare foreign keys and do not enforce them.
  database.pragma('foreign_keys = OFF');
  for (const text of sql) database.exec(text);
  database.close();
  return file;
}

/** A session as tests ask of it. */
export interface ReadSession {
  readonly index: SessionIndex;
  readonly end: HeadsEnd;
  /** By row: id, id of the parent (null for a root, `broken` for a break), kind. */
  readonly entries: readonly (readonly [id: string, parent: string | null, kind: string])[];
  /** `code entry`, those of the session without an entry. */
  readonly problems: readonly string[];
  body(id: string): Body;
  blocks(id: string): Block[];
}

/** Reads all heads of a session; bodies when asked for. */
export async function readSession(store: DatabaseSource, sessionId: string): Promise<ReadSession> {
  const index = new SessionIndex();
  const result = await store.heads(sessionId, {
    signal: new AbortController().signal,
    progress: () => {},
    chunk: async (chunk) => {
      if (!index.append(chunk)) throw new Error(`chunk of row ${chunk.firstRow} does not follow`);
    },
  });
  if (!result.ok) throw new Error(result.error.message);
  const end = HeadsEnd.parse(result.value);
  index.finish(end);
  const rows = [...Array(index.count).keys()];
  const body = (id: string): Body => {
    const read = store.bodies(sessionId, [rows.findIndex((row) => index.id(row) === id)], {
      maxChars: 1000,
      maxImageChars: 1000,
    });
    const found = read.ok ? read.value[0] : undefined;
    if (found === undefined) throw new Error(`no entry ${id}`);
    return found;
  };
  return {
    index,
    end,
    entries: rows.map((row) => {
      const parent = index.parents[row] ?? -1;
      return [
        index.id(row),
        parent === -1 ? null : parent < 0 ? 'broken' : index.id(parent),
        kindOfCode(index.kinds[row]),
      ];
    }),
    problems: [...index.problems, ...end.problems].map(({ code, entryId }) =>
      [code, entryId].filter((word) => word !== null).join(' '),
    ),
    body,
    blocks: (id) => body(id).blocks,
  };
}
