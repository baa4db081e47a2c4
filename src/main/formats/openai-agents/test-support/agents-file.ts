import fs from 'node:fs';
import path from 'node:path';

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
