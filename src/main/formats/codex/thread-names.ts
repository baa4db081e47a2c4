import fs from 'node:fs';
import path from 'node:path';
import { openForReading } from '../../sqlite/open';
import { stampOf } from '../../sqlite/survey';
import type { ReadDatabase } from '../../sqlite/types';
import { DatabaseError, unwrap } from '../database-error';
import type { TextOptions } from '../format';

/** The number in the name rises with the schema. */
const NAME = /^state_(\d{1,6})\.sqlite$/;
/** A larger database would have to be copied to be read, for no more than a name. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Names that are read; no real home has as many threads. */
const MAX_NAMES = 100_000;
/** A locked database is not waited for. */
const BUSY_TIMEOUT_MS = 200;

/** The names of a database, and what it was like when they were read. */
interface KnownNames {
  readonly file: string;
  readonly stamps: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Of the home that was looked at last: the rollouts of a folder are opened one after the other. */
let known: KnownNames | null = null;

/**
 * The name that Codex's own database has for a thread; null where it has none or cannot be read, as a name is not worth
 * a failure. Rejects with the signal's reason.
 */
export async function storedThreadName(
  home: string,
  threadId: string,
  options: Pick<TextOptions, 'cacheDir' | 'signal'>,
): Promise<string | null> {
  const newest = newestDatabase(home);
  if (newest === null) return null;
  const { file, stamps } = newest;
  if (known?.file !== file || known.stamps !== stamps)
    known = { file, stamps, names: await namesIn(file, options) };
  return known.names.get(threadId) ?? null;
}

/** The database of the newest schema, no link; null where there is none, or one too large. */
function newestDatabase(home: string): Omit<KnownNames, 'names'> | null {
  try {
    const [newest] = fs
      .readdirSync(home, { withFileTypes: true })
      .filter((entry) => entry.isFile() && NAME.test(entry.name))
      .map(({ name }) => name)
      .sort((left, right) => numberIn(right) - numberIn(left));
    if (newest === undefined) return null;
    const file = path.join(home, newest);
    const stamps = [file, `${file}-wal`].map((each) => stampOf(each));
    if (stamps.some((stamp) => (stamp?.sizeBytes ?? 0) > MAX_BYTES)) return null;
    return { file, stamps: JSON.stringify(stamps, (_, value) => plain(value)) };
  } catch {
    return null; // What cannot be listed has no names.
  }
}

function numberIn(name: string): number {
  return Number(NAME.exec(name)?.[1] ?? 0);
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

async function namesIn(
  file: string,
  { cacheDir, signal }: Pick<TextOptions, 'cacheDir' | 'signal'>,
): Promise<ReadonlyMap<string, string>> {
  const opened = await openForReading(file, { cacheDir, signal, busyTimeoutMs: BUSY_TIMEOUT_MS });
  signal.throwIfAborted();
  if (!opened.ok) return new Map();
  try {
    return readNames(opened.db);
  } catch (error) {
    if (error instanceof DatabaseError) return new Map();
    throw error;
  } finally {
    opened.db.close();
  }
}

function readNames(db: ReadDatabase): ReadonlyMap<string, string> {
  const columns = unwrap(db.read((reader) => reader.all(`SELECT name FROM pragma_table_info('threads')`)));
  const has = (name: string) => columns.some((column) => column.name === name);
  if (!['id', 'name', 'rollout_path'].every(has)) return new Map();
  const sql = `SELECT id, substr(name, 1, 2000) AS name FROM threads
    WHERE typeof(id) = 'text' AND typeof(name) = 'text' AND trim(name) <> '' LIMIT ${MAX_NAMES}`;
  const rows = unwrap(db.read((reader) => reader.all(sql)));
  return new Map(rows.map(({ id, name }) => [String(id), String(name).trim()]));
}
