import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import {
  bundleCrashChild,
  type CrashJournal,
  type CrashMoment,
  type CrashRun,
  runCrash,
} from './test-support/crash-run';

// Kills a program with SIGKILL in the middle of its commits. `npm run test:crash` does so a thousand times.

const runCount = Number(process.env.RAMIFY_CRASH_RUNS ?? 10);
const isLong = runCount >= 100;
/** A run takes about a third of a second; a busy machine may take ten times as long. */
const RUN_TIMEOUT_MS = 5000;
/** Opening takes as long as a few commits. */
const OPENING_MS = 25;

let folders: TestFolders;
let script: string;

beforeAll(async () => {
  folders = makeFolders();
  script = await bundleCrashChild(folders.user);
}, 60_000);

afterAll(() => folders.remove());

it(
  'keeps every commit whole and once, whenever the program that writes is killed',
  async () => {
    const firstSeed = isLong ? Date.now() % 1_000_000 : 1;
    const runs: CrashRun[] = [];
    for (let index = 1; index <= runCount; index += 1) {
      const seed = firstSeed + index;
      const folder = path.join(folders.user, `run-${seed}`);
      const crashed = await runCrash(script, folder, seed, momentOf(index), journalOf(index));
      expect(crashed.faults, `seed ${seed}, killed after ${crashed.acknowledged} commits`).toEqual([]);
      runs.push(crashed);
      if (isLong && index % 100 === 0) process.stdout.write(`${summary(runs)}\n`);
    }
    process.stdout.write(`crash suite, seeds from ${firstSeed}: ${summary(runs)}\n`);
    // Ten runs are too few for the share to be held to.
    expect(shareBetween(runs)).toBeGreaterThanOrEqual(isLong ? 0.9 : 0.5);
  },
  (runCount + 2) * RUN_TIMEOUT_MS,
);

/** Of forty kills one comes while the store is opened, the others anywhere between the first and the last commit. */
function momentOf(index: number): CrashMoment {
  return index % 40 === 10 ? { openingMs: Math.random() * OPENING_MS } : { progress: Math.random() };
}

/** A store made here is in WAL mode; one that was there keeps the journal it has, as every fifth does. */
function journalOf(index: number): CrashJournal {
  return index % 5 === 4 ? 'delete' : 'wal';
}

function shareBetween(runs: readonly CrashRun[]): number {
  const between = runs.filter(({ stored, planned }) => stored > 0 && stored < planned);
  return between.length / runs.length;
}

function summary(runs: readonly CrashRun[]): string {
  const share = (100 * shareBetween(runs)).toFixed(1);
  const unacknowledged = runs.filter(({ stored, acknowledged }) => stored > acknowledged).length;
  return `${runs.length} kills, ${share} % of them between the first and the last commit; ${unacknowledged} with a commit stored that was not acknowledged yet; 0 commits lost`;
}
