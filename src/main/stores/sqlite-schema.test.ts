import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEGACY_SCHEMA, type SchemaParts, VV_AGENT_SCHEMA, VvAgentFile } from '../samples/vv-agent-file';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { assistant } from './conformance-items';
import type { SessionStore } from './session-store';
import { openSqliteStore } from './sqlite-store';

let folders: TestFolders;
let file: string;
const opened: SessionStore[] = [];

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  folders.remove();
});

async function open(): Promise<SessionStore> {
  const store = await openSqliteStore(file, { create: 'if-missing' });
  opened.push(store);
  return store;
}

function make(parts: SchemaParts = {}, more = ''): void {
  const store = new VvAgentFile(file, parts);
  store.database.pragma('journal_mode = DELETE');
  if (more !== '') store.database.exec(more);
  store.close();
}

const ITEMS_KEY = 'item_index INTEGER PRIMARY KEY AUTOINCREMENT';

/** What is wrong, and the text of the first check that fails. */
const REFUSED: readonly [what: string, parts: SchemaParts, more: string, message: string][] = [
  ['an older version', { version: 1 }, '', 'session schema version 1 does not match required version 2'],
  ['a newer version', { version: 3 }, '', 'session schema version 3 does not match required version 2'],
  [
    'a version below zero',
    { version: -1 },
    '',
    'session schema version -1 does not match required version 2',
  ],
  ['the oldest tables', LEGACY_SCHEMA, '', 'session schema version 0 does not match required version 2'],
  [
    'a version without tables',
    { items: '', index: '', commits: '', version: 7 },
    '',
    'empty session database has unexpected schema version 7',
  ],
  [
    'another table',
    {},
    'CREATE TABLE a (b)',
    'unsupported session schema tables: ["a", "session_commits", "session_items"]',
  ],
  ['a missing table', { commits: '' }, '', 'unsupported session schema tables: ["session_items"]'],
  [
    'another item column',
    {
      items: `CREATE TABLE session_items (session_id TEXT NOT NULL, ${ITEMS_KEY}, payload TEXT NOT NULL, x)`,
    },
    '',
    'unsupported session_items schema columns: ["session_id", "item_index", "payload", "x"]',
  ],
  [
    'another commit column',
    {},
    'ALTER TABLE session_commits ADD COLUMN x',
    'unsupported session_commits schema columns: ["session_id", "commit_id", "payload_digest", "x"]',
  ],
  ['no index', { index: '' }, '', 'session schema is missing the canonical session_items index'],
  [
    'a trigger',
    {},
    'CREATE TRIGGER t AFTER INSERT ON session_items BEGIN DELETE FROM session_items; END',
    'session schema check failed: Triggers: expected none, found ["t"]',
  ],
  [
    'a view',
    {},
    'CREATE VIEW v AS SELECT 1',
    'session schema check failed: Views: expected none, found ["v"]',
  ],
  [
    'another index',
    {},
    'CREATE UNIQUE INDEX i ON session_items (payload)',
    'session schema check failed: Other indexes: expected none, found ["i"]',
  ],
  [
    'a column of another type',
    { items: VV_AGENT_SCHEMA.items.replace('payload TEXT', 'payload BLOB') },
    '',
    'session schema check failed: session_items: types: expected session_id TEXT, item_index INTEGER, payload TEXT, found session_id TEXT, item_index INTEGER, payload BLOB',
  ],
  [
    'no AUTOINCREMENT',
    { items: VV_AGENT_SCHEMA.items.replace(' AUTOINCREMENT', '') },
    '',
    'session schema check failed: session_items: AUTOINCREMENT: expected AUTOINCREMENT, found none',
  ],
];

describe('a file whose schema fails a check', () => {
  it.each(REFUSED)(
    'is refused with the text of the check and left as it is: %s',
    async (_what, parts, more, message) => {
      make(parts, more);
      const before = snapshot(folders.user);
      await expect(open()).rejects.toMatchObject({ code: 'invalid-schema', message });
      expect(snapshot(folders.user)).toEqual(before);
    },
  );

  it('is refused when only a view stands where the tables would be made, and none is', async () => {
    const database = new Database(file);
    database.exec('CREATE VIEW v AS SELECT 1');
    database.close();
    const before = snapshot(folders.user);
    await expect(open()).rejects.toMatchObject({ code: 'invalid-schema' });
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('a schema that changes while the store is open', () => {
  const PLANTED = 'CREATE TRIGGER t AFTER INSERT ON session_items BEGIN DELETE FROM session_items; END';

  it.each(['DELETE', 'WAL'])(
    'is checked anew before a planted trigger can run, in a %s file',
    async (mode) => {
      make();
      const other = new Database(file);
      other.pragma(`journal_mode = ${mode}`);
      const store = await open();
      const session = store.session('s');
      await session.addItems([assistant('1')]);
      other.exec(PLANTED);
      const refused = { code: 'invalid-schema', message: expect.stringContaining('Triggers') };
      for (const work of [
        () => session.addItems([assistant('2')]),
        () => session.popItem(),
        () => session.getItems(),
      ])
        await expect(work()).rejects.toMatchObject(refused);
      other.exec('DROP TRIGGER t');
      await session.addItems([assistant('2')]);
      expect((await session.getItems()).map(({ content }) => content)).toEqual(['1', '2']);
      other.pragma('user_version = 3');
      await expect(session.addItems([assistant('3')])).rejects.toThrow('schema version 3 does not match');
      other.close();
    },
  );

  it('does not pass for the schema of a creation that was rolled back', async () => {
    const opening = openSqliteStore(file, { create: 'must-be-new' });
    const store = await opening;
    opened.push(store);
    const other = new Database(file);
    other.exec(PLANTED);
    other.close();
    await expect(store.session('s').addItems([assistant('1')])).rejects.toThrow('Triggers');
  });
});
