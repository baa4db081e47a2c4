import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listSessionFiles } from './session-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, writtenSeconds = 1_000, text = '{}'): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, writtenSeconds, writtenSeconds);
}

async function names(): Promise<string[]> {
  const { files } = await listSessionFiles(folder);
  return files.map((file) => path.relative(folder, file.path));
}

it('lists the files of all folders, the one written last first', async () => {
  write('old.jsonl', 1_000);
  write('deep/er/new.jsonl', 3_000);
  write('deep/middle.db', 2_000);
  expect(await names()).toEqual(['deep/er/new.jsonl', 'deep/middle.db', 'old.jsonl']);
});

it('leaves out empty files and what SQLite keeps beside a database', async () => {
  write('a.db', 3_000);
  for (const side of ['a.db-wal', 'a.db-shm', 'a.db-journal']) write(side);
  write('empty.jsonl', 1_000, '');
  expect(await names()).toEqual(['a.db']);
});

it('follows no links, neither to files nor to folders, also where they lead back to the folder', async () => {
  const outside = mkdtempSync(path.join(os.tmpdir(), 'ramify-outside-'));
  writeFileSync(path.join(outside, 'secret.jsonl'), '{}');
  write('own.jsonl');
  symlinkSync(outside, path.join(folder, 'elsewhere'));
  symlinkSync(path.join(outside, 'secret.jsonl'), path.join(folder, 'linked.jsonl'));
  symlinkSync(folder, path.join(folder, 'round'));
  symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'broken.jsonl'));
  expect(await names()).toEqual(['own.jsonl']);
  rmSync(outside, { recursive: true });
});

it('lists a storage of sessions in many files by its session files', async () => {
  for (const part of [
    'session/p/ses_1.json',
    'message/ses_1/msg_1.json',
    'part/msg_1/prt_1.json',
    'todo/ses_1.json',
  ])
    write(`storage/${part}`);
  write('message/alone.json');
  expect((await names()).sort()).toEqual(['message/alone.json', 'storage/session/p/ses_1.json']);
});

it('passes over the folders of packages and of git', async () => {
  write('node_modules/a/index.json');
  write('.git/objects/aa');
  write('.hidden/session.jsonl');
  expect(await names()).toEqual(['.hidden/session.jsonl']);
});

it('says that there are more files than it lists, and keeps those written last', async () => {
  for (const [at, name] of ['oldest', 'older', 'newest'].entries()) write(`${name}.jsonl`, 1_000 + at);
  const { files, isCut } = await listSessionFiles(folder, { mostFiles: 2 });
  expect([files.map((file) => path.basename(file.path)), isCut]).toEqual([
    ['newest.jsonl', 'older.jsonl'],
    true,
  ]);
  expect((await listSessionFiles(folder, { mostFiles: 3 })).isCut).toBe(false);
});

it('ends when it is cancelled, and fails where the folder cannot be read', async () => {
  write('a/b.jsonl');
  await expect(listSessionFiles(folder, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  await expect(listSessionFiles(path.join(folder, 'gone'))).rejects.toThrow('ENOENT');
});
