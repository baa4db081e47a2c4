import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForReading } from './open';
import {
  makeDatabase,
  makeFolders,
  makeLargeDatabase,
  snapshot,
  type TestFolders,
} from './test-support/files';
import { endOtherPrograms, OtherProgram } from './test-support/other-program';
import type { OpenOptions, ReadDatabase, ReadFailure } from './types';

let folders: TestFolders;
let file: string;
const opened: ReadDatabase[] = [];

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.db');
});

afterEach(async () => {
  for (const db of opened.splice(0)) db.close();
  await endOtherPrograms();
  folders.remove();
});

/** Opens what cannot be opened, and expects the folder to be as before. */
async function fail(target = file, options: Partial<OpenOptions> = {}): Promise<ReadFailure> {
  const before = snapshot(folders.user);
  const result = await openForReading(target, { cacheDir: folders.cache, busyTimeoutMs: 100, ...options });
  expect(snapshot(folders.user)).toEqual(before);
  expect(fs.existsSync(folders.cache) ? fs.readdirSync(folders.cache) : []).toEqual([]);
  if (result.ok) {
    opened.push(result.db);
    throw new Error('It was opened after all');
  }
  expect(result.message).not.toContain(folders.user);
  return result;
}

describe('what is no file', () => {
  it('is missing: no such name, a link to nothing, a path through a file, a name that cannot be', async () => {
    fs.symlinkSync(path.join(folders.user, 'nowhere'), path.join(folders.user, 'link'));
    fs.symlinkSync(path.join(folders.user, 'loop'), path.join(folders.user, 'loop'));
    fs.writeFileSync(path.join(folders.user, 'text'), 'hello');
    for (const name of ['absent.db', 'link', 'loop', 'text/session.db', 'a\0b', 'x'.repeat(300)]) {
      expect(await fail(path.join(folders.user, name)), name).toMatchObject({ code: 'missing' });
    }
  });

  it('is a folder', async () => {
    expect(await fail(folders.user)).toMatchObject({ code: 'is-a-folder' });
  });

  it('is a pipe, a socket or a device, and never waited on', async () => {
    expect(spawnSync('mkfifo', [file]).status).toBe(0);
    expect(await fail()).toMatchObject({ code: 'not-a-regular-file' });
    const socket = path.join(folders.user, 's');
    const server = net.createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await fail(socket)).toMatchObject({ code: 'not-a-regular-file' });
    server.close();
    expect(await fail('/dev/zero')).toMatchObject({ code: 'not-a-regular-file' });
  });

  it('is no ordinary side file: a pipe or a link in its place is refused before SQLite meets it', async () => {
    for (const suffix of ['-wal', '-shm', '-journal']) {
      makeDatabase(file, 'delete');
      const side = `${file}${suffix}`;
      spawnSync('mkfifo', [side]);
      expect(await fail(), suffix).toMatchObject({
        code: 'not-a-regular-file',
        detail: expect.stringContaining(side),
      });
      fs.rmSync(side);
      fs.symlinkSync('/dev/zero', side);
      expect(await fail(), suffix).toMatchObject({ code: 'not-a-regular-file' });
      fs.rmSync(side);
      fs.rmSync(file);
    }
  });
});

describe('what is no database', () => {
  it('is empty', async () => {
    fs.writeFileSync(file, '');
    expect(await fail()).toMatchObject({ code: 'empty' });
    // SQLite would delete these as left over.
    fs.writeFileSync(`${file}-wal`, 'log');
    fs.writeFileSync(`${file}-journal`, 'journal');
    expect(await fail()).toMatchObject({ code: 'empty' });
  });

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const random = Buffer.concat(
    Array.from({ length: 256 }, (_, index) => createHash('sha256').update(String(index)).digest()),
  );
  it.each<[string, Buffer | string, string]>([
    ['a PNG image', png, 'a PNG image'],
    ['JSON Lines', '{"type":"session"}\n{"type":"message"}\n', 'a JSON Lines file'],
    ['long JSON Lines', `{"a":1}\n{"b":"${'é'.repeat(9000)}"}\n`, 'a JSON Lines file'],
    ['JSON', '{\n  "items": []\n}\n', 'a JSON file'],
    ['text', 'Dear diary,\n', 'a text file'],
    ['gzip', gzipSync('hello'), 'a gzip archive'],
    ['ZIP', Buffer.from('504b030414000000', 'hex'), 'a ZIP archive'],
    ['ELF', Buffer.from('7f454c4602010100', 'hex'), 'a Linux program'],
    ['HTML', '<!DOCTYPE html><p>hi', 'an HTML page'],
    ['zeros', Buffer.alloc(5000), 'a file of zero bytes only'],
    ['unknown bytes', Buffer.from('0001020304ff', 'hex'), 'a binary file of an unknown kind'],
    ['a -wal', Buffer.from('377f0682002de218', 'hex'), 'the write-ahead log of a SQLite database'],
  ])('is %s: said in words, with what was looked for', async (_, content, label) => {
    fs.writeFileSync(file, content);
    const { code, message } = await fail();
    expect(code).toBe('not-a-database');
    expect(message).toContain(`This is ${label}, not `);
    expect(message).toContain('database');
  });

  it('is perhaps encrypted', async () => {
    fs.writeFileSync(file, random);
    expect(await fail()).toMatchObject({ code: 'encrypted' });
  });
});

describe('a broken database', () => {
  it.each(['delete', 'wal'] as const)('is cut off, in %s mode, wherever the cut is', async (mode) => {
    makeDatabase(file, mode, 500);
    const whole = fs.readFileSync(file);
    for (const length of [whole.length - 1, 4096 * 2, 4096, 1000, 100, 99, 16, 7, 1]) {
      fs.writeFileSync(file, whole.subarray(0, length));
      expect(await fail(), `${length} bytes`).toMatchObject({ code: 'truncated' });
    }
  });

  it.each(['delete', 'wal'] as const)('has a schema page that makes no sense, in %s mode', async (mode) => {
    makeDatabase(file, mode, 500);
    patch(file, 100, Buffer.alloc(3900, 0xa5));
    expect(await fail()).toMatchObject({ code: 'damaged' });
  });

  it('has a page size that cannot be, or a format of the future', async () => {
    for (const [at, bytes] of [
      [16, [0x12, 0x34]],
      [16, [0, 0]],
      [16, [0x01, 0]],
      [19, [9]],
    ] as const) {
      makeDatabase(file, 'delete');
      patch(file, at, Buffer.from(bytes));
      expect(await fail(), `byte ${at}`).toMatchObject({ code: 'damaged' });
      fs.rmSync(file);
    }
  });

  it('has damage further in: it opens, the read fails as a value, and the check says so', async () => {
    makeDatabase(file, 'delete', 5000);
    for (let page = 3; page < 10; page++) patch(file, page * 4096, Buffer.alloc(4096, 0xa5));
    const before = snapshot(folders.user);
    const result = await openForReading(file, { cacheDir: folders.cache });
    if (!result.ok) throw new Error(result.detail);
    opened.push(result.db);
    const { db } = result;
    expect(db.read((rows) => rows.all('SELECT * FROM entries').length)).toMatchObject({
      ok: false,
      code: 'damaged',
    });
    expect(db.read((rows) => rows.get('SELECT count(*) AS n FROM sqlite_schema'))).toMatchObject({
      ok: true,
    });
    expect(db.quickCheck()).toMatchObject({ ok: true, value: { state: 'damaged' } });
    expect(snapshot(folders.user)).toEqual(before);
  });
});

describe('what other programs and the machine do', () => {
  it('is locked while another program holds it exclusively, and opens when it lets go', async () => {
    makeDatabase(file, 'delete');
    const other = new OtherProgram(file);
    await other.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    expect(await fail()).toMatchObject({ code: 'locked' });
    const waiting = openForReading(file, { cacheDir: folders.cache, busyTimeoutMs: 5000 });
    await other.exec('COMMIT');
    const result = await waiting;
    expect(result.ok).toBe(true);
    if (result.ok) opened.push(result.db);
  });

  it('is locked for a read too, as a value', async () => {
    makeDatabase(file, 'delete');
    const result = await openForReading(file, { cacheDir: folders.cache, busyTimeoutMs: 100 });
    if (!result.ok) throw new Error(result.detail);
    opened.push(result.db);
    const other = new OtherProgram(file);
    await other.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    expect(result.db.read((rows) => rows.get('SELECT 1 FROM entries'))).toMatchObject({
      ok: false,
      code: 'locked',
    });
    expect(result.db.hasChanged()).toBe(false);
  });

  it('can be cancelled before it begins, and while it waits for a lock', async () => {
    makeDatabase(file, 'delete');
    expect(await fail(file, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' });
    const other = new OtherProgram(file);
    await other.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const started = performance.now();
    const signal = AbortSignal.timeout(100);
    expect(await fail(file, { signal, busyTimeoutMs: 60_000 })).toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('has no room for the copy it needs', async () => {
    makeDatabase(file, 'wal');
    fs.writeFileSync(`${file}-wal`, 'x');
    const { bavail, bsize } = fs.statfsSync(folders.user);
    // Sparse: larger than all free space, and takes none.
    fs.truncateSync(file, Math.ceil((bavail * bsize * 1.5) / 4096) * 4096);
    expect(snapshotlessSize(file)).toBeGreaterThan(bavail * bsize);
    const result = await openForReading(file, { cacheDir: folders.cache });
    expect(result).toMatchObject({ ok: false, code: 'no-space' });
    expect(fs.readdirSync(folders.cache)).toEqual([]);
  });

  it('cannot use its cache folder', async () => {
    makeDatabase(file, 'wal');
    fs.writeFileSync(`${file}-wal`, 'x');
    fs.writeFileSync(folders.cache, 'a file where the folder should be');
    const result = await openForReading(file, { cacheDir: folders.cache });
    expect(result).toMatchObject({
      ok: false,
      code: 'io-error',
      message: expect.stringContaining('cache folder'),
    });
  });

  it('asks before a long check of a large file in place', async () => {
    makeLargeDatabase(file, 'delete', 1);
    // Free pages at the end are allowed, and sparse ones cost nothing.
    fs.truncateSync(file, 600 * 1024 * 1024);
    const result = await openForReading(file, { cacheDir: folders.cache });
    if (!result.ok) throw new Error(result.detail);
    opened.push(result.db);
    expect(result.db.quickCheck()).toMatchObject({
      ok: true,
      value: { state: 'skipped', sizeBytes: 600 * 1024 * 1024 },
    });
    expect(result.db.quickCheck({ anySize: true })).toEqual({ ok: true, value: { state: 'sound' } });
  });
});

describe('reading only', () => {
  it('refuses every statement that writes, and every use after the end', async () => {
    makeDatabase(file, 'delete');
    const result = await openForReading(file, { cacheDir: folders.cache });
    if (!result.ok) throw new Error(result.detail);
    const { db } = result;
    for (const sql of [
      'DELETE FROM entries',
      'PRAGMA user_version = 3',
      "ATTACH 'x' AS x",
      'CREATE TEMP TABLE t (a)',
    ]) {
      expect(() => db.read((rows) => rows.get(sql)), sql).toThrow('Not a query that only reads');
    }
    const kept = db.read((rows) => ({ rows, loop: rows.iterate('SELECT id FROM entries') }));
    if (!kept.ok) throw new Error(kept.detail);
    expect(() => kept.value.rows.get('SELECT 1')).toThrow('after their transaction had ended');
    expect([...kept.value.loop]).toEqual([]);
    // A loop left half-way blocks nothing afterwards.
    db.read((rows) => rows.iterate('SELECT id FROM entries').next());
    expect(db.read((rows) => rows.all('SELECT id FROM entries').length)).toEqual({ ok: true, value: 3 });
    expect(() => db.read(async () => 1)).toThrow('synchronous');
    expect(db.read((rows) => rows.get('SELECT nothing FROM entries'))).toMatchObject({
      code: 'unexpected-schema',
    });
    db.close();
    db.close();
    expect(() => db.read(() => 1)).toThrow('closed');
  });

  it('gives integers whole, whatever their size', async () => {
    const database = new Database(file);
    database.exec('CREATE TABLE t (a, b, c, d, e)');
    database.exec("INSERT INTO t VALUES (9007199254740993, 9007199254740991, -1, 1.5, x'00ff')");
    database.close();
    const result = await openForReading(file, { cacheDir: folders.cache });
    if (!result.ok) throw new Error(result.detail);
    opened.push(result.db);
    expect(result.db.read((rows) => rows.get('SELECT * FROM t'))).toEqual({
      ok: true,
      value: { a: 9007199254740993n, b: 9007199254740991, c: -1, d: 1.5, e: Buffer.from([0, 255]) },
    });
  });

  it('shows the facts of the header', async () => {
    const database = new Database(file);
    database.exec(
      "PRAGMA page_size = 8192; PRAGMA encoding = 'UTF-16le'; PRAGMA user_version = 7; PRAGMA application_id = 99",
    );
    database.exec('PRAGMA journal_mode = wal; CREATE TABLE t (a)');
    database.close();
    const result = await openForReading(file, { cacheDir: folders.cache });
    if (!result.ok) throw new Error(result.detail);
    opened.push(result.db);
    expect(result.db.facts).toEqual({
      journalMode: 'wal',
      pageSizeBytes: 8192,
      pageCount: 2,
      encoding: 'UTF-16le',
      userVersion: 7,
      applicationId: 99,
      sizeBytes: 16_384,
      walBytes: 0,
      opened: 'memory',
    });
  });
});

function patch(target: string, at: number, bytes: Buffer): void {
  const fd = fs.openSync(target, 'r+');
  fs.writeSync(fd, bytes, 0, bytes.length, at);
  fs.closeSync(fd);
}

function snapshotlessSize(target: string): number {
  return fs.statSync(target).size;
}
