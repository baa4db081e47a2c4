import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildInput } from '../setup/build.mjs';
import { fileDigest, treeDigest } from './digests.mjs';

let folder;
const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
};
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-digest-test-'));
  write('src/a.ts', 'a');
  write('src/deep/b.ts', 'b');
  write('config.ts', 'c');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('treeDigest', () => {
  const digest = () => treeDigest(folder, ['src', 'config.ts', 'absent'], isBuildInput);

  it('stays the same while nothing changes, and for a file that is written again', () => {
    const before = digest();
    write('src/a.ts', 'a');
    expect(digest()).toBe(before);
  });

  it('stays the same when a test changes', () => {
    const before = digest();
    write('src/deep/b.test.ts', 'test');
    write('src/deep/c.test.tsx', 'test');
    expect(digest()).toBe(before);
  });

  it.each([
    ['a content', () => write('src/deep/b.ts', 'B')],
    ['a file of its own', () => write('config.ts', 'C')],
    ['a new file', () => write('src/new.ts', '')],
    ['a name', () => fs.renameSync(path.join(folder, 'src/a.ts'), path.join(folder, 'src/z.ts'))],
    ['a removed file', () => fs.rmSync(path.join(folder, 'src/a.ts'))],
  ])('changes with %s', (_what, change) => {
    const before = digest();
    change();
    expect(digest()).not.toBe(before);
  });
});

describe('fileDigest', () => {
  it('gives the digest of a file, and nothing for what is not a file', async () => {
    // The sha256 of "a", as sha256sum prints it.
    const expected = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
    expect(await fileDigest(path.join(folder, 'src/a.ts'), 'sha256', 'hex')).toBe(expected);
    expect(await fileDigest(path.join(folder, 'src'), 'sha256', 'hex')).toBeUndefined();
    expect(await fileDigest(path.join(folder, 'absent'), 'sha256', 'hex')).toBeUndefined();
  });
});
