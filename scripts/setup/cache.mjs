import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';

const SCRATCH = 'part-';
const ABANDONED_MS = 60 * 60 * 1000;

/** The folders that may hold the cache, best first: XDG_CACHE_HOME, ~/.cache, and inside the checkout. */
export function cacheCandidates(env, home, checkoutCache) {
  // The XDG rules say that a relative path is to be ignored.
  const shared = path.isAbsolute(env.XDG_CACHE_HOME ?? '')
    ? env.XDG_CACHE_HOME
    : home && path.join(home, '.cache');
  return [...(shared ? [path.join(shared, 'ramify')] : []), path.join(checkoutCache, 'ramify')];
}

/** The folder where downloads and compiled files are kept between checkouts; it exists and can be written. */
export function openCache() {
  const candidates = cacheCandidates(process.env, homeFolder(), inCheckout('.cache'));
  return candidates.find(isWritableFolder) ?? candidates.at(-1);
}

/** Whether a folder exists, or can be made, and files can be made in it. */
export function isWritableFolder(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.rmdirSync(fs.mkdtempSync(path.join(folder, SCRATCH)));
    return true;
  } catch {
    return false;
  }
}

/** Gives `work` an empty folder inside the cache, on its file system, and removes it whatever happens. */
export async function withScratch(cache, work) {
  removeAbandoned(cache);
  const folder = fs.mkdtempSync(path.join(cache, SCRATCH));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what set-ups that were killed have left behind. */
function removeAbandoned(cache) {
  for (const name of fs.readdirSync(cache)) {
    const folder = path.join(cache, name);
    if (!name.startsWith(SCRATCH)) continue;
    const changedMs = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - changedMs > ABANDONED_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

function homeFolder() {
  try {
    return os.homedir();
  } catch {
    return ''; // no HOME and no entry for this user
  }
}
