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
import { provideAddon, willCompile } from './sqlite-addon.mjs';
import { provideSystem } from './system.mjs';

/**
 * Makes a fresh clone ready to run, and does only what is not done yet. Each step finds out by itself
 * whether its result is there and whole, so a set-up that was interrupted is simply run again.
 * The modules of these steps load with nothing installed: they import packages only when they use them.
 */
export async function setUp() {
  const { platform, arch, versions } = process;
  const problem = nodeVersionProblem({
    version: versions.node,
    nodeApi: Number(versions.napi),
    platform,
    arch,
  });
  if (problem) throw new Failure(problem);
  const startMs = performance.now();
  await exclusively(inCheckout('.cache/setup.lock'), runSteps);
  say('setup', `ready (${elapsed(startMs)})`);
}

async function runSteps() {
  const cache = openCache();
  const needs = ['window', ...(needsDisplay() ? ['display'] : [])];
  // All at once where it is known this early: one command for the user to run.
  await provideSystem((await willCompile(cache)) ? [...needs, 'compiler'] : needs);
  await providePackages(cache);
  const version = await provideElectron(cache);
  await provideAddon(cache, { version, executable: electronExecutable() }, () => provideSystem(['compiler']));
  await provideBuild();
  await provideSamples();
}
