import { createHash, type Hash } from 'node:crypto';
import { MAX_PARSED_BYTES } from '../../formats/read-limits';
import { type Layout, readLayout } from '../../formats/vv-agent/layout';
import type { RowReader, SqlValue } from '../../sqlite/types';
import { indexOf, pagesOf } from './pages';

/** Tells one content of a store from another: the same rows under the same schema have the same. Plain data. */
export interface ContentFingerprint {
  readonly userVersion: number;
  readonly items: number;
  readonly commits: number;
  /** The largest index of an item, in decimal; null when there is none. */
  readonly lastIndex: string | null;
  /** The largest index ever given out, in decimal, as AUTOINCREMENT keeps it; null when it keeps none. */
  readonly sequence: string | null;
  /** Lower-case hex, over all of that, the schema, and every byte of items and commits. */
  readonly sha256: string;
}

/** Whether two contents are the same. */
export function isSameContent(one: ContentFingerprint, other: ContentFingerprint): boolean {
  return one.sha256 === other.sha256;
}

/** `PRAGMA user_version`, inside a transaction. */
export function readUserVersion(rows: RowReader): number {
  return Number(rows.get('SELECT user_version FROM pragma_user_version')?.user_version ?? 0);
}

/** Where AUTOINCREMENT stands for the items; null when it keeps nothing for them. */
export function readSequence(rows: RowReader): SqlValue {
  if (rows.get("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'") === undefined) return null;
  return rows.get("SELECT seq FROM sqlite_sequence WHERE name = 'session_items' COLLATE NOCASE")?.seq ?? null;
}

/** Computes the fingerprint inside a transaction; gives the number of items done at each pause. */
export function* fingerprintOf(rows: RowReader): Generator<number, ContentFingerprint> {
  const userVersion = readUserVersion(rows);
  const layout = readLayout(rows, userVersion);
  const hash = createHash('sha256');
  const schema =
    'SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name';
  // SQLite makes this table for itself and never drops it.
  for (const row of rows.all(schema)) if (row.name !== 'sqlite_sequence') addValues(hash, Object.values(row));
  const items = layout === null ? NO_ITEMS : yield* addItems(hash, rows, layout);
  const commits = layout === null ? 0 : addCommits(hash, rows, layout);
  const sequence = readSequence(rows);
  const facts = {
    userVersion,
    items: items.count,
    commits,
    lastIndex: items.last === null ? null : String(items.last),
    sequence: sequence === null ? null : String(sequence),
  };
  addValues(hash, Object.values(facts));
  return { ...facts, sha256: hash.digest('hex') };
}

const NO_ITEMS: { readonly count: number; readonly last: bigint | null } = { count: 0, last: null };

function* addItems(hash: Hash, rows: RowReader, layout: Layout): Generator<number, typeof NO_ITEMS> {
  // Another schema than any of ours: its text says enough.
  if (!layout.hasItems || !layout.isIndexKey) return NO_ITEMS;
  const { indexColumn, payloadColumn } = layout;
  // A payload too large to be looked at is refused by any upgrade, and none is written: its size will do.
  const columns = `CAST(session_id AS BLOB) AS sessionId, typeof(session_id) AS sessionType,
    CASE WHEN octet_length(${payloadColumn}) <= ${MAX_PARSED_BYTES} THEN CAST(${payloadColumn} AS BLOB) END AS payload,
    typeof(${payloadColumn}) AS payloadType`;
  let count = 0;
  let last: bigint | null = null;
  for (const page of pagesOf(rows, { table: 'session_items', indexColumn, payloadColumn, columns })) {
    for (const row of page) {
      last = indexOf(row);
      addValues(hash, [last, row.sessionType, row.sessionId, row.payloadType, row.pageBytes, row.payload]);
    }
    count += page.length;
    yield count;
  }
  return { count, last };
}

function addCommits(hash: Hash, rows: RowReader, { hasCommits, commitOrder }: Layout): number {
  if (!hasCommits || commitOrder === null) return 0;
  const value = (column: string) =>
    `typeof(${column}) AS ${column}Type, CAST(${column} AS BLOB) AS ${column}`;
  const sql = `SELECT ${commitOrder} AS number, ${value('session_id')}, ${value('commit_id')}, ${value('payload_digest')}
    FROM session_commits ORDER BY ${commitOrder}`;
  let count = 0;
  for (const row of rows.iterate(sql)) {
    addValues(hash, Object.values(row));
    count += 1;
  }
  return count;
}

/** Each value with its kind and length, so that no two lists of values come out as the same bytes. */
function addValues(hash: Hash, values: readonly (SqlValue | undefined)[]): void {
  const head: string[] = [];
  for (const value of values) {
    if (value instanceof Uint8Array) head.push(`b${value.length}`);
    else if (typeof value === 'string') head.push(`t${JSON.stringify(value)}`);
    else head.push(value === null || value === undefined ? 'n' : `i${value}`);
  }
  hash.update(`${head.join(' ')}\n`);
  for (const value of values) if (value instanceof Uint8Array) hash.update(value);
}
