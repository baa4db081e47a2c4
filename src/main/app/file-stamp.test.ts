import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeOf, stampOf } from './file-stamp';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-stamp-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** What a change of a file of three bytes is told to be. */
async function changeBy(change: (file: string) => void) {
  const file = path.join(folder, 'session.jsonl');
  fs.writeFileSync(file, 'abc');
  const target = { type: 'file', path: file } as const;
  const before = await stampOf(target);
  change(file);
  return changeOf(before, await stampOf(target));
}

it('tells a file that was written to from one that is another, shorter, or gone', async () => {
  expect(await changeBy((file) => fs.appendFileSync(file, 'd'))).toBe('written');
  expect(await changeBy((file) => fs.truncateSync(file, 1))).toBe('shortened');
  expect(await changeBy((file) => fs.rmSync(file))).toBe('deleted');
  const replaced = await changeBy((file) => {
    fs.writeFileSync(`${file}.new`, 'abcdef');
    fs.renameSync(`${file}.new`, file);
  });
  expect(replaced).toBe('replaced');
});

it('takes what is written beside a database for a change of it, and of a server any change', async () => {
  expect(await changeBy((file) => fs.writeFileSync(`${file}-wal`, 'x'))).toBe('written');
  expect(changeOf('server', 'server')).toBe('written');
});
