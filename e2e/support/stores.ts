import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import canonicalize from 'canonicalize';
import { type ThewayEntry, ThewayFile } from '../../src/main/samples/theway-file';

/**
 * A vv-agent store as another program writes it: its own SQL, its own spelling of JSON, and digests by
 * another implementation of RFC 8785.
 */
export function writeForeignStore(path: string, journalMode: 'wal' | 'delete' = 'wal'): void {
  const database = new Database(path);
  database.pragma(`journal_mode = ${journalMode}`);
  database.exec(`
    CREATE TABLE session_items (session_id TEXT NOT NULL, item_index INTEGER PRIMARY KEY AUTOINCREMENT, payload TEXT NOT NULL);
    CREATE INDEX idx_session_items_session_id_item_index ON session_items (session_id, item_index);
    CREATE TABLE session_commits (session_id TEXT NOT NULL, commit_id TEXT NOT NULL, payload_digest TEXT NOT NULL,
      PRIMARY KEY (session_id, commit_id));
    PRAGMA user_version = 2;
  `);
  const insert = database.prepare('INSERT INTO session_items (session_id, payload) VALUES (?, ?)');
  const commit = database.prepare('INSERT INTO session_commits VALUES (?, ?, ?)');
  const add = (session: string, items: readonly object[]) => {
    for (const item of items) insert.run(session, JSON.stringify(item, null, 1));
  };
  const addOnce = (session: string, id: string, items: readonly object[]) => {
    add(session, items);
    commit.run(session, id, digestOf(items));
  };
  addOnce('alpha', 'commit-1', [
    { role: 'user', content: 'What does the build print?' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'bash', arguments: '{"command": "make", "limit": 1.0}' },
        },
        { id: 'call_2', type: 'function', function: { name: 'read', arguments: '{"path": "gone.txt"}' } },
      ],
      reasoning_content: 'Run it and see.',
    },
    { role: 'tool', content: 'all green', tool_call_id: 'call_1' },
  ]);
  add('beta', [{ role: 'user', content: 'A plain item.' }]);
  addOnce('alpha', 'commit-2', [
    { role: 'assistant', content: 'It prints **all green**.', metadata: { n: 1 } },
  ]);
  addOnce('beta', 'commit-popped', [{ role: 'assistant', content: 'soon gone' }]);
  database.exec("DELETE FROM session_items WHERE session_id = 'beta' AND payload LIKE '%soon gone%'");
  database.close();
}

function digestOf(items: readonly object[]): string {
  const text = canonicalize({ items, schema_version: 'vv-agent.session-commit.v1' });
  return createHash('sha256').update(String(text)).digest('hex');
}

/** Changes one byte of one payload in a database that nobody has open. */
export function changeOneByte(path: string): void {
  const database = new Database(path);
  database.exec(
    "UPDATE session_items SET payload = replace(payload, 'all green', 'all greeN') WHERE payload LIKE '%all green\"%'",
  );
  database.close();
}

const TIMES = ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:05.000Z'];

export function message(
  id: string,
  parentId: string | null,
  role: string,
  content: unknown,
  more: object = {},
): ThewayEntry {
  return { type: 'message', id, parentId, timestamp: TIMES[0] ?? '', message: { role, content, ...more } };
}

/**
 * A small theway session: a question, then two branches. The first has a call with a result, one that
 * failed and one without a result; the second is the active one.
 */
export function writeBranchedSession(path: string): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'session-1', createdAt: TIMES[0], cwd: '/home/dev/shop', path });
  file.append([
    message('q', null, 'user', 'Which file is the largest?'),
    message('a1', 'q', 'assistant', [
      { type: 'thinking', thinking: 'List them first.' },
      { type: 'text', text: 'I will list them.' },
      { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls -lS', big: 1 } },
      { type: 'toolCall', id: 'c2', name: 'read', arguments: { path: 'missing.txt' } },
      { type: 'toolCall', id: 'c3', name: 'grep', arguments: { pattern: 'x' } },
    ]),
    message('r1', 'a1', 'toolResult', [{ type: 'text', text: 'largest.bin' }], {
      toolCallId: 'c1',
      toolName: 'bash',
      isError: false,
    }),
    message('r2', 'r1', 'toolResult', [{ type: 'text', text: 'no such file' }], {
      toolCallId: 'c2',
      toolName: 'read',
      isError: true,
    }),
    message('a2', 'r2', 'assistant', [{ type: 'text', text: 'It is largest.bin.' }]),
    {
      type: 'label',
      id: 'l1',
      parentId: 'a2',
      timestamp: TIMES[1] ?? '',
      targetId: 'a2',
      label: 'first try',
    },
    { type: 'leaf', id: 'm1', parentId: 'l1', timestamp: TIMES[1] ?? '', targetId: 'q' },
    message('b1', 'q', 'assistant', [{ type: 'text', text: 'Without looking: probably a video.' }]),
    message('b2', 'b1', 'user', 'Then look.'),
  ]);
  file.close();
}

/** A question with so many answers, each a branch of its own. */
export function writeFan(path: string, count: number): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'fan', createdAt: TIMES[0], cwd: '/', path });
  file.append([message('q', null, 'user', 'What could we try?')]);
  file.append(
    (function* () {
      for (let i = 0; i < count; i++) yield message(`e${i}`, 'q', 'assistant', `Idea ${i}`);
    })(),
  );
  file.close();
}

/** A chain of so many entries, each a child of the one before. */
export function writeChain(path: string, count: number): void {
  const file = new ThewayFile(path);
  file.setMeta({ id: 'chain', createdAt: TIMES[0], cwd: '/', path });
  file.append(
    (function* () {
      for (let i = 0; i < count; i++) {
        yield message(
          `e${i}`,
          i === 0 ? null : `e${i - 1}`,
          i % 2 === 0 ? 'user' : 'assistant',
          `Entry number ${i}`,
        );
      }
    })(),
  );
  file.close();
}
