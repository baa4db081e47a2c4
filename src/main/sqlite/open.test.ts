import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForReading, sweepStaleCopies } from './open';
import {
  makeDatabase,
  makeFolders,
  makeLargeDatabase,
  snapshot,
  type TestFolders,
} from './test-support/files';
import { endOtherPrograms, OtherProgram } from './test-support/other-program';
import type { OpenOptions, ReadDatabase } from './types';
import { hasUriNames } from './uri-names';

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

async function open(options: Partial<OpenOptions> = {}, target = file): Promise<ReadDatabase> {
  const result = await openForReading(target, { cacheDir: folders.cache, ...options });
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  opened.push(result.db);
  return result.db;
}

function count(db: ReadDatabase): number {
  const result = db.read((rows) => Number(rows.get('SELECT count(*) AS n FROM entries')?.n));
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.value;
}

/** Opens, reads, checks and closes, and expects nothing in the folder to have changed. */
async function readWithoutTrace(expected: { how: string; rows: number }): Promise<void> {
  const before = snapshot(folders.user);
  const db = await open();
  expect(db.facts.opened).toBe(expected.how);
  expect(count(db)).toBe(expected.rows);
  expect(db.quickCheck()).toEqual({ ok: true, value: { state: 'sound' } });
  expect(db.hasChanged()).toBe(false);
  expect(snapshot(folders.user)).toEqual(before);
  db.close();
  expect(snapshot(folders.user)).toEqual(before);
}

describe('a file at rest', () => {
  it('is read in place in rollback mode, and nothing changes', async () => {
    makeDatabase(file, 'delete');
    await readWithoutTrace({ how: 'in-place', rows: 3 });
  });

  it.each(['persist', 'truncate'] as const)(
    'is read beside the finished journal of mode %s',
    async (mode) => {
      makeDatabase(file, mode);
      expect(fs.existsSync(`${file}-journal`)).toBe(true);
      // As root SQLite would set the journal's change time, so there it is read from memory.
      await readWithoutTrace({ how: process.geteuid?.() === 0 ? 'memory' : 'in-place', rows: 3 });
    },
  );

  it('is read from memory when it was closed in WAL mode', async () => {
    makeDatabase(file, 'wal');
    expect(fs.readdirSync(folders.user)).toEqual(['session.db']);
    await readWithoutTrace({ how: 'memory', rows: 3 });
    expect(fs.existsSync(folders.cache)).toBe(false);
  });

  it('is read from memory when an empty -wal lies beside it, in either mode', async () => {
    for (const mode of ['wal', 'delete'] as const) {
      fs.rmSync(file, { force: true });
      makeDatabase(file, mode);
      fs.writeFileSync(`${file}-wal`, '');
      await readWithoutTrace({ how: 'memory', rows: 3 });
    }
  });

  it('is not read into memory when it was closed in WAL mode and is large', async () => {
    makeLargeDatabase(file, 'wal', 70);
    const steps: number[] = [];
    const before = snapshot(folders.user);
    const db = await open({ onProgress: ({ doneBytes }) => steps.push(doneBytes) });
    expect(db.facts.opened).toBe(hasUriNames() ? 'immutable' : 'copy');
    expect(count(db)).toBe(70);
    if (!hasUriNames()) expect(steps.at(-1)).toBe(fs.statSync(file).size);
    expect(db.hasChanged()).toBe(false);
    expect(snapshot(folders.user)).toEqual(before);

    const writer = new Database(file);
    writer.exec('DELETE FROM entries WHERE id = 1');
    writer.close();
    expect(db.hasChanged()).toBe(true);
    const now = db.read((rows) => rows.get('SELECT count(*) AS n FROM entries'));
    // A copy goes on showing what was opened; a file that was promised not to change must not be believed.
    expect(now).toMatchObject(
      hasUriNames() ? { ok: false, code: 'changed-while-reading' } : { value: { n: 70 } },
    );
    db.close();
    expect(fs.existsSync(folders.cache) ? fs.readdirSync(folders.cache) : []).toEqual([]);
  });

  it('is read through a link, with the log that lies beside the target', async () => {
    const elsewhere = path.join(folders.user, 'elsewhere');
    fs.mkdirSync(elsewhere);
    const target = path.join(elsewhere, 'real.db');
    const writer = new OtherProgram(target);
    await writer.exec(
      'PRAGMA journal_mode = wal; CREATE TABLE entries (id, text); INSERT INTO entries VALUES (1, 2)',
    );
    await writer.kill();
    fs.symlinkSync(target, file);
    const before = [snapshot(folders.user), snapshot(elsewhere)];
    const db = await open();
    expect(db.path).toBe(fs.realpathSync(target));
    expect(count(db)).toBe(1);
    db.close();
    expect([snapshot(folders.user), snapshot(elsewhere)]).toEqual(before);
  });

  it.each([
    'a b?c#d%41&e.db',
    'file:odd.db',
    'ends in a space ',
    ' ',
    'quote\'".db',
    'naïve 日本 \u{1f333}\u202e.db',
    'a\nb.db',
  ])('is read whatever its name: %j', async (name) => {
    for (const mode of ['delete', 'wal'] as const) {
      const odd = path.join(folders.user, name);
      makeDatabase(file, mode);
      fs.renameSync(file, odd);
      const before = snapshot(folders.user);
      const db = await open({}, odd);
      expect(count(db)).toBe(3);
      db.close();
      expect(snapshot(folders.user)).toEqual(before);
    }
  });
});

it('is read at a path longer than SQLite takes', async () => {
  makeDatabase(file, 'delete');
  const deep = path.join(folders.user, 'd'.repeat(200), 'e'.repeat(200), 'f'.repeat(200));
  fs.mkdirSync(deep, { recursive: true });
  fs.renameSync(file, path.join(deep, 'session.db'));
  const before = snapshot(deep);
  const db = await open({}, path.join(deep, 'session.db'));
  expect(count(db)).toBe(3);
  expect(snapshot(deep)).toEqual(before);
});

describe('a file whose program died', () => {
  it('shows the rows that are only in the -wal, with or without a -shm', async () => {
    makeDatabase(file, 'wal');
    const writer = new OtherProgram(file);
    await writer.exec("INSERT INTO entries (text) VALUES ('only in the log')");
    await writer.kill();
    expect(fs.readdirSync(folders.user)).toEqual(['session.db', 'session.db-shm', 'session.db-wal']);
    await readWithoutTrace({ how: 'copy', rows: 4 });
    fs.rmSync(`${file}-shm`);
    await readWithoutTrace({ how: 'copy', rows: 4 });
    expect(fs.readdirSync(folders.cache)).toEqual([]);
  });

  it('shows what was committed before an unfinished transaction, rolled back in a copy only', async () => {
    makeLargeDatabase(file, 'delete', 2);
    const writer = new OtherProgram(file);
    await writer.exec(
      "PRAGMA cache_size = 5; PRAGMA cache_spill = 5; BEGIN; UPDATE entries SET text = replace(text, 'x', 'y')",
    );
    await writer.kill();
    expect(fs.statSync(`${file}-journal`).size).toBeGreaterThan(0);
    expect(fs.readFileSync(file).includes('yyyy')).toBe(true);
    await readWithoutTrace({ how: 'copy', rows: 2 });
    const db = await open();
    const texts = db.read((rows) => rows.all("SELECT text FROM entries WHERE text LIKE '%y%'").length);
    expect(texts).toEqual({ ok: true, value: 0 });
  });

  it('deletes no file that a crafted journal names as its super-journal', async () => {
    makeLargeDatabase(file, 'delete', 2);
    const writer = new OtherProgram(file);
    await writer.exec(
      "PRAGMA cache_size = 5; PRAGMA cache_spill = 5; BEGIN; UPDATE entries SET text = replace(text, 'x', 'y')",
    );
    await writer.kill();
    const victim = path.join(folders.user, 'diary-mj0123ABC9F');
    fs.writeFileSync(victim, `${path.join(folders.user, 'nothing-journal')}\0`);
    const name = Buffer.from(victim);
    const sum = name.reduce((total, byte) => (total + byte) >>> 0, 0);
    const record = Buffer.alloc(4 + name.length + 16);
    name.copy(record, 4);
    record.writeUInt32BE(name.length, 4 + name.length);
    record.writeUInt32BE(sum, 8 + name.length);
    record.write('d9d505f920a163d7', 12 + name.length, 'hex');
    fs.appendFileSync(`${file}-journal`, record);
    await readWithoutTrace({ how: 'copy', rows: 2 });
    expect(fs.existsSync(victim)).toBe(true);
  });
});

describe('a file that another program is writing', () => {
  it('is copied with its -wal while the writer is open, and a later commit is noticed', async () => {
    makeDatabase(file, 'wal');
    const writer = new OtherProgram(file);
    await writer.exec("INSERT INTO entries (text) VALUES ('new')");
    await readWithoutTrace({ how: 'copy', rows: 4 });
    const db = await open();
    await writer.exec("INSERT INTO entries (text) VALUES ('newer')");
    expect(db.hasChanged()).toBe(true);
    expect(count(db)).toBe(4);
  });

  it('gives one consistent state each time, however often the writer commits', async () => {
    makeDatabase(file, 'wal', 0);
    const writer = new OtherProgram(file);
    // Each commit adds two rows: an odd count would be half a commit.
    await writer.exec('PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 5');
    await writer.keepOn("INSERT INTO entries (text) VALUES ('a'), ('b')", 0);
    let last = 0;
    for (let round = 0; round < 15; round++) {
      const db = await open();
      const rows = count(db);
      expect(rows % 2).toBe(0);
      expect(rows).toBeGreaterThanOrEqual(last);
      expect(db.quickCheck()).toEqual({ ok: true, value: { state: 'sound' } });
      last = rows;
      db.close();
    }
    expect(last).toBeGreaterThan(0);
    // No copy was left, and no file of ours lies beside the database.
    expect(fs.existsSync(folders.cache) ? fs.readdirSync(folders.cache) : []).toEqual([]);
    expect(fs.readdirSync(folders.user)).toEqual(['session.db', 'session.db-shm', 'session.db-wal']);
  });

  it('gives one consistent state each time in rollback mode too, and never hinders the writer', async () => {
    makeDatabase(file, 'delete', 0);
    const writer = new OtherProgram(file);
    await writer.exec('PRAGMA synchronous = OFF');
    await writer.keepOn("INSERT INTO entries (text) VALUES ('a'), ('b')", 1);
    let last = 0;
    for (let round = 0; round < 15; round++) {
      const db = await open();
      const rows = count(db);
      expect(rows % 2).toBe(0);
      expect(rows).toBeGreaterThanOrEqual(last);
      last = rows;
      db.close();
    }
    await writer.exec('PRAGMA user_version = 1');
    expect(fs.existsSync(folders.cache) ? fs.readdirSync(folders.cache) : []).toEqual([]);
  });

  it('is read in place, one request at a time, when its log is restarted during every copy', async () => {
    const { db, writer } = await openBesideRestlessWriter();
    expect(count(db)).toBe(8);
    await writer.exec("INSERT INTO entries (text) VALUES ('new')");
    expect(count(db)).toBe(9);
    expect(fs.readdirSync(folders.cache)).toEqual([]);
    await writer.kill();
    expect(fs.readdirSync(folders.user)).toEqual(['session.db', 'session.db-shm', 'session.db-wal']);
  });

  it('lets its writer tidy up -wal and -shm while we have it open in place, and makes none again', async () => {
    const { db, writer } = await openBesideRestlessWriter();
    expect(count(db)).toBe(8);
    await writer.kill();
    // The next program to open and close it is its last connection, unless we were one.
    const next = new Database(file);
    next.pragma('user_version');
    next.close();
    expect(fs.readdirSync(folders.user)).toEqual(['session.db']);
    const before = snapshot(folders.user);
    expect(db.read((rows) => rows.get('SELECT 1'))).toMatchObject({
      ok: false,
      code: 'changed-while-reading',
    });
    expect(db.hasChanged()).toBe(true);
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('does not hinder a writer in rollback mode between requests, and sees what it commits', async () => {
    makeDatabase(file, 'delete');
    const db = await open();
    expect(count(db)).toBe(3);
    const writer = new Database(file, { timeout: 0 });
    writer.exec("BEGIN EXCLUSIVE; INSERT INTO entries (text) VALUES ('new'); COMMIT");
    expect(count(db)).toBe(4);
    expect(db.hasChanged()).toBe(true);
    writer.close();
  });

  it('notices a commit whose writer has put the time of the file back', async () => {
    makeDatabase(file, 'delete');
    const db = await open();
    expect(db.hasChanged()).toBe(false);
    const { atime, mtime } = fs.statSync(file);
    fs.utimesSync(file, atime, mtime); // to what a Date can hold
    const again = await open();
    const writer = new Database(file);
    writer.exec("UPDATE entries SET text = 'entry X' WHERE id = 1");
    writer.close();
    fs.utimesSync(file, atime, mtime);
    expect(again.hasChanged()).toBe(true);
  });

  it('does not join in when the file is switched to WAL mode under an open handle', async () => {
    makeDatabase(file, 'delete');
    const db = await open();
    const writer = new Database(file);
    writer.pragma('journal_mode = wal');
    writer.close();
    const before = snapshot(folders.user);
    expect(db.read((rows) => rows.get('SELECT 1'))).toMatchObject({
      ok: false,
      code: 'changed-while-reading',
    });
    expect(db.hasChanged()).toBe(true);
    expect(snapshot(folders.user)).toEqual(before);
  });

  it('does not read on in a file that was replaced by another', async () => {
    makeDatabase(file, 'delete');
    const db = await open();
    const other = path.join(folders.user, 'other.db');
    makeDatabase(other, 'delete', 9);
    fs.renameSync(other, file);
    expect(db.read((rows) => rows.get('SELECT 1'))).toMatchObject({
      ok: false,
      code: 'changed-while-reading',
    });
    expect(db.hasChanged()).toBe(true);
  });

  it('keeps its read lock while this process begins to open the same file again', async () => {
    makeDatabase(file, 'delete');
    const db = await open();
    let second: Promise<unknown> | undefined;
    const result = db.read((rows) => {
      rows.get('SELECT count(*) FROM entries');
      second = openForReading(file, { cacheDir: folders.cache }).then(
        (other) => other.ok && opened.push(other.db),
      );
      // Closing any descriptor of the file would have dropped our lock, and let this writer commit.
      const script =
        'const D = require("better-sqlite3"); new D(process.argv[1], { timeout: 0 }).exec("DELETE FROM entries")';
      const writer = spawnSync(process.execPath, ['-e', script, file], { encoding: 'utf8' });
      expect(writer.stderr).toContain('SQLITE_BUSY');
      return rows.get('SELECT count(*) AS n FROM entries');
    });
    expect(result).toMatchObject({ ok: true, value: { n: 3 } });
    await second;
  });
});

describe('private copies', () => {
  it('are readable by their owner only, and deleted on close', async () => {
    makeDatabase(file, 'wal');
    const writer = new OtherProgram(file);
    await writer.exec("INSERT INTO entries (text) VALUES ('new')");
    const db = await open();
    const [folder] = fs.readdirSync(folders.cache).filter((name) => !name.endsWith('.lock'));
    const own = path.join(folders.cache, folder ?? '');
    expect(fs.statSync(folders.cache).mode & 0o777).toBe(0o700);
    expect(fs.statSync(own).mode & 0o777).toBe(0o700);
    const files = fs
      .readdirSync(own, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile());
    expect(files.map((each) => each.name)).toEqual(expect.arrayContaining(['database', 'database-wal']));
    for (const each of files) {
      expect(fs.statSync(path.join(each.parentPath, each.name)).mode & 0o777).toBe(0o600);
    }
    db.close();
    expect(fs.readdirSync(folders.cache)).toEqual([]);
  });

  it('stay through a sweep while their process lives', async () => {
    makeDatabase(file, 'wal');
    const writer = new OtherProgram(file);
    await writer.exec("INSERT INTO entries (text) VALUES ('new')");
    const db = await open();
    sweepStaleCopies(folders.cache);
    expect(count(db)).toBe(4);
    expect(fs.readdirSync(folders.cache)).toHaveLength(2);
  });

  it('are not made when the user cancels, and leave nothing', async () => {
    makeLargeDatabase(file, 'delete', 20);
    fs.writeFileSync(`${file}-wal`, 'x');
    const controller = new AbortController();
    const result = await openForReading(file, {
      cacheDir: folders.cache,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(result).toMatchObject({ ok: false, code: 'cancelled' });
    expect(fs.readdirSync(folders.cache)).toEqual([]);
  });
});

/** Opens an 8 MB WAL file while a program has it open and others restart its log in the middle of every copy. */
async function openBesideRestlessWriter(): Promise<{ db: ReadDatabase; writer: OtherProgram }> {
  makeLargeDatabase(file, 'wal', 8);
  const writer = new OtherProgram(file);
  await writer.exec("UPDATE entries SET text = 'short' WHERE id = 1");
  const script = `
    const database = new (require('better-sqlite3'))(process.argv[1]);
    database.exec('UPDATE entries SET text = text || 1 WHERE id = 1; PRAGMA wal_checkpoint(RESTART)');
    database.exec('UPDATE entries SET text = text || 2 WHERE id = 1');
  `;
  const db = await open({ onProgress: () => spawnSync(process.execPath, ['-e', script, file]) });
  expect(db.facts.opened).toBe('in-place-per-request');
  return { db, writer };
}
