import fs from 'node:fs';
import path from 'node:path';
import { say } from '../support/console.mjs';
import { fileDigest } from '../support/digests.mjs';
import { withScratch } from './cache.mjs';

const ADDON = 'better_sqlite3.node';
const DIGEST = `${ADDON}.sha256`;

/** The compiled addon of a key with its sha256, if the cache has it; a damaged one is removed. */
export async function readCachedAddon(cache, key) {
  const folder = addonFolder(cache, key);
  const addon = await readAddon(folder);
  if (!addon && fs.existsSync(folder)) {
    say('sqlite', `${folder} is damaged: removing it`);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return addon;
}

/**
 * Lets `compile` write an addon and keeps it under its key. The whole folder is renamed into place, so that
 * the addon and its digest are never of two compilations.
 */
export async function publishAddon(cache, key, compile) {
  await withScratch(cache, async (scratch) => {
    const next = path.join(scratch, 'addon');
    fs.mkdirSync(next);
    await compile(path.join(next, ADDON), scratch);
    fs.writeFileSync(path.join(next, DIGEST), await fileDigest(path.join(next, ADDON), 'sha256', 'hex'));
    fs.rmSync(addonFolder(cache, key), { recursive: true, force: true });
    fs.renameSync(next, addonFolder(cache, key));
  });
  return readAddon(addonFolder(cache, key));
}

async function readAddon(folder) {
  const file = path.join(folder, ADDON);
  const sha256 = await fileDigest(file, 'sha256', 'hex');
  try {
    return fs.readFileSync(path.join(folder, DIGEST), 'utf8') === sha256 ? { file, sha256 } : undefined;
  } catch {
    return undefined;
  }
}

function addonFolder(cache, key) {
  return path.join(cache, `better-sqlite3-${key}`);
}
