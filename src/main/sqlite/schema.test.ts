import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openForReading } from './open';
import { isOrdinaryTable, quoteName, readSchema, readTable } from './schema';
import { makeFolders, type TestFolders } from './test-support/files';
import type { RowReader } from './types';

let folders: TestFolders;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => folders.remove());

async function inDatabase<T>(sql: string, work: (rows: RowReader) => T): Promise<T> {
  const file = path.join(folders.user, 'schema.db');
  const database = new Database(file);
  database.exec(sql);
  database.close();
  const opened = await openForReading(file, { cacheDir: folders.cache });
  if (!opened.ok) throw new Error(opened.detail);
  const result = opened.db.read(work);
  opened.db.close();
  if (!result.ok) throw new Error(result.detail);
  return result.value;
}

it('lists the objects of the schema with their SQL', async () => {
  const schema = await inDatabase('CREATE TABLE a (x UNIQUE); CREATE INDEX i ON a (x)', readSchema);
  expect(schema).toEqual([
    { type: 'table', name: 'a', tblName: 'a', sql: 'CREATE TABLE a (x UNIQUE)' },
    { type: 'index', name: 'sqlite_autoindex_a_1', tblName: 'a', sql: null },
    { type: 'index', name: 'i', tblName: 'a', sql: 'CREATE INDEX i ON a (x)' },
  ]);
});

it('tells columns, keys, defaults, STRICT and WITHOUT ROWID', async () => {
  const sql =
    "CREATE TABLE t (b TEXT NOT NULL DEFAULT 'x', a INTEGER, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID";
  const table = await inDatabase(sql, (rows) => readTable(rows, 'T'));
  expect(table).toEqual({
    name: 't',
    type: 'table',
    withoutRowid: true,
    strict: true,
    columns: [
      { name: 'b', type: 'TEXT', notNull: true, defaultSql: "'x'", primaryKeyPosition: 2, generated: 'no' },
      { name: 'a', type: 'INTEGER', notNull: true, defaultSql: null, primaryKeyPosition: 1, generated: 'no' },
    ],
  });
});

it('takes any name literally', async () => {
  const name = `a"b'c; DROP TABLE x --`;
  const table = await inDatabase(`CREATE TABLE ${quoteName(name)} (${quoteName(name)})`, (rows) =>
    readTable(rows, name),
  );
  expect(table?.columns.map((column) => column.name)).toEqual([name]);
});

it('calls a table ordinary only if its named columns are stored ones', async () => {
  const sql = `
    CREATE TABLE plain (id, data);
    CREATE TABLE computed (id, data AS (id || 'x'), kept AS (id) STORED);
    CREATE VIEW seen AS SELECT id, data FROM plain;
    CREATE VIRTUAL TABLE searched USING fts5 (id, data);
  `;
  const verdict = await inDatabase(sql, (rows) => ({
    plain: isOrdinaryTable(readTable(rows, 'plain'), ['ID', 'data']),
    lacking: isOrdinaryTable(readTable(rows, 'plain'), ['id', 'other']),
    computed: isOrdinaryTable(readTable(rows, 'computed'), ['id', 'data']),
    kept: isOrdinaryTable(readTable(rows, 'computed'), ['kept']),
    untouched: isOrdinaryTable(readTable(rows, 'computed'), ['id']),
    seen: isOrdinaryTable(readTable(rows, 'seen'), ['id']),
    searched: isOrdinaryTable(readTable(rows, 'searched'), ['id']),
    shadow: isOrdinaryTable(readTable(rows, 'searched_data'), ['id']),
    absent: isOrdinaryTable(readTable(rows, 'absent'), []),
  }));
  expect(verdict).toEqual({
    plain: true,
    lacking: false,
    computed: false,
    kept: false,
    untouched: true,
    seen: false,
    searched: false,
    shadow: false,
    absent: false,
  });
});

it('reads a schema whose view would never end, without running it', async () => {
  const sql = `
    CREATE TABLE entries (id);
    CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS id FROM n;
  `;
  const kinds = await inDatabase(sql, (rows) => [
    readTable(rows, 'entries')?.type,
    readTable(rows, 'endless')?.type,
  ]);
  expect(kinds).toEqual(['table', 'view']);
});
