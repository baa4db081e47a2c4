import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../support/console.mjs';

const RETRY_MS = 200;

/** Runs `work` while no other process runs its own under the same lock file, waiting for it as long as needed. */
export async function exclusively(lockFile, work) {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  let told = false;
  while (!tryLock(lockFile)) {
    const owner = readOwner(lockFile);
    if (removeIfAbandoned(lockFile, owner)) continue;
    if (!told)
      say('setup', `waiting for process ${owner}, which sets up too (if it does not, delete ${lockFile})`);
    told = true;
    await wait(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    if (readOwner(lockFile) === process.pid) fs.rmSync(lockFile, { force: true });
  }
}

function tryLock(lockFile) {
  try {
    fs.writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** A killed set-up leaves its lock: whoever manages to rename it away first has removed it. */
function removeIfAbandoned(lockFile, owner) {
  if (owner === undefined || isRunning(owner)) return false;
  const aside = `${lockFile}.${process.pid}`;
  try {
    fs.renameSync(lockFile, aside);
    // Another process may have done this, and locked, since the owner was read: then it gets its lock back.
    if (readOwner(aside) !== owner) fs.copyFileSync(aside, lockFile, fs.constants.COPYFILE_EXCL);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
  return true;
}

function readOwner(lockFile) {
  try {
    return Number(fs.readFileSync(lockFile, 'utf8')) || undefined;
  } catch {
    return undefined; // no lock any more, or none of ours
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // it runs, as another user
  }
}
