import { createHash } from 'node:crypto';
import type { Finding } from '../../../shared/model/report';
import { textOf } from '../../stores/redis/keys';
import type { ListedSession } from '../../stores/redis/listing';
import { MAX_ID_BYTES } from '../read-limits';

/** A session of a server, and the name it goes by outside. */
export interface NamedSession extends ListedSession {
  /** The id itself; for one that is no proper text, or too long, a name that no other session has. */
  readonly name: string;
  /** What is wrong with the id; null for ordinary text. */
  readonly problem: Finding | null;
}

/** Names sessions by their ids. Ids are found again by their bytes, whatever they are called. */
export function nameSessions(sessions: readonly ListedSession[]): NamedSession[] {
  const named = sessions.map(nameOf);
  const taken = new Set(named.flatMap(({ name, problem }) => (problem === null ? [name] : [])));
  return named.map((session) => {
    if (session.problem === null) return session;
    let { name } = session;
    while (taken.has(name)) name += "'";
    taken.add(name);
    return { ...session, name };
  });
}

function nameOf(session: ListedSession): NamedSession {
  const { id } = session;
  if (id.length > MAX_ID_BYTES) {
    const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
    const message = `The session id has ${id.length} bytes; a short name stands for it here.`;
    const problem = { code: 'session-id-too-long', severity: 'warning', message } as const;
    return { ...session, name: `[id of ${id.length} bytes, SHA-256 ${hash}…]`, problem };
  }
  const text = textOf(id);
  if (text !== undefined) return { ...session, name: text, problem: null };
  const message = 'The session id is not valid UTF-8.';
  const problem = { code: 'session-id-not-text', severity: 'error', message } as const;
  return { ...session, name: `${id.toString()} [bytes ${id.toString('hex')}]`, problem };
}
