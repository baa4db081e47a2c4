// npm run bench [-- PART… [--huge]]: how long what a user waits for takes here. Milliseconds mean little on their own,
// so one fixed reference loop is timed in the same run, and the rest is set against a bare loop of the same work. A ratio
// that has a limit and misses it fails the run. With --huge the part `lines` also has a file of gigabytes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setUp } from '../scripts/setup/set-up.mjs';
import { checkout } from '../scripts/support/checkout.mjs';
import { Failure, runMain } from '../scripts/support/console.mjs';
import { withDisplay } from '../scripts/support/display.mjs';
import { importBundled } from './bundle.mjs';
import { writeChain } from './chain.mjs';
import * as figures from './figures.mjs';

const { median, missedLimits, printTime } = figures;

const PARTS = {
  setup: async () =>
    printTime(
      'npm run setup, nothing changed',
      median(3, () => spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: checkout })),
    ),
  'vv-agent': async ({ folder }) => (await importBundled('vv-agent.mjs')).benchVvAgent(folder, figures),
  heads: async ({ folder }) => (await import('./heads.mjs')).benchHeads(folder),
  'pi-loader': async ({ folder }) => (await import('./pi-loader.mjs')).benchPiLoader(folder),
  lines: async ({ folder, isHuge }) => (await import('./lines.mjs')).benchLines(folder, { isHuge }),
  'first-screen': async ({ folder }) =>
    withDisplay(async (env) => (await import('./first-screen.mjs')).benchFirstScreen(env, folder)),
  find: async ({ folder }) => (await import('./find.mjs')).benchFind(folder),
  tree: async () => (await importBundled('tree.mjs')).benchTree(figures),
  overview: async () => (await importBundled('overview.mjs')).benchOverview(figures),
  'tree-window': async ({ folder }) =>
    withDisplay(async (env) => (await import('./tree-window.mjs')).benchTreeWindow(env, folder)),
  transcript: async ({ folder }) =>
    withDisplay(async (env) => (await import('./transcript.mjs')).benchTranscript(env, folder)),
  window: async ({ folder, chain }) =>
    withDisplay(async (env) => (await import('./window.mjs')).benchWindow(env, chain(), folder)),
};

const HUGE = '--huge';

await runMain(async () => {
  const isHuge = process.argv.includes(HUGE);
  const asked = process.argv.slice(2).filter((name) => name !== HUGE);
  const unknown = asked.find((name) => !(name in PARTS));
  if (unknown !== undefined)
    throw new Failure(`There is no part "${unknown}". The parts are: ${Object.keys(PARTS).join(', ')}.`);
  await setUp();
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-bench-'));
  try {
    printTime('reference loop (sum of 100 million)', median(5, referenceLoop));
    const chain = onceMade(path.join(folder, 'chain.db'));
    for (const name of asked.length > 0 ? asked : Object.keys(PARTS))
      await PARTS[name]({ folder, chain, isHuge });
    const missed = missedLimits();
    if (missed > 0) console.log(`${missed} of the limits missed.`);
    return missed > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function onceMade(file) {
  let isMade = false;
  return () => {
    if (!isMade) writeChain(file);
    isMade = true;
    return file;
  };
}

function referenceLoop() {
  let sum = 0;
  for (let i = 0; i < 100_000_000; i++) sum = (sum + i) | 0;
  return sum;
}
