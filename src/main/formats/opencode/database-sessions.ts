import { type Problem, problemAt } from '../../../shared/model/report';
import { MAX_SESSIONS_LISTED, type SessionSummary } from '../../../shared/model/session';
import type { ReadDatabase, Row, RowReader, SqlValue } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { sessionTitle } from '../line-session/store';
import { boundedColumn } from '../stored-id';
import type { Layout } from './layout';
import { timeWords } from './message-content';
import { revertOf } from './session-revert';
import type { OpenCodeStorage, Revert } from './storage';

/** What the messages of one session come to. */
interface Messages {
  readonly count: number;
  readonly lastId: string | null;
  readonly lastTimeMs: number;
}

interface Found {
  readonly id: string;
  readonly hasRecord: boolean;
  readonly title: string | null;
  readonly revert: Revert | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Lists the sessions that were written last, in the order in which they began. */
export function listSessions(db: ReadDatabase, layout: Layout): ReturnType<OpenCodeStorage['sessions']> {
  const { found, total, odd, messages } = unwrap(db.read((rows) => sessionsIn(rows, layout)));
  const ranks = new Map(
    [...found].sort((left, right) => right.updatedMs - left.updatedMs).map(({ id }, rank) => [id, rank]),
  );
  const sessions = unwrap(
    db.read((rows) =>
      found.map((session): SessionSummary => {
        const { count, lastId } = messages.get(session.id) ?? NO_MESSAGES;
        return {
          id: session.id,
          title: session.title,
          entryCount: count + (session.hasRecord ? 1 : 0),
          storedLeaf: session.revert === null ? lastId : leafBefore(rows, session.id, session.revert, lastId),
          lastWrittenAt: timeWords(session.updatedMs),
          recency: ranks.get(session.id) ?? 0,
          commitCount: 0,
        };
      }),
    ),
  );
  return { sessions, total, problems: listProblems(total, found.length, odd) };
}

const NO_MESSAGES: Messages = { count: 0, lastId: null, lastTimeMs: Number.NaN };

function sessionsIn(rows: RowReader, { sessionColumns }: Layout) {
  const messages = messagesBySession(rows);
  const revert = sessionColumns.includes('revert') ? boundedColumn('revert') : 'NULL';
  const isSound = "typeof(id) = 'text' AND octet_length(id) BETWEEN 1 AND 1024";
  const columns = `id, ${boundedColumn('title')} AS title, ${revert} AS revert, time_created, time_updated`;
  const sql = `SELECT * FROM (SELECT ${columns} FROM session WHERE ${isSound} ORDER BY time_updated DESC LIMIT ?)
    ORDER BY time_created, id`;
  const listed = rows.all(sql, MAX_SESSIONS_LISTED).map(foundOf);
  const found = listed.filter(({ id }) => isText(id));
  const odd = listed.length - found.length;
  const known = new Set(rows.column(`SELECT id FROM session WHERE ${isSound}`));
  const room = MAX_SESSIONS_LISTED - found.length;
  const lone = [...messages.keys()].filter((id) => !known.has(id) && isText(id));
  for (const id of lone.slice(0, room)) {
    const { lastTimeMs } = messages.get(id) ?? NO_MESSAGES;
    found.push({
      id,
      hasRecord: false,
      title: null,
      revert: null,
      createdMs: lastTimeMs,
      updatedMs: lastTimeMs,
    });
  }
  const others = Number(
    rows.get(`SELECT count(*) AS odd FROM session WHERE NOT (${isSound}) OR id IS NULL`)?.odd ?? 0,
  );
  return { found, total: known.size - odd + lone.length, odd: others + odd, messages };
}

/** Whether all bytes of an id came through: one that is not UTF-8 cannot be asked for. */
function isText(id: string): boolean {
  return !id.includes('\ufffd');
}

function messagesBySession(rows: RowReader): Map<string, Messages> {
  // Of equal times the greater id is the later message.
  const sql = `SELECT session_id AS session, count(*) AS count, max(time_created) AS time,
      substr(max(format('%016d', time_created) || id), 17) AS last
    FROM message WHERE typeof(session_id) = 'text' AND octet_length(session_id) BETWEEN 1 AND 1024
    GROUP BY session_id`;
  return new Map(
    rows
      .all(sql)
      .map(({ session, count, time, last }) => [
        String(session),
        { count: Number(count), lastId: typeof last === 'string' ? last : null, lastTimeMs: numberOf(time) },
      ]),
  );
}

function foundOf({ id, title, revert, time_created: created, time_updated: updated }: Row): Found {
  return {
    id: String(id),
    hasRecord: true,
    title: typeof title === 'string' ? sessionTitle(title) : null,
    revert: typeof revert === 'string' ? revertOf(revert) : null,
    createdMs: numberOf(created),
    updatedMs: numberOf(updated),
  };
}

/** The last message that was not taken back. */
function leafBefore(
  rows: RowReader,
  sessionId: string,
  revert: Revert,
  lastId: string | null,
): string | null {
  const target = rows.get(
    'SELECT time_created AS time FROM message WHERE id = ? AND session_id = ?',
    revert.messageId,
    sessionId,
  );
  if (target === undefined) return lastId;
  // The message stays where only parts of it were taken back.
  if (revert.partId !== null) return revert.messageId;
  const sql = `SELECT ${boundedColumn('id')} AS leaf FROM message
    WHERE session_id = ? AND (time_created, id) < (?, ?) ORDER BY time_created DESC, id DESC LIMIT 1`;
  const leaf = rows.get(sql, sessionId, target.time ?? null, revert.messageId)?.leaf;
  return typeof leaf === 'string' ? leaf : null;
}

function listProblems(total: number, listed: number, odd: number): Problem[] {
  const problems: Problem[] = [];
  if (odd > 0) {
    const message = `${odd} ${odd === 1 ? 'session has' : 'sessions have'} an id that is no ordinary text: not listed.`;
    problems.push(problemAt({}, { code: 'session-id-not-text', severity: 'error', message }));
  }
  if (listed < total) {
    const message = `${total} sessions in this file; the ${listed} written last are listed.`;
    problems.push(problemAt({}, { code: 'sessions-not-listed', severity: 'note', message }));
  }
  return problems;
}

function numberOf(value: SqlValue | undefined): number {
  return typeof value === 'number' ? value : Number.NaN;
}
