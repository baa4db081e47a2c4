import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting } from './open-for-writing';
import { makeDatabase, makeFolders, snapshot, type TestFolders } from './test-support/files';
import type { WriteDatabase } from './write-types';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
});

afterEach(() => folders.remove());

function opened(options: Parameters<typeof openForWriting>[1] = {}): WriteDatabase {
  const result = openForWriting(file, options);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

const insert = 'INSERT INTO entries (text) VALUES (?)';

function countRows(): number {
  const database = new Database(file, { readonly: true });
  const count = database.prepare('SELECT count(*) FROM entries').pluck().get();
  database.close();
  return Number(count);
}

describe('a database opened for writing', () => {
  it.each(['delete', 'wal'] as const)('keeps the journal mode %s and commits what was written', (mode) => {
    makeDatabase(file, mode);
    const database = opened();
    const written = database.write((rows) => rows.run(insert, 'new'));
    database.close();
    expect(written).toEqual({ ok: true, value: { changes: 1, lastRowid: 4n } });
    expect(countRows()).toBe(4);
    expect(fs.readFileSync(file)[18]).toBe(mode === 'wal' ? 2 : 1);
  });

  it('rolls back what threw, and lets the error through', () => {
    makeDatabase(file, 'delete');
    const before = snapshot(folders.user);
    const database = opened();
    expect(() =>
      database.write(() => {
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    database.close();
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('gives up on a lock after the busy timeout, with a value', () => {
    makeDatabase(file, 'wal');
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const database = opened({ busyTimeoutMs: 50 });
    expect(database.write((rows) => rows.run(insert, 'x'))).toMatchObject({ ok: false, code: 'locked' });
    other.exec('ROLLBACK');
    expect(database.write((rows) => rows.run(insert, 'x'))).toMatchObject({ ok: true });
    database.close();
    other.close();
  });

  it('refuses a statement after its transaction, and a write among reads', () => {
    makeDatabase(file, 'delete');
    const database = opened();
    const leaked = database.write((rows) => rows);
    expect(() => leaked.ok && leaked.value.run(insert, 'late')).toThrow('after their transaction');
    expect(() => database.read((rows) => rows.get('DELETE FROM entries RETURNING id'))).toThrow('only reads');
    database.close();
    expect(countRows()).toBe(3);
  });

  it('takes a rule of the tables that a write breaks for a matter of the tables, not of the disk', () => {
    makeDatabase(file, 'delete');
    const database = opened();
    const broken = database.write((rows) => {
      rows.exec('CREATE UNIQUE INDEX once ON entries (text)');
      rows.run(insert, 'twice');
      rows.run(insert, 'twice');
    });
    database.close();
    expect(broken).toMatchObject({ ok: false, code: 'unexpected-schema' });
    expect(countRows()).toBe(3);
  });

  it('takes what is no database for what it is', () => {
    expect(openForWriting(file)).toMatchObject({ code: 'missing' });
    fs.writeFileSync(file, 'a text');
    expect(openForWriting(file)).toMatchObject({ code: 'not-a-database' });
    expect(openForWriting(file, { create: 'if-missing' })).toMatchObject({ code: 'not-a-database' });
    expect(fs.readFileSync(file, 'utf8')).toBe('a text');
  });
});

describe('a database that is made', () => {
  it('is in WAL mode, and made where there is none only', () => {
    const database = opened({ create: 'must-be-new' });
    database.write((rows) => rows.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT)'));
    database.close();
    expect(fs.readFileSync(file)[18]).toBe(2);
    expect(countRows()).toBe(0);
    expect(openForWriting(file, { create: 'must-be-new' })).toMatchObject({ code: 'exists-already' });
    opened({ create: 'if-missing' }).close();
  });

  it('needs a folder that is there', () => {
    const lost = path.join(folders.user, 'no', 'where.db');
    for (const create of ['if-missing', 'must-be-new'] as const)
      expect(openForWriting(lost, { create })).toMatchObject({ code: 'missing' });
  });
});
