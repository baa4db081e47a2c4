import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { bundleEntry } from '../../sqlite/test-support/bundle';
import { openSqliteStore } from '../sqlite-store';
import { commitPlan, PLANNED_SESSIONS, type PlannedCommit } from './crash-plan';
import { faultsOf, verifyStore } from './verify';

/** What one kill did. */
export interface CrashRun {
  readonly planned: number;
  /** Commits that the program was told are done before it died. */
  readonly acknowledged: number;
  /** Commits found in the file. */
  readonly stored: number;
  /** What is wrong with the file after the kill, or after the replay; none when nothing is. */
  readonly faults: readonly string[];
}

/** Builds the program that is killed; gives its path. */
export function bundleCrashChild(folder: string): Promise<string> {
  return bundleEntry(folder, path.join(import.meta.dirname, 'crash-child.ts'));
}

/**
 * Starts the program on a new store in `folder`, kills it, looks at what is stored, and runs the same plan again. The
 * moment is a part of its way from the first commit (0) to the last (1). The folder is removed at the end.
 */
export async function runCrash(
  script: string,
  folder: string,
  seed: number,
  moment: number,
): Promise<CrashRun> {
  fs.mkdirSync(folder);
  try {
    const file = path.join(folder, 'store.db');
    const plan = commitPlan(seed);
    const acknowledged = await killProgram([script, file, String(seed)], 1 + moment * (plan.length - 1));
    const report = await verifyStore(file, path.join(folder, 'cache'));
    const stored = report.commits.length;
    const lost = acknowledged > stored ? [`${acknowledged - stored} acknowledged commits are lost`] : [];
    const faults = [...lost, ...faultsOf(report), ...(await replay(file, plan, stored))];
    return { planned: plan.length, acknowledged, stored, faults };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Kills the program once it has done so many commits and a part of the next: going by its own progress, the moment
 * does not depend on how fast the machine is. Gives how many commits it was told are done.
 */
async function killProgram(args: readonly string[], killAfter: number): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let acknowledged = 0;
  let firstAt = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    if (acknowledged === 0) firstAt = performance.now();
    acknowledged += bytes.length;
    if (acknowledged < Math.floor(killAfter) || child.killed) return;
    // A timer is too coarse for a part of a commit.
    const commitMs = (performance.now() - firstAt) / acknowledged;
    const killAt = performance.now() + (killAfter % 1) * commitMs;
    while (performance.now() < killAt);
    child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The program ended with ${code ?? signal}`);
  return acknowledged;
}

/** Runs the plan on what is stored: the first commits of it must be known, and every item be there once at the end. */
async function replay(file: string, plan: readonly PlannedCommit[], stored: number): Promise<string[]> {
  const store = await openSqliteStore(file);
  try {
    const faults: string[] = [];
    for (const [index, { sessionId, commitId, payloadDigest, items }] of plan.entries()) {
      const outcome = await store.session(sessionId).addItemsOnce(commitId, payloadDigest, items);
      if (outcome !== (index < stored ? 'replayed' : 'committed')) faults.push(`commit ${index}: ${outcome}`);
    }
    for (const sessionId of PLANNED_SESSIONS) {
      const wanted = plan.filter((commit) => commit.sessionId === sessionId).flatMap(({ items }) => items);
      const found = await store.session(sessionId).getItems();
      const isSame =
        found.length === wanted.length &&
        found.every(({ content }, index) => content === wanted[index]?.content);
      if (!isSame) faults.push(`${sessionId}: ${found.length} items instead of the ${wanted.length} planned`);
    }
    return faults;
  } finally {
    await store.close();
  }
}
