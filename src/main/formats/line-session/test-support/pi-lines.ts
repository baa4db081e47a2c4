// Sessions of pi, the simplest of the formats of lines: what holds for all of them is tried in these.

const TIME = '2026-11-20T10:00:00.000Z';

/** The first line of a session `s`. */
export const HEADER = JSON.stringify({
  type: 'session',
  version: 3,
  id: 's',
  timestamp: TIME,
  cwd: '/home/dev',
});

/** The line of an entry. */
export function record(id: string, parentId: string | null, fields: object): string {
  return JSON.stringify({ ...fields, id, parentId, timestamp: TIME });
}

/** The line of a message. */
export function entry(id: string, parentId: string | null, message: object): string {
  return record(id, parentId, { type: 'message', message });
}

/** The line of what the user said. */
export function said(id: string, parentId: string | null, content: string): string {
  return entry(id, parentId, { role: 'user', content });
}

/** The lines of a chain `e0`, `e1` and on, each of about a kilobyte. */
export function chain(count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    said(`e${at}`, at === 0 ? null : `e${at - 1}`, `${at} ${'x'.repeat(1000)}`),
  );
}
