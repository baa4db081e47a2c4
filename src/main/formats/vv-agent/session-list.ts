import { type Problem, problemAt } from '../../../shared/model/report';
import { MAX_SESSIONS_LISTED, type SessionSummary } from '../../../shared/model/session';
import type { ReadDatabase, Row, RowReader } from '../../sqlite/types';
import { unwrap } from '../database-error';
import type { Layout } from './layout';
import {
  commitsTable,
  GROUP_BY_SESSION,
  itemsTable,
  type KeyedTable,
  keyColumns,
  type SessionKey,
  sessionKeyOf,
  textKey,
} from './session-key';
import { readTitle } from './session-title';

/** The sessions of a file as they are listed, with the keys their rows are found by. */
export interface SessionList {
  readonly sessions: SessionSummary[];
  readonly keys: readonly SessionKey[];
  readonly total: number;
  readonly problems: Problem[];
}

/** Titles are read in several short transactions, this many sessions each. */
const TITLES_A_READ = 250;

/**
 * Lists the newest sessions in the order of the file, which is that of their first items. Sessions of which
 * nothing is left but commits come last: nothing tells when they were written.
 */
export function listSessions(db: ReadDatabase, layout: Layout): SessionList {
  const { found, total } = unwrap(db.read((rows) => findSessions(rows, layout)));
  const sessions: SessionSummary[] = [];
  for (let start = 0; start < found.length; start += TITLES_A_READ) {
    const batch = found.slice(start, start + TITLES_A_READ);
    unwrap(
      db.read((rows) => {
        for (const { key, summary } of batch) {
          const title = summary.entryCount === 0 ? null : readTitle(rows, layout, key);
          sessions.push({ ...summary, title });
        }
      }),
    );
  }
  const keys = found.map(({ key }) => key);
  return {
    sessions,
    keys,
    total,
    problems: [...keys.flatMap(keyProblem), ...restProblem(total, found.length)],
  };
}

/** The key of a session that the file has; undefined when it has no such session. */
export function findTextSession(rows: RowReader, layout: Layout, id: string): SessionKey | undefined {
  const key = textKey(id);
  const has = (table: string) =>
    rows.get(`SELECT 1 FROM ${table} WHERE ${key.where} LIMIT 1`, key.value) !== undefined;
  return (layout.hasItems && has('session_items')) || (layout.hasCommits && has('session_commits'))
    ? key
    : undefined;
}

interface Found {
  readonly key: SessionKey;
  readonly summary: SessionSummary;
}

function findSessions(rows: RowReader, layout: Layout): { found: Found[]; total: number } {
  const found: Found[] = [];
  const placeOfId = new Map<string, number>();
  let total = 0;
  if (layout.hasItems) {
    total = countGroups(rows, 'session_items');
    for (const row of rows.all(itemSessionsSql(layout))) {
      const key = sessionKeyOf(rows, row, itemsTable(layout));
      placeOfId.set(identityOf(key), found.length);
      found.push(toFound(rows, layout, key, row));
    }
  }
  if (layout.hasCommits) {
    const commits = commitsTable(layout);
    for (const row of rows.iterate(
      `SELECT ${keyColumns(commits)}, count(*) AS commits FROM session_commits ${GROUP_BY_SESSION}`,
    )) {
      const place = placeOfId.get(identityOf(sessionKeyOf(rows, row, commits)));
      const entry = place === undefined ? undefined : found[place];
      if (place !== undefined && entry) {
        found[place] = { ...entry, summary: { ...entry.summary, commitCount: Number(row.commits) } };
      }
    }
    const bare = rows.all(bareSessionsSql(layout, commits));
    total += bare.length;
    for (const row of bare.slice(0, MAX_SESSIONS_LISTED - found.length)) {
      const key = sessionKeyOf(rows, row, commits);
      found.push(toFound(rows, layout, key, { ...row, recency: found.length }));
    }
  }
  return { found, total };
}

/** Tells ids apart also where the name made up for one is that of another. */
function identityOf({ id, problem }: SessionKey): string {
  return `${problem === null ? 'text' : 'odd'} ${id}`;
}

function itemSessionsSql(layout: Layout): string {
  const { indexColumn } = layout;
  const grouped = `SELECT ${keyColumns(itemsTable(layout))}, count(*) AS items, min(${indexColumn}) AS first, max(${indexColumn}) AS last
    FROM session_items ${GROUP_BY_SESSION} ORDER BY last DESC LIMIT ${MAX_SESSIONS_LISTED}`;
  return `SELECT *, row_number() OVER (ORDER BY last DESC) - 1 AS recency FROM (${grouped}) ORDER BY first`;
}

/** Sessions that exist through their commits alone. */
function bareSessionsSql({ hasItems, commitOrder }: Layout, commits: KeyedTable): string {
  const hasNoItems = hasItems
    ? `WHERE NOT EXISTS (SELECT 1 FROM session_items AS i WHERE i.session_id COLLATE BINARY IS c.session_id)`
    : '';
  return `SELECT ${keyColumns(commits)}, 0 AS items, NULL AS last, count(*) AS commits
    FROM session_commits AS c ${hasNoItems} ${GROUP_BY_SESSION} ORDER BY min(${commitOrder ?? 'commit_id'})`;
}

function countGroups(rows: RowReader, table: string): number {
  const row = rows.get(`SELECT count(*) AS total FROM (SELECT 1 FROM ${table} ${GROUP_BY_SESSION})`);
  return Number(row?.total ?? 0);
}

function toFound(rows: RowReader, layout: Layout, found: SessionKey, row: Row): Found {
  const key = distinctKey(rows, layout, found);
  const entryCount = Number(row.items);
  return {
    key,
    summary: {
      id: key.id,
      title: null,
      entryCount,
      storedLeaf: entryCount === 0 ? null : String(row.last),
      lastWrittenAt: null,
      recency: Number(row.recency),
      commitCount: Number(row.commits ?? 0),
    },
  };
}

/** A name made up for an id that is no text must not be that of another session. */
export function distinctKey(rows: RowReader, layout: Layout, key: SessionKey): SessionKey {
  if (key.problem === null) return key;
  return findTextSession(rows, layout, key.id)
    ? distinctKey(rows, layout, { ...key, id: `${key.id}'` })
    : key;
}

function keyProblem(key: SessionKey): Problem[] {
  if (key.problem === null) return [];
  return [problemAt({ sessionId: key.id }, key.problem)];
}

function restProblem(total: number, listed: number): Problem[] {
  if (listed >= total) return [];
  const message = `${total} sessions in this file; the ${listed} written last are listed.`;
  return [problemAt({}, { code: 'sessions-not-listed', severity: 'note', message })];
}
