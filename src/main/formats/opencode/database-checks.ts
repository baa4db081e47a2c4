import type { Check } from '../../../shared/model/report';
import type { ReadDatabase } from '../../sqlite/types';
import { unwrap } from '../database-error';
import { quickCheck } from '../quick-check';

/** The schema report: what the file declares but does not enforce, then SQLite's own check of the file. */
export function databaseChecks(db: ReadDatabase): Check[] {
  const missing = (sql: string) => Number(unwrap(db.read((rows) => rows.get(sql)))?.missing ?? 0);
  return [
    {
      id: 'message-sessions',
      title: 'Sessions of the messages',
      expected: 'every message is of a session with a row',
      ...verdictOf(
        missing(`SELECT count(*) AS missing FROM message AS m
          WHERE NOT EXISTS (SELECT 1 FROM session AS s WHERE s.id = m.session_id)`),
      ),
    },
    {
      id: 'part-messages',
      title: 'Messages of the parts',
      expected: 'every part is of a message of its session',
      ...verdictOf(
        missing(`SELECT count(*) AS missing FROM part AS p
          WHERE NOT EXISTS (SELECT 1 FROM message AS m WHERE m.id = p.message_id AND m.session_id = p.session_id)`),
      ),
    },
    quickCheck(db),
  ];
}

function verdictOf(missing: number): Pick<Check, 'verdict' | 'found'> {
  return missing === 0
    ? { verdict: 'ok', found: 'all are' }
    : { verdict: 'warning', found: `${missing} ${missing === 1 ? 'is' : 'are'} of none` };
}
