import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sweepStaleCopies } from './open';
import { deleteCopyFolder, makeCopyFolder } from './private-copies';
import { bundleReader } from './test-support/bundle';
import { makeDatabase, makeFolders, type TestFolders } from './test-support/files';

let folders: TestFolders;

beforeEach(() => {
  folders = makeFolders();
});

afterEach(() => folders.remove());

it('shares one locked folder among a process’s copies and removes it with the last', () => {
  const one = makeCopyFolder(folders.cache);
  const two = makeCopyFolder(folders.cache);
  expect(path.dirname(one)).toBe(path.dirname(two));
  deleteCopyFolder(folders.cache, one);
  expect(fs.existsSync(two)).toBe(true);
  deleteCopyFolder(folders.cache, two);
  expect(fs.readdirSync(folders.cache)).toEqual([]);
});

it('sweeps what a killed process left, not while it lives, and nothing that is not ours', async () => {
  const script = await bundleReader(folders.user);
  const file = path.join(folders.user, 'session.db');
  makeDatabase(file, 'delete');
  fs.writeFileSync(`${file}-wal`, 'x'.repeat(100));
  // Large enough not to be read into memory is not needed: a -wal with bytes is always copied.
  const child = spawn(process.execPath, [script, file, folders.cache, 'stay'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const foreign = path.join(folders.cache, 'reading-list.txt');
  fs.writeFileSync(foreign, 'not ours');
  const alive = fs.readdirSync(folders.cache).sort();
  expect(alive).toHaveLength(3);
  sweepStaleCopies(folders.cache);
  expect(fs.readdirSync(folders.cache).sort()).toEqual(alive);

  child.kill('SIGKILL');
  await once(child, 'exit');
  sweepStaleCopies(folders.cache);
  expect(fs.readdirSync(folders.cache)).toEqual(['reading-list.txt']);
});

it('finds nothing to sweep where no cache folder is', () => {
  expect(() => sweepStaleCopies(path.join(folders.cache, 'absent'))).not.toThrow();
});
