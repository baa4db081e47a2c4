import { writeFileSync } from 'node:fs';

const TIME = '2026-10-01T10:00:00.000Z';
const record = (value: object) => JSON.stringify(value);
const header = record({ type: 'session', version: 3, id: 'broken', timestamp: TIME, cwd: '/work' });
const said = (id: string, parentId: string | null, content: unknown, role = 'user') =>
  record({ type: 'message', id, parentId, timestamp: TIME, message: { role, content, timestamp: 1 } });
const call = [{ type: 'toolCall', id: 'call-1', name: 'bash', arguments: { command: 'ls' } }];

/** A file with one of each of many faults, and seven lines that are damaged. */
export function writeBrokenSession(file: string): void {
  const lines = [
    header,
    said('a1', null, 'The first question.'),
    `${said('a2', 'a1', 'Glued, one.')}${said('a3', 'a2', 'Glued, two.')}`,
    said('b1', 'gone', 'On an island.'),
    said('c1', 'c2', 'In a circle.'),
    said('c2', 'c1', 'In a circle, too.'),
    said('a2', 'a3', 'An id once more.'),
    said('a4', 'a3', call, 'assistant'),
    ...Array.from({ length: 7 }, (_, at) => `{"type":"message","id":"d${at}", and no more`),
    '{"type":"message","id":"torn","parentId":"a4","mess',
  ];
  writeFileSync(file, lines.join('\n'));
}
