import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleReader } from './test-support/bundle';
import {
  makeDatabase,
  makeFolders,
  makeLargeDatabase,
  snapshot,
  type TestFolders,
} from './test-support/files';
import { endOtherPrograms, OtherProgram } from './test-support/other-program';

const ROOT = process.geteuid?.() === 0;
const NOBODY = 65_534;

let shared: TestFolders;
let script: string;
let folders: TestFolders;
let file: string;

beforeAll(async () => {
  shared = makeFolders();
  script = await bundleReader(shared.user);
  fs.chmodSync(path.dirname(shared.user), 0o755);
});

afterAll(() => shared.remove());

beforeEach(() => {
  folders = makeFolders();
  fs.chmodSync(path.dirname(folders.user), 0o755);
  fs.mkdirSync(folders.cache);
  if (ROOT) fs.chownSync(folders.cache, NOBODY, NOBODY);
  file = path.join(folders.user, 'session.db');
});

afterEach(async () => {
  await endOtherPrograms();
  fs.chmodSync(folders.user, 0o755);
  folders.remove();
});

/** Opens the file as somebody who may read it but not write to it or its folder. */
function readAsOrdinaryUser(): unknown {
  for (const name of fs.readdirSync(folders.user)) {
    const each = path.join(folders.user, name);
    if ((fs.statSync(each).mode & 0o777) === 0o644) fs.chmodSync(each, 0o444);
  }
  fs.chmodSync(folders.user, 0o555);
  const before = snapshot(folders.user);
  const child = spawnSync(process.execPath, [script, file, folders.cache], {
    encoding: 'utf8',
    cwd: '/',
    ...(ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  expect(child.stderr).toBe('');
  expect(snapshot(folders.user)).toEqual(before);
  expect(fs.readdirSync(folders.cache)).toEqual([]);
  return JSON.parse(child.stdout);
}

function sound(opened: string, rows: number): unknown {
  return {
    opened,
    rows: { ok: true, value: rows },
    check: { ok: true, value: { state: 'sound' } },
    hasChanged: false,
  };
}

describe('an ordinary user in a read-only folder', () => {
  it('reads a rollback file in place, with a finished journal too', () => {
    makeDatabase(file, 'delete');
    expect(readAsOrdinaryUser()).toEqual(sound('in-place', 3));
    fs.chmodSync(folders.user, 0o755);
    fs.rmSync(file);
    makeDatabase(file, 'persist');
    expect(readAsOrdinaryUser()).toEqual(sound('in-place', 3));
  });

  it('reads a closed WAL file from memory', () => {
    makeDatabase(file, 'wal');
    expect(readAsOrdinaryUser()).toEqual(sound('memory', 3));
  });

  it('reads rows that are only in the -wal, of a live writer and of a dead one', async () => {
    makeDatabase(file, 'wal');
    const writer = new OtherProgram(file);
    await writer.exec("INSERT INTO entries (text) VALUES ('only in the log')");
    expect(readAsOrdinaryUser()).toEqual(sound('copy', 4));
    await writer.kill();
    expect(readAsOrdinaryUser()).toEqual(sound('copy', 4));
  });

  it('reads a file with a journal to roll back', async () => {
    makeLargeDatabase(file, 'delete', 2);
    const writer = new OtherProgram(file);
    await writer.exec(
      "PRAGMA cache_size = 5; PRAGMA cache_spill = 5; BEGIN; UPDATE entries SET text = replace(text, 'x', 'y')",
    );
    await writer.kill();
    expect(readAsOrdinaryUser()).toEqual(sound('copy', 2));
  });

  it('is told when a file, its -wal or its folder may not be read', async () => {
    makeDatabase(file, 'wal');
    const writer = new OtherProgram(file);
    await writer.exec("INSERT INTO entries (text) VALUES ('x')");
    await writer.kill();
    fs.chmodSync(`${file}-wal`, 0o000);
    expect(readAsOrdinaryUser()).toEqual({ code: 'no-permission' });
    fs.chmodSync(`${file}-wal`, 0o444);
    fs.chmodSync(file, 0o000);
    expect(readAsOrdinaryUser()).toEqual({ code: 'no-permission' });
  });
});
