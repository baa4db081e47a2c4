import { type Problem, problemAt } from '../../../shared/model/report';
import { MAX_SESSIONS_LISTED, type SessionSummary } from '../../../shared/model/session';
import { quoteName } from '../../sqlite/schema';
import type { ReadDatabase, Row, RowReader, SqlValue } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { boundedColumn } from '../stored-id';
import type { Layout, TablePair } from './layout';
import { KEY_COLUMNS, type SessionKey, sessionKeyOf, textKey } from './session-key';
import { readTitle } from './session-title';
import { storedTime } from './stored-time';

/** The sessions of a file as they are listed, and by their names where their rows are. */
export interface SessionList {
  readonly sessions: SessionSummary[];
  readonly keys: ReadonlyMap<string, SessionKey>;
  readonly total: number;
  readonly problems: Problem[];
}

interface Found {
  readonly key: SessionKey;
  readonly entryCount: number;
  readonly lastMessage: SqlValue;
  /** Of its last message, else of the row of the session. */
  readonly writtenAt: string | null;
}

/** Titles are read in several short transactions, this many sessions each. */
const TITLES_A_READ = 250;

/** Lists the newest sessions in the order in which they began; those without a message come last. */
export function listSessions(db: ReadDatabase, { pairs }: Layout): SessionList {
  const keys = new Map<string, SessionKey>();
  const found: Found[] = [];
  let total = 0;
  for (const pair of pairs) {
    const room = MAX_SESSIONS_LISTED - found.length;
    const listed = unwrap(db.read((rows) => sessionsOf(rows, pair, room)));
    total += listed.total;
    for (const session of listed.found) {
      const key = named(session.key, pair === pairs[0], keys);
      keys.set(key.id, key);
      found.push({ ...session, key });
    }
  }
  const ranks = ranksOf(found);
  const sessions: SessionSummary[] = [];
  for (let start = 0; start < found.length; start += TITLES_A_READ) {
    const batch = found.slice(start, start + TITLES_A_READ);
    unwrap(
      db.read((rows) => {
        for (const session of batch) sessions.push(summaryOf(rows, session, ranks.get(session) ?? 0));
      }),
    );
  }
  const problems = [...keys.values()].filter(({ isOdd }) => isOdd).map(oddProblem);
  return { sessions, keys, total, problems: [...problems, ...restProblem(total, found.length)] };
}

/** The key of a session beyond those that are listed; undefined when the file has no such session. */
export function findSession(rows: RowReader, { pairs }: Layout, id: string): SessionKey | undefined {
  const key = textKey(pairs[0], id);
  const sql = `SELECT 1 FROM ${quoteName(pairs[0].messages)} WHERE ${key.where} LIMIT 1`;
  return rows.get(sql, key.value) === undefined ? undefined : key;
}

function sessionsOf(rows: RowReader, pair: TablePair, room: number): { found: Found[]; total: number } {
  const messages = quoteName(pair.messages);
  const grouped = `SELECT ${KEY_COLUMNS}, count(*) AS entries, min(id) AS first, max(id) AS last
    FROM ${messages} GROUP BY session_id COLLATE BINARY`;
  const newest = `SELECT * FROM (${grouped}) ORDER BY last DESC LIMIT ?`;
  const withTime = `SELECT *, (SELECT ${boundedColumn('created_at')} FROM ${messages} WHERE id = last) AS written
    FROM (${newest}) ORDER BY first`;
  const found = rows.all(withTime, room).map((row) => foundOf(pair, row, messages));
  const count = `SELECT count(DISTINCT session_id COLLATE BINARY) + max(session_id IS NULL) AS total FROM ${messages}`;
  let total = Number(rows.get(count)?.total ?? 0);
  if (pair.sessions !== null) {
    const empty = `FROM ${quoteName(pair.sessions)} AS s
      WHERE NOT EXISTS (SELECT 1 FROM ${messages} AS m WHERE m.session_id COLLATE BINARY IS s.session_id)`;
    total += Number(rows.get(`SELECT count(*) AS total ${empty}`)?.total ?? 0);
    const columns = `${KEY_COLUMNS}, 0 AS entries, NULL AS first, NULL AS last, ${boundedColumn('updated_at')} AS written`;
    for (const row of rows.all(`SELECT ${columns} ${empty} LIMIT ?`, Math.max(0, room - found.length)))
      found.push(foundOf(pair, row, messages));
  }
  return { found, total };
}

function foundOf(pair: TablePair, row: Row, messages: string): Found {
  return {
    key: sessionKeyOf(pair, row, messages),
    entryCount: Number(row.entries ?? 0),
    lastMessage: row.last ?? null,
    writtenAt: storedTime(row.written),
  };
}

/** One name for one session: several pairs of tables may use an id, and a name made up for an odd id may be taken. */
function named(key: SessionKey, isFirst: boolean, taken: ReadonlyMap<string, SessionKey>): SessionKey {
  let id = isFirst ? key.id : `${key.id} (${key.pair.messages})`;
  while (taken.has(id)) id += "'";
  return { ...key, id };
}

/** 0 for the session written last. Times have steps of a second: within one pair, ids tell what was later. */
function ranksOf(found: readonly Found[]): Map<Found, number> {
  const order = [...found].sort((left, right) => {
    const [a, b] = [left.writtenAt ?? '', right.writtenAt ?? ''];
    if (a !== b) return a < b ? 1 : -1;
    return Number(right.lastMessage ?? 0) - Number(left.lastMessage ?? 0);
  });
  return new Map(order.map((session, rank) => [session, rank]));
}

function summaryOf(rows: RowReader, { key, entryCount, lastMessage, writtenAt }: Found, recency: number) {
  const summary: SessionSummary = {
    id: key.id,
    title: entryCount === 0 ? null : readTitle(rows, key),
    entryCount,
    storedLeaf: entryCount === 0 ? null : (branchLeaf(rows, key) ?? String(lastMessage)),
    lastWrittenAt: writtenAt,
    recency,
    commitCount: 0,
  };
  return summary;
}

/** The last message of the branch that was written last; null where no branch has any. */
function branchLeaf(rows: RowReader, { pair, where, value }: SessionKey): string | null {
  if (pair.branches === null) return null;
  const sql = `SELECT s.message_id AS leaf FROM message_structure AS s WHERE ${where}
    AND EXISTS (SELECT 1 FROM ${quoteName(pair.messages)} AS m
      WHERE m.id = s.message_id AND m.session_id COLLATE BINARY IS s.session_id)
    ORDER BY s.sequence_number DESC, s.${pair.branches.key} DESC LIMIT 1`;
  const leaf = rows.get(sql, value)?.leaf;
  return typeof leaf === 'number' || typeof leaf === 'bigint' ? String(leaf) : null;
}

function oddProblem({ id }: SessionKey): Problem {
  const message = 'The id of the session is no ordinary text; this name stands for it.';
  return problemAt({ sessionId: id }, { code: 'session-id-not-text', severity: 'error', message });
}

function restProblem(total: number, listed: number): Problem[] {
  if (listed >= total) return [];
  const message = `${total} sessions in this file; the ${listed} written last are listed.`;
  return [problemAt({}, { code: 'sessions-not-listed', severity: 'note', message })];
}
