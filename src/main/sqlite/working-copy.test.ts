import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyPages } from './page-copy';
import {
  makeDatabase,
  makeFolders,
  makeLargeDatabase,
  snapshot,
  type TestFolders,
} from './test-support/files';
import { endOtherPrograms, OtherProgram } from './test-support/other-program';
import { makeWorkingCopy } from './working-copy';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.db');
});

afterEach(async () => {
  await endOtherPrograms();
  folders.remove();
});

function countIn(database: string): unknown {
  const opened = new Database(database);
  const count = opened.prepare('SELECT count(*) FROM entries').pluck().get();
  opened.close();
  return count;
}

const INSERT = "INSERT INTO entries (text) VALUES ('new')";

describe('a working copy', () => {
  it('has what stands in the -wal, can be written to, and leaves no trace', async () => {
    makeDatabase(file, 'wal');
    const other = new OtherProgram(file);
    await other.exec(INSERT);
    const before = snapshot(folders.user);
    const copy = await makeWorkingCopy(file, { cacheDir: folders.cache });
    if (!copy.ok) throw new Error(copy.message);
    expect(countIn(copy.value.path)).toBe(4);
    const database = new Database(copy.value.path);
    database.exec(INSERT);
    database.close();
    expect(countIn(copy.value.path)).toBe(5);
    expect(snapshot(folders.user)).toEqual(before);
    copy.value.dispose();
    expect(fs.readdirSync(folders.cache)).toEqual([]);
  });

  it('rolls back what a dead program left half-done, in the copy only', async () => {
    makeLargeDatabase(file, 'delete', 30);
    const other = new OtherProgram(file);
    // More than fits in the cache: pages are in the file before the transaction ends.
    await other.exec('BEGIN IMMEDIATE');
    await other.exec("UPDATE entries SET text = 'half'||text");
    await other.kill();
    expect(fs.statSync(`${file}-journal`).size).toBeGreaterThan(0);
    const before = snapshot(folders.user);
    const copy = await makeWorkingCopy(file, { cacheDir: folders.cache });
    if (!copy.ok) throw new Error(copy.message);
    const database = new Database(copy.value.path);
    expect(database.prepare("SELECT count(*) FROM entries WHERE text LIKE 'half%'").pluck().get()).toBe(0);
    database.close();
    expect(snapshot(folders.user)).toEqual(before);
    copy.value.dispose();
  });

  it('is given up when cancelled, and of what is no database', async () => {
    const options = { cacheDir: folders.cache };
    expect(await makeWorkingCopy(file, options)).toMatchObject({ code: 'missing' });
    makeDatabase(file, 'wal');
    const signal = AbortSignal.abort();
    expect(await makeWorkingCopy(file, { ...options, signal })).toMatchObject({ code: 'cancelled' });
    expect(fs.existsSync(folders.cache)).toBe(false);
  });
});

describe('a copy page by page', () => {
  const target = (): string => path.join(folders.user, 'copy.db');

  it('is one state also beside a program that keeps writing', async () => {
    makeLargeDatabase(file, 'wal', 20);
    const other = new OtherProgram(file);
    await other.exec('CREATE TABLE pairs (a, b)');
    await other.keepOn('INSERT INTO pairs VALUES (1, 1); UPDATE entries SET text = text WHERE id % 7 = 1', 1);
    expect(await copyPages(file, target(), {})).toEqual({ ok: true, value: null });
    const copy = new Database(target());
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(20);
    copy.close();
  });

  it('does not take a locked database for an empty one', async () => {
    makeDatabase(file, 'delete');
    const other = new OtherProgram(file);
    await other.exec('BEGIN EXCLUSIVE');
    expect(await copyPages(file, target(), { busyTimeoutMs: 50 })).toMatchObject({ code: 'locked' });
    expect(fs.existsSync(target())).toBe(false);
  });

  it('can be cancelled', async () => {
    makeLargeDatabase(file, 'wal', 20);
    const cancel = new AbortController();
    const onProgress = () => cancel.abort();
    const copied = await copyPages(file, target(), { signal: cancel.signal, onProgress });
    expect(copied).toMatchObject({ code: 'cancelled' });
  });
});
