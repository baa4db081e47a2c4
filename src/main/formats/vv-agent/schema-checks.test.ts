import { afterAll, describe, expect, it } from 'vitest';
import type { Check } from '../../../shared/model/report';
import {
  LEGACY_SCHEMA,
  type SchemaParts,
  VV_AGENT_SCHEMA,
  type VvAgentFile,
} from '../../samples/vv-agent-file';
import { readBody, readHeads, StoreBench, user } from './test-support/opened-store';

const bench = new StoreBench();
afterAll(() => bench.release());

async function checksOf(
  parts: SchemaParts = {},
  fill: (file: VvAgentFile) => void = () => {},
): Promise<Check[]> {
  const store = await bench.store(fill, parts);
  return store.schemaChecks();
}

function summary(checks: readonly Check[]): Record<string, string> {
  return Object.fromEntries(
    checks.filter(({ verdict }) => verdict === 'failed').map(({ id, found }) => [id, found]),
  );
}

it('is all green for the schema as the store makes it', async () => {
  const checks = await checksOf();
  expect(checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  expect(checks.length).toBeGreaterThan(25);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
});

const items = (columns: string, after = '') => ({ items: `CREATE TABLE session_items (${columns})${after}` });
const commits = (columns: string, after = '') => ({
  commits: `CREATE TABLE session_commits (${columns})${after}`,
});
const COMMIT_COLUMNS =
  'session_id TEXT NOT NULL, commit_id TEXT NOT NULL, payload_digest TEXT NOT NULL, PRIMARY KEY (session_id, commit_id)';
const KEY = 'item_index INTEGER PRIMARY KEY AUTOINCREMENT';
const NAME = 'idx_session_items_session_id_item_index';

/** Each rule broken for itself: the row that must fail, and what it must say. */
const BROKEN: readonly [rule: string, parts: SchemaParts, failed: Record<string, string>][] = [
  [
    'version',
    { version: 3 },
    { 'schema-version': 'session schema version 3 does not match required version 2' },
  ],
  [
    'a negative version',
    { version: -1 },
    { 'schema-version': 'session schema version -1 does not match required version 2' },
  ],
  [
    'no commits table',
    { commits: '' },
    { 'schema-tables': 'unsupported session schema tables: ["session_items"]' },
  ],
  [
    'a foreign table',
    { commits: `${VV_AGENT_SCHEMA.commits}; CREATE TABLE a (b)` },
    { 'schema-tables': 'unsupported session schema tables: ["a", "session_commits", "session_items"]' },
  ],
  [
    'a column more',
    items(`session_id TEXT NOT NULL, ${KEY}, payload TEXT NOT NULL, extra TEXT`),
    {
      'session-items-columns':
        'unsupported session_items schema columns: ["session_id", "item_index", "payload", "extra"]',
    },
  ],
  [
    'columns in another order',
    items(`${KEY}, session_id TEXT NOT NULL, payload TEXT NOT NULL`),
    {
      'session-items-columns':
        'unsupported session_items schema columns: ["item_index", "session_id", "payload"]',
    },
  ],
  [
    'a commit column more',
    commits(COMMIT_COLUMNS.replace(', PRIMARY', ', at TEXT, PRIMARY')),
    {
      'session-commits-columns':
        'unsupported session_commits schema columns: ["session_id", "commit_id", "payload_digest", "at"]',
    },
  ],
  [
    'no index',
    { index: '' },
    { 'session-items-index': 'session schema is missing the canonical session_items index' },
  ],
  [
    'a type',
    items(`session_id TEXT NOT NULL, ${KEY}, payload BLOB NOT NULL`),
    { 'session-items-types': 'session_id TEXT, item_index INTEGER, payload BLOB' },
  ],
  [
    'NOT NULL',
    items(`session_id TEXT NOT NULL, ${KEY}, payload TEXT`),
    { 'session-items-not-null': 'session_id' },
  ],
  [
    'a default',
    items(`session_id TEXT NOT NULL, ${KEY}, payload TEXT NOT NULL DEFAULT '{}'`),
    { 'session-items-defaults': "payload DEFAULT '{}'" },
  ],
  [
    'the primary key',
    items('session_id TEXT NOT NULL, item_index INTEGER, payload TEXT NOT NULL'),
    { 'session-items-primary-key': 'none', 'session-items-autoincrement': 'none' },
  ],
  [
    'AUTOINCREMENT',
    items(
      'session_id TEXT NOT NULL, item_index INTEGER PRIMARY KEY /* AUTOINCREMENT */, payload TEXT NOT NULL',
    ),
    { 'session-items-autoincrement': 'none' },
  ],
  [
    'a generated column',
    items(`session_id TEXT NOT NULL, ${KEY}, payload TEXT NOT NULL, n AS (length(payload))`),
    { 'session-items-generated': 'n' },
  ],
  [
    'STRICT',
    items(`session_id TEXT NOT NULL, ${KEY}, payload TEXT NOT NULL`, ' STRICT'),
    { 'session-items-strict': 'STRICT' },
  ],
  [
    'WITHOUT ROWID',
    items(
      'session_id TEXT NOT NULL, item_index INTEGER PRIMARY KEY, payload TEXT NOT NULL',
      ' WITHOUT ROWID',
    ),
    {
      'session-items-rowid': 'WITHOUT ROWID',
      'session-items-autoincrement': 'none',
      'session-items-not-null': 'session_id, item_index, payload',
    },
  ],
  [
    'a foreign key',
    commits(`${COMMIT_COLUMNS}, FOREIGN KEY (session_id) REFERENCES session_items (session_id)`),
    { 'session-commits-foreign-keys': 'session_id → session_items(session_id)' },
  ],
  [
    'the order of the commit key',
    commits(COMMIT_COLUMNS.replace('(session_id, commit_id)', '(commit_id, session_id)')),
    { 'session-commits-primary-key': 'commit_id, session_id' },
  ],
  [
    'the collation of the commit key',
    commits(COMMIT_COLUMNS.replace('session_id TEXT NOT NULL', 'session_id TEXT NOT NULL COLLATE NOCASE')),
    { 'session-commits-collation': 'NOCASE, BINARY', 'session-commits-constraints': 'COLLATE' },
  ],
  [
    'a collation under which a session has the items of another',
    items(`session_id TEXT NOT NULL COLLATE NOCASE, ${KEY}, payload TEXT NOT NULL`),
    { 'session-items-constraints': 'COLLATE', 'index-collation': 'NOCASE, BINARY' },
  ],
  [
    'a key by which one item replaces another',
    items(
      `session_id TEXT NOT NULL, ${KEY}, payload TEXT NOT NULL /* CHECK */, Unique (payload) on conflict replace`,
    ),
    { 'session-items-constraints': 'UNIQUE, CONFLICT' },
  ],
  [
    'a rule of its own',
    commits(`${COMMIT_COLUMNS}, CHECK (length(payload_digest) < 9)`),
    { 'session-commits-constraints': 'CHECK' },
  ],
  [
    'commits WITHOUT ROWID',
    commits(COMMIT_COLUMNS, ' WITHOUT ROWID'),
    { 'session-commits-rowid': 'WITHOUT ROWID' },
  ],
  [
    'index columns',
    { index: `CREATE INDEX ${NAME} ON session_items (session_id)` },
    { 'index-columns': 'session_items(session_id)', 'index-order': 'ascending', 'index-collation': 'BINARY' },
  ],
  [
    'index order',
    { index: `CREATE INDEX ${NAME} ON session_items (session_id, item_index DESC)` },
    { 'index-order': 'ascending, descending' },
  ],
  [
    'index collation',
    { index: `CREATE INDEX ${NAME} ON session_items (session_id COLLATE NOCASE, item_index)` },
    { 'index-collation': 'NOCASE, BINARY' },
  ],
  [
    'a unique index',
    { index: `CREATE UNIQUE INDEX ${NAME} ON session_items (session_id, item_index)` },
    { 'index-kind': 'unique' },
  ],
  [
    'a partial index',
    { index: `CREATE INDEX ${NAME} ON session_items (session_id, item_index) WHERE payload > ''` },
    { 'index-kind': 'partial' },
  ],
  [
    'another index',
    { index: `${VV_AGENT_SCHEMA.index}; CREATE INDEX mine ON session_items (payload)` },
    { 'no-other-indexes': '["mine"]' },
  ],
  [
    'a view',
    { index: `${VV_AGENT_SCHEMA.index}; CREATE VIEW v AS SELECT * FROM session_items` },
    { 'no-views': '["v"]' },
  ],
  [
    'a trigger',
    { index: `${VV_AGENT_SCHEMA.index}; CREATE TRIGGER t AFTER DELETE ON session_items BEGIN SELECT 1; END` },
    { 'no-triggers': '["t"]' },
  ],
];

describe('a rule broken', () => {
  it.each(BROKEN)(
    '%s: its row fails with the words of the store, and reading goes on',
    async (_rule, parts, failed) => {
      const store = await bench.store((file) => {
        const insert = file.database.prepare(
          'INSERT INTO session_items (session_id, item_index, payload) VALUES (?, ?, ?)',
        );
        for (let index = 1; index <= 3; index += 1) insert.run('S', index, user(`item ${index}`));
        insert.run('s', 4, user('another session'));
      }, parts);
      expect(summary(store.schemaChecks())).toEqual(failed);
      const { sessions } = store.sessions();
      expect(sessions.map(({ id, title, entryCount }) => [id, title, entryCount])).toEqual([
        ['S', 'item 1', 3],
        ['s', 'another session', 1],
      ]);
      const { index } = await readHeads(store, 'S');
      expect([0, 1, 2].map((row) => [index.id(row), index.preview(row)])).toEqual([
        ['1', 'item 1'],
        ['2', 'item 2'],
        ['3', 'item 3'],
      ]);
      expect(readBody(store, 'S', 2)).toMatchObject({ id: '3', parentId: '2', problems: [] });
    },
  );

  it('of collation does not mix sessions up', async () => {
    const store = await bench.store(
      (file) => {
        file.commit('S', '1', [user('upper')]);
        file.commit('s', '1', [user('lower')]);
      },
      items(`session_id TEXT NOT NULL COLLATE NOCASE, ${KEY}, payload TEXT NOT NULL`),
    );
    expect(store.sessions().sessions.map(({ id, title, commitCount }) => [id, title, commitCount])).toEqual([
      ['S', 'upper', 1],
      ['s', 'lower', 1],
    ]);
    expect(summary(store.schemaChecks())).toEqual({
      'index-collation': 'NOCASE, BINARY',
      'session-items-constraints': 'COLLATE',
    });
  });
});

it('names tables that pass for SQLite’s own', async () => {
  const checks = await checksOf({}, (file) => file.database.exec('CREATE TABLE SQLiteX (a)'));
  expect(checks.find(({ id }) => id === 'hidden-tables')).toMatchObject({
    verdict: 'warning',
    found: '["SQLiteX"]',
  });
  expect(summary(checks)).toEqual({});
});

it('takes a file of version 2 without tables for what it is', async () => {
  const checks = await checksOf({ items: '', index: '', commits: '' });
  expect(summary(checks)).toEqual({
    'schema-version': 'empty session database has unexpected schema version 2',
  });
  expect(checks.filter(({ verdict }) => verdict === 'ok').map(({ id }) => id)).toEqual(['quick-check']);
});

describe('older generations', () => {
  it('judges in version 1 only what version 1 had', async () => {
    const checks = await checksOf({ version: 1, index: 'CREATE TABLE other (x)', commits: '' });
    expect(summary(checks)).toEqual({
      'schema-version': 'session schema version 1 does not match required version 2',
    });
    const judged = checks.filter(({ verdict }) => verdict !== 'not-applicable');
    expect(judged.map(({ id, verdict, found }) => [id, verdict, found])).toEqual([
      ['schema-version', 'failed', 'session schema version 1 does not match required version 2'],
      ['session-items-columns', 'ok', '["session_id", "item_index", "payload"]'],
      ['quick-check', 'ok', 'ok'],
    ]);
  });

  it('fails version 1 for a column more', async () => {
    const checks = await checksOf({ version: 0, ...items(`session_id TEXT, ${KEY}, payload TEXT, x TEXT`) });
    expect(summary(checks)).toEqual({
      'schema-version': 'session schema version 0 does not match required version 2',
      'session-items-columns':
        'unsupported session_items schema columns: ["session_id", "item_index", "payload", "x"]',
    });
  });

  it('knows the oldest tables', async () => {
    const checks = await checksOf(LEGACY_SCHEMA);
    expect(Object.keys(summary(checks))).toEqual(['schema-version']);
    expect(checks.find(({ id }) => id === 'session-items-columns')).toMatchObject({
      verdict: 'ok',
      found: '["id", "session_id", "item_json"]',
    });
  });
});

it('reports damage that SQLite itself finds', async () => {
  const file = bench.write((store) =>
    store.add(
      's',
      Array.from({ length: 2_000 }, (_, n) => user(`item ${n}`)),
    ),
  );
  const { readFileSync, writeFileSync } = await import('node:fs');
  const bytes = readFileSync(file);
  bytes.fill(0x5a, bytes.length - 4096, bytes.length - 2048);
  writeFileSync(file, bytes);
  const { vvAgentFormat } = await import('./format');
  const store = vvAgentFormat.open(await bench.database(file));
  expect(store.schemaChecks().find(({ id }) => id === 'quick-check')?.verdict).toBe('failed');
});
