import type { Check } from '../../../shared/model/report';
import { quoteName } from '../../sqlite/schema';
import type { ReadDatabase } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { quickCheck } from '../quick-check';
import type { Layout, TablePair } from './layout';

/** The schema report: what the SDK declares but has no way to enforce, then SQLite's own check of the file. */
export function schemaChecks(db: ReadDatabase, { pairs }: Layout): Check[] {
  return [...pairs.flatMap((pair, at) => pairChecks(db, pair, at)), quickCheck(db)];
}

function pairChecks(db: ReadDatabase, pair: TablePair, at: number): Check[] {
  // Ids of checks are stable: those of the first pair are the same in all files.
  const suffix = at === 0 ? '' : `-${at + 1}`;
  return [
    sessionsCheck(db, pair, suffix),
    ...(pair.branches === null ? [] : [structureCheck(db, pair, suffix)]),
  ];
}

function sessionsCheck(db: ReadDatabase, pair: TablePair, suffix: string): Check {
  const about = {
    id: `message-sessions${suffix}`,
    title: 'Sessions of the messages',
    expected: `every message of ${pair.messages} is of a session with a row`,
  };
  if (pair.sessions === null) return { ...about, verdict: 'failed', found: 'no readable table of sessions' };
  const sql = `SELECT count(*) AS missing FROM (SELECT DISTINCT session_id FROM ${quoteName(pair.messages)}) AS m
    WHERE NOT EXISTS (SELECT 1 FROM ${quoteName(pair.sessions)} AS s WHERE s.session_id COLLATE BINARY IS m.session_id)`;
  const missing = Number(unwrap(db.read((rows) => rows.get(sql)))?.missing ?? 0);
  return {
    ...about,
    verdict: missing === 0 ? 'ok' : 'warning',
    found:
      missing === 0
        ? 'all have one'
        : `${missing} ${missing === 1 ? 'session has' : 'sessions have'} messages, and no row`,
  };
}

function structureCheck(db: ReadDatabase, pair: TablePair, suffix: string): Check {
  const sql = `SELECT count(*) AS missing FROM message_structure AS s WHERE NOT EXISTS
    (SELECT 1 FROM ${quoteName(pair.messages)} AS m WHERE m.id = s.message_id AND m.session_id COLLATE BINARY IS s.session_id)`;
  const missing = Number(unwrap(db.read((rows) => rows.get(sql)))?.missing ?? 0);
  return {
    id: `branch-messages${suffix}`,
    title: 'Messages of the branches',
    expected: 'every row of message_structure names a message of its session',
    verdict: missing === 0 ? 'ok' : 'warning',
    found: missing === 0 ? 'all do' : `${missing} ${missing === 1 ? 'names' : 'name'} none`,
  };
}
