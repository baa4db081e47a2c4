// Theway files with many entries: one long branch, or many short ones.
import Database from 'better-sqlite3';

export const ENTRIES = 100_000;

/** How many branches leave the trunk of a forked session, which is half of its entries. */
const BRANCHES = 1_000;

/** Each entry below the one before it. */
export function writeChain(file) {
  writeEntries(file, (row) => row - 1);
}

/** A trunk of half of the entries, and branches of equal length that leave it at equal distances. */
export function writeForked(file) {
  const trunk = ENTRIES / 2;
  const length = trunk / BRANCHES;
  writeEntries(file, (row) =>
    row >= trunk && (row - trunk) % length === 0 ? ((row - trunk) / length) * length : row - 1,
  );
}

/** A new theway file with an empty session, and a function that inserts one entry into it. */
export function newSession(file, id) {
  const database = new Database(file);
  database.pragma('journal_mode = DELETE');
  database.exec(`
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE entries (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, parent_id TEXT,
      type TEXT NOT NULL, timestamp TEXT NOT NULL, payload TEXT NOT NULL);
    CREATE INDEX idx_entries_parent ON entries(parent_id);
    CREATE INDEX idx_entries_type ON entries(type);
    INSERT INTO meta VALUES ('id', '"${id}"'), ('createdAt', '"2026-03-01T10:00:00Z"'), ('cwd', '"/"'), ('path', '"/"');
  `);
  const statement = database.prepare(
    'INSERT INTO entries (id, parent_id, type, timestamp, payload) VALUES (?, ?, ?, ?, ?)',
  );
  const insert = (entry) =>
    statement.run(entry.id, entry.parentId ?? '', entry.type, entry.timestamp, JSON.stringify(entry));
  return { database, insert };
}

function writeEntries(file, parentOf) {
  const { database, insert } = newSession(file, 'chain');
  const timestamp = '2026-03-01T10:00:00.000Z';
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
  database.transaction(() => {
    for (let i = 0; i < ENTRIES; i++) {
      const parentId = i === 0 ? null : `entry-${parentOf(i)}`;
      const message = {
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: [{ type: 'text', text: `${i} ${text}` }],
      };
      insert({ type: 'message', id: `entry-${i}`, parentId, timestamp, message });
    }
  })();
  database.close();
}
