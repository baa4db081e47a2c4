import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSource } from '../../format';
import { detectTextFormat } from '../../registry';

const SAMPLES = path.join(import.meta.dirname, '..', 'samples');

/** The SQL of the sample database. */
export function sampleSql(): string {
  return fs.readFileSync(path.join(SAMPLES, 'sessions.sql'), 'utf8');
}

/** The tables of a new file, without the sample's rows. */
export function tablesSql(): string {
  return sampleSql().split(/^INSERT/m)[0] ?? '';
}

/** A sample file of the JSON storage. */
export function sampleJson(role: 'session' | 'message' | 'part'): string {
  return fs.readFileSync(path.join(SAMPLES, `${role}.json`), 'utf8');
}

export const PARENT = 'ses_inv0001parent000000000000';
export const CHILD = 'ses_inv0002child0000000000000';
export const FORK = 'ses_inv0003fork00000000000000';

/** SQL of a session with its messages, each with its parts; times count up, ids with them. */
export function sessionSql(
  id: string,
  messages: readonly (readonly [message: object, ...parts: readonly (object | string)[]])[],
  columns: Readonly<Record<string, string | number | null>> = {},
): string {
  const row = {
    ...{ id, project_id: 'global', slug: 'slug', directory: '/shop', title: id, version: '1.18.33' },
    ...{ time_created: 1000, time_updated: 2000, ...columns },
  };
  const sql = [
    `INSERT INTO session (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`,
  ];
  for (const [at, [message, ...parts]] of messages.entries()) {
    const messageId = `${id}_m${at + 1}`;
    sql.push(insert('message', [messageId, id, 1000 + at, 1000 + at, JSON.stringify(message)]));
    for (const [index, part] of parts.entries()) {
      const data = typeof part === 'string' ? part : JSON.stringify(part);
      sql.push(insert('part', [`${messageId}_p${index + 1}`, messageId, id, 1000, 1000, data]));
    }
  }
  return sql.join('\n');
}

function insert(table: string, values: readonly (string | number)[]): string {
  return `INSERT INTO ${table} VALUES (${values.map(literal).join(', ')});`;
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Writes files of the JSON storage by their paths in a folder; texts as they are, objects as the program writes them. */
export function writeStorage(folder: string, files: Readonly<Record<string, object | string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

/** Opens a file of the JSON storage as the app does. */
export async function openJson(file: string) {
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value === null) throw new Error('No format knows this file.');
  const opened = await detected.value.open(file, {
    cacheDir: path.join(path.dirname(file), 'cache'),
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!opened.ok) throw new Error(opened.message);
  // Its sources answer at once, as those of a database do.
  return { ...opened.value, source: opened.value.source as DatabaseSource };
}
