import { inCheckout } from '../support/checkout.mjs';
import { elapsed, Failure, say } from '../support/console.mjs';
import { needsDisplay } from '../support/display.mjs';
import { provideBuild } from './build.mjs';
import { openCache } from './cache.mjs';
import { electronExecutable, provideElectron } from './electron.mjs';
import { exclusively } from './exclusive.mjs';
import { nodeVersionProblem } from './node-version.mjs';
import { providePackages } from './packages.mjs';
import { provideSamples } from './samples.mjs';
import { compileIntoCache, lacksAddon, provideAddon } from './sqlite-addon.mjs';
import { planSystem } from './system.mjs';

/**
 * Makes a fresh clone ready to run, and does only what is not done yet. Each step finds out by itself
 * whether its result is there and whole, so a set-up that was interrupted is simply run again.
 * The modules of these steps load with nothing installed: they import packages only when they use them.
 * `alsoNeeds` names what the system must have besides what the app itself needs.
 */
export async function setUp(alsoNeeds = []) {
  const { platform, arch, versions } = process;
  const problem = nodeVersionProblem({
    version: versions.node,
    nodeApi: Number(versions.napi),
    platform,
    arch,
  });
  if (problem) throw new Failure(problem);
  const startMs = performance.now();
  await exclusively(inCheckout('.cache/setup.lock'), () => runSteps(alsoNeeds));
  say('setup', `ready (${elapsed(startMs)})`);
}

async function runSteps(alsoNeeds) {
  const cache = openCache();
  // All at once: one command for the user to run, where it is for the user to do.
  const finishSystem = await planSystem([
    'window',
    ...(needsDisplay() ? ['display'] : []),
    ...((await lacksAddon(cache)) ? ['compiler'] : []),
    ...alsoNeeds,
  ]);
  await sideBySide(finishSystem, () => providePackages(cache));
  const [version] = await sideBySide(
    () => provideElectron(cache),
    async () => (await lacksAddon(cache)) && compileIntoCache(cache),
  );
  await provideAddon(cache, { version, executable: electronExecutable() });
  await provideBuild();
  await provideSamples();
}

/** Runs steps at the same time, to the end of all of them; then fails with the first that failed. */
async function sideBySide(...steps) {
  const results = await Promise.allSettled(steps.map((step) => step()));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return results.map(({ value }) => value);
}
