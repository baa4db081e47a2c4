import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheCandidates, isWritableFolder, withScratch } from './cache.mjs';
import { publishAddon, readCachedAddon } from './sqlite-cache.mjs';

let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ramify-cache-test-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('the cache folder', () => {
  it('is in XDG_CACHE_HOME, else in ~/.cache, else in the checkout', () => {
    const inCheckout = path.join('/checkout/.cache', 'ramify');
    expect(cacheCandidates({ XDG_CACHE_HOME: '/xdg' }, '/home/me', '/checkout/.cache')).toEqual([
      path.join('/xdg', 'ramify'),
      inCheckout,
    ]);
    expect(cacheCandidates({}, '/home/me', '/checkout/.cache')).toEqual([
      path.join('/home/me', '.cache', 'ramify'),
      inCheckout,
    ]);
    expect(cacheCandidates({}, '', '/checkout/.cache')).toEqual([inCheckout]);
  });

  it('ignores a relative XDG_CACHE_HOME', () => {
    const [first] = cacheCandidates({ XDG_CACHE_HOME: 'here' }, '/home/me', '/checkout/.cache');
    expect(first).toBe(path.join('/home/me', '.cache', 'ramify'));
  });

  it('is not taken where it cannot be made', () => {
    fs.writeFileSync(path.join(folder, 'file'), '');
    expect(isWritableFolder(path.join(folder, 'file', 'ramify'))).toBe(false);
    expect(isWritableFolder(path.join(folder, 'new', 'ramify'))).toBe(true);
    expect(fs.readdirSync(path.join(folder, 'new', 'ramify'))).toEqual([]);
  });
});

describe('withScratch', () => {
  it('leaves nothing behind, neither after an error', async () => {
    const fail = withScratch(folder, async (scratch) => {
      fs.writeFileSync(path.join(scratch, 'half'), '');
      throw new Error('broken');
    });
    await expect(fail).rejects.toThrow('broken');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('removes what a killed set-up left an hour ago, and not what another is writing now', async () => {
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of ['part-old', 'part-new', 'kept']) fs.mkdirSync(path.join(folder, name));
    for (const name of ['part-old', 'kept']) fs.utimesSync(path.join(folder, name), hoursAgo, hoursAgo);
    await withScratch(folder, async () => {});
    expect(fs.readdirSync(folder).sort()).toEqual(['kept', 'part-new']);
  });
});

describe('the cached addon', () => {
  const compile = async (file) => fs.writeFileSync(file, 'compiled');

  it('is given back as it was published', async () => {
    expect(await readCachedAddon(folder, 'key')).toBeUndefined();
    const published = await publishAddon(folder, 'key', compile);
    expect(await readCachedAddon(folder, 'key')).toEqual(published);
    expect(fs.readFileSync(published.file, 'utf8')).toBe('compiled');
  });

  it('is thrown away when its bytes have changed, and published again', async () => {
    const { file } = await publishAddon(folder, 'key', compile);
    fs.appendFileSync(file, '!');
    expect(await readCachedAddon(folder, 'key')).toBeUndefined();
    expect(fs.readdirSync(folder)).toEqual([]);
    await publishAddon(folder, 'key', compile);
    expect(await readCachedAddon(folder, 'key')).toBeDefined();
  });

  it('is thrown away without its digest', async () => {
    const { file } = await publishAddon(folder, 'key', compile);
    fs.rmSync(`${file}.sha256`);
    expect(await readCachedAddon(folder, 'key')).toBeUndefined();
  });
});
