import type { Finding } from '../../../shared/model/report';
import { quoteId } from '../stored-id';

/** Sessions that are gone through from child to parent: no real one is as deep. */
const MAX_DEPTH = 1000;

/**
 * What there is to say of where a session stands among the others. `parentOf` gives the id of the session that started
 * one: null for none, undefined where there is no such session.
 */
export function parentFindings(
  sessionId: string,
  hasRecord: boolean,
  parentOf: (sessionId: string) => string | null | undefined,
): Finding[] {
  if (!hasRecord) return [RECORD_MISSING];
  const seen = new Set([sessionId]);
  for (let at = parentOf(sessionId); typeof at === 'string' && seen.size < MAX_DEPTH; ) {
    if (seen.has(at)) return [circle(sessionId)];
    seen.add(at);
    const next = parentOf(at);
    // Where the chain ends farther up, that is told at the session it ends at.
    if (next === undefined) return seen.size === 2 ? [parentMissing(at)] : [];
    at = next;
  }
  return [];
}

const RECORD_MISSING: Finding = {
  code: 'session-record-missing',
  severity: 'warning',
  message:
    'Messages of this session are stored, and the session itself is not: its title and folder are unknown.',
};

function circle(sessionId: string): Finding {
  const message = `The sessions that started ${quoteId(sessionId)} lead back to one of themselves.`;
  return { code: 'session-parent-cycle', severity: 'warning', message };
}

function parentMissing(parentId: string): Finding {
  const message = `The session that started this one, ${quoteId(parentId)}, is not here.`;
  return { code: 'parent-session-missing', severity: 'note', message };
}
