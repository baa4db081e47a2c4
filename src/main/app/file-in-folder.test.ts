import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileInFolder } from './file-in-folder';

let base: string;
let folder: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ramify-folder-')));
  folder = path.join(base, 'work');
  mkdirSync(path.join(folder, 'sub'), { recursive: true });
  writeFileSync(path.join(folder, 'sub', '..a.jsonl'), '{}');
  writeFileSync(path.join(base, 'secret.jsonl'), '{}');
});
afterEach(() => rmSync(base, { recursive: true }));

it('gives a file of the folder, also one whose name begins with dots, and one that is gone', async () => {
  const inFolder = path.join('sub', '..a.jsonl');
  expect(await fileInFolder(folder, inFolder)).toBe(path.join(folder, inFolder));
  expect(await fileInFolder(folder, 'gone.jsonl')).toBe(path.join(folder, 'gone.jsonl'));
});

it('refuses what is not in the folder: by dots, by an absolute path, by a link', async () => {
  symlinkSync(path.join(base, 'secret.jsonl'), path.join(folder, 'link.jsonl'));
  symlinkSync(base, path.join(folder, 'up'));
  for (const outside of [
    '../secret.jsonl',
    'sub/../../secret.jsonl',
    path.join(base, 'secret.jsonl'),
    '.',
    'link.jsonl',
    'up/secret.jsonl',
  ])
    expect(await fileInFolder(folder, outside), outside).toBe(null);
});
