import fs from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';
import { elapsed, Failure, say } from '../support/console.mjs';
import { fileDigest } from '../support/digests.mjs';
import { capture } from '../support/processes.mjs';
import { readLock } from './packages.mjs';
import { publishAddon, readCachedAddon } from './sqlite-cache.mjs';
import { addonKey, compileAddon } from './sqlite-compile.mjs';
import { planSystem } from './system.mjs';

const packageFolder = inCheckout('node_modules/better-sqlite3');
// better-sqlite3 prefers a file in this place to the one it ships.
const target = path.join(packageFolder, 'build/Release/better_sqlite3.node');
const record = path.join(path.dirname(target), 'ramify.json');

/**
 * Whether better-sqlite3 must be compiled. Its shipped binary wants Node-API 10, and crashes the
 * process on less: that is Node below 22.14 and Electron below 36.
 */
export function mustCompile(nodeApi, electronVersion) {
  return nodeApi < 10 || Number.parseInt(electronVersion, 10) < 36;
}

/** Whether this Node needs a compiled addon that neither node_modules nor the cache has. */
export async function lacksAddon(cache) {
  const key = addonKey(readLock());
  if (!mustCompile(Number(process.versions.napi), '99') || (await isInPlace(key))) return false;
  return (await readCachedAddon(cache, key)) === undefined;
}

/** Compiles better-sqlite3 into the cache, once this machine has a compiler. */
export async function compileIntoCache(cache) {
  const provideCompiler = await planSystem(['compiler']);
  await provideCompiler();
  say('sqlite', 'compiling better-sqlite3 for this Node and Electron (about a minute, once)');
  const startMs = performance.now();
  const compiled = await publishAddon(cache, addonKey(readLock()), compileAddon);
  say('sqlite', `compiled (${elapsed(startMs)})`);
  return compiled;
}

/** Makes better-sqlite3 load in this Node and in this Electron. */
export async function provideAddon(cache, electron) {
  if (!mustCompile(Number(process.versions.napi), electron.version)) {
    fs.rmSync(path.join(packageFolder, 'build'), { recursive: true, force: true });
    say('sqlite', 'better-sqlite3 is used as shipped');
    return;
  }
  const key = addonKey(readLock());
  if (!(await isInPlace(key))) {
    const cached = await readCachedAddon(cache, key);
    // What was compiled on another machine that shares the cache may not load here.
    const works = cached && (await place(cached, key, electron)) === undefined;
    const problem = works ? undefined : await place(await compileIntoCache(cache), key, electron);
    if (problem !== undefined) throw new Failure(`better-sqlite3, compiled here, does not work:\n${problem}`);
  }
  say('sqlite', 'better-sqlite3 is in place, compiled for this Node and Electron');
}

async function isInPlace(key) {
  try {
    const placed = JSON.parse(fs.readFileSync(record, 'utf8'));
    return placed.key === key && placed.sha256 === (await fileDigest(target, 'sha256', 'hex'));
  } catch {
    return false;
  }
}

/** Puts an addon in its place and tries it in both runtimes; gives what went wrong. */
async function place({ file, sha256 }, key, electron) {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.rmSync(record, { force: true });
  // Renamed into place: a running app keeps the file it has loaded.
  fs.copyFileSync(file, `${target}.next`);
  fs.renameSync(`${target}.next`, target);
  const problem = (await tryIn(process.execPath)) ?? (await tryIn(electron.executable));
  if (problem === undefined) fs.writeFileSync(record, JSON.stringify({ key, sha256 }));
  else fs.rmSync(target);
  return problem;
}

/** Runs statements and collects them: an addon for another Node-API version may fail only then. */
async function tryIn(executable) {
  const program = `
    const Database = require(process.argv[1]);
    const db = new Database(':memory:');
    for (let i = 0; i < 200; i++) db.prepare('select ? as n').get(i);
    globalThis.gc();
    setImmediate(() => console.log(db.prepare('select 42').pluck().get()));`;
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const tried = await capture(executable, ['--expose-gc', '-e', program, packageFolder], { env });
  return tried.code === 0 && tried.stdout.trim() === '42' ? undefined : tried.output || `exit ${tried.code}`;
}
