import fs from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';
import { elapsed, Failure, say } from '../support/console.mjs';
import { capture } from '../support/processes.mjs';
import { FALLBACK_VERSION, unpackFallback } from './electron-fallback.mjs';

const DOWNLOAD_LIMIT_MS = 5 * 60 * 1000;
const packageFolder = inCheckout('node_modules/electron');
const dist = path.join(packageFolder, 'dist');
const pathFile = path.join(packageFolder, 'path.txt');

/**
 * Makes the `electron` package runnable and gives the version of its runtime: the official one of package.json,
 * or the fallback where that cannot be downloaded.
 */
export async function provideElectron(cache) {
  const official = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version;
  const found = installedVersion();
  if (found === official) {
    say('electron', `${official} is in place`);
    return found;
  }
  if (found === FALLBACK_VERSION) {
    say(
      'electron',
      `fallback ${found} is in place (delete node_modules/electron/dist to try ${official} again)`,
    );
    return found;
  }
  const problem = await downloadOfficial(official);
  if (problem === undefined) return official;
  if (`${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new Failure(
      `Electron ${official} cannot be downloaded: ${problem}\nCheck the network (behind a proxy, set ELECTRON_GET_USE_PROXY=1), then run "npm run setup" again.`,
    );
  }
  say('electron', `${official} cannot be downloaded here: ${problem}`);
  await installFallback(cache);
  return FALLBACK_VERSION;
}

/** The file that starts Electron, absolute. */
export function electronExecutable() {
  return path.join(dist, fs.readFileSync(pathFile, 'utf8'));
}

/** The version in place. The path file is written last, so what was interrupted counts as nothing. */
function installedVersion() {
  try {
    fs.accessSync(electronExecutable(), fs.constants.X_OK);
    return fs.readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return undefined;
  }
}

/** Lets the package download its runtime, which checks it by hash; gives the reason when that fails. */
async function downloadOfficial(version) {
  say('electron', `downloading ${version}`);
  const startMs = performance.now();
  clear();
  const { ELECTRON_OVERRIDE_DIST_PATH, ...env } = process.env;
  const installer = path.join(packageFolder, 'install.js');
  const result = await capture(process.execPath, [installer], { env, timeoutMs: DOWNLOAD_LIMIT_MS });
  if (result.code !== 0 || installedVersion() !== version) {
    clear();
    return result.stderr.trim().split('\n')[0] || `no answer within ${DOWNLOAD_LIMIT_MS / 60_000} minutes`;
  }
  await assertStarts(version);
  say('electron', `${version} is in place (${elapsed(startMs)})`);
  return undefined;
}

async function installFallback(cache) {
  const startMs = performance.now();
  const next = `${dist}.next`;
  fs.rmSync(next, { recursive: true, force: true });
  await unpackFallback(cache, next);
  clear();
  fs.renameSync(next, dist);
  fs.writeFileSync(pathFile, 'electron');
  await assertStarts(FALLBACK_VERSION);
  say(
    'electron',
    `fallback ${FALLBACK_VERSION} is in place, for development and tests only (${elapsed(startMs)})`,
  );
}

function clear() {
  fs.rmSync(pathFile, { force: true });
  fs.rmSync(dist, { recursive: true, force: true });
}

/** Starts it once as plain Node, which links all its libraries and needs no display. */
async function assertStarts(version) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const started = await capture(electronExecutable(), ['-p', 'process.versions.electron'], { env });
  if (started.code === 0 && started.stdout.trim() === version) return;
  clear();
  const missing = /loading shared libraries: ([^:]+):/.exec(started.stderr)?.[1];
  throw new Failure(
    missing
      ? `Electron ${version} needs the system library ${missing}. Install the package that has it, then run "npm run setup" again.`
      : `Electron ${version} does not start:\n${started.output}`,
  );
}
