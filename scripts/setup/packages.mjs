import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';
import { elapsed, Failure, say } from '../support/console.mjs';
import { runVisibly } from '../support/processes.mjs';
import { isWritableFolder } from './cache.mjs';

/** The packages of package-lock.json: what is to be installed, by its place ("node_modules/zod"). */
export function readLock() {
  return JSON.parse(fs.readFileSync(inCheckout('package-lock.json'), 'utf8')).packages;
}

/**
 * Whether node_modules holds what the lock asks for. `installed` is npm's own record of what it put there;
 * npm writes it last, so an interrupted install has none. An optional package may be left out: it is
 * for another platform.
 */
export function isInstalled(lock, installed) {
  const wanted = Object.entries(lock).filter(([place]) => place !== '');
  const isAsWanted = ([place, { version, integrity, optional }]) => {
    const found = installed[place];
    return found ? found.version === version && found.integrity === integrity : optional === true;
  };
  return wanted.every(isAsWanted) && Object.keys(installed).every((place) => place in lock);
}

/** Installs the packages of the lock with `npm ci`, unless they are all there. */
export async function providePackages(cache) {
  const lock = readLock();
  const installed = readInstalled();
  if (installed && isInstalled(lock, installed) && Object.keys(installed).every(hasFolder)) {
    say('packages', 'installed as in package-lock.json');
    return;
  }
  say('packages', 'installing what package-lock.json lists (npm ci)');
  const startMs = performance.now();
  // No package needs its install script: what has to be built is built by the steps after this one.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const [command, args] = npmCommand('ci', ...options);
  if ((await runVisibly(command, args, { env: npmEnvironment(cache) })) !== 0) {
    throw new Failure(
      'npm ci failed. See what npm says above: check the network and the registry npm uses (npm ping), then run "npm run setup" again.',
    );
  }
  say('packages', `installed (${elapsed(startMs)})`);
}

/** The command line of the npm that started us, else of the one that belongs to this Node. */
export function npmCommand(...args) {
  const candidates = [
    process.env.npm_execpath,
    path.resolve(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js'),
    path.resolve(process.execPath, '../node_modules/npm/bin/npm-cli.js'), // Windows
  ];
  const script = candidates.find(
    (file) => file && path.basename(file) === 'npm-cli.js' && fs.existsSync(file),
  );
  return script ? [process.execPath, [script, ...args]] : ['npm', args];
}

/** npm's environment, with a cache that can be written: its own is in HOME, and that may be read-only. */
export function npmEnvironment(cache) {
  const usual = process.env.npm_config_cache ?? path.join(os.homedir(), '.npm');
  return isWritableFolder(usual)
    ? process.env
    : { ...process.env, npm_config_cache: path.join(cache, 'npm') };
}

function readInstalled() {
  try {
    return JSON.parse(fs.readFileSync(inCheckout('node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function hasFolder(place) {
  return fs.existsSync(inCheckout(place));
}
