import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { VvAgentFile } from '../../samples/vv-agent-file';
import { bundleEntry } from '../../sqlite/test-support/bundle';
import { openSqliteStore } from '../sqlite-store';
import { COMMITTED, commitPlan, OPENING, PLANNED_SESSIONS, type PlannedCommit } from './crash-plan';
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
 * When to kill: a part of the program's way from its first commit (0) to its last (1), or so many milliseconds after
 * it went to open the store, which it makes.
 */
export type CrashMoment = { readonly progress: number } | { readonly openingMs: number };

/** How the store keeps its journal: that of a store made by the program, or one that was there before. */
export type CrashJournal = 'wal' | 'delete';

/**
 * Starts the program on a store in `folder`, kills it, looks at what is stored, and runs the same plan again. The
 * folder is removed at the end.
 */
export async function runCrash(
  script: string,
  folder: string,
  seed: number,
  moment: CrashMoment,
  journal: CrashJournal,
): Promise<CrashRun> {
  fs.mkdirSync(folder);
  try {
    const file = path.join(folder, 'store.db');
    const cache = path.join(folder, 'cache');
    const plan = commitPlan(seed);
    if (journal === 'delete') makeStoreWithoutWal(file);
    const acknowledged = await killProgram([script, file, String(seed)], plan.length, moment);
    const report = await verifyStore(file, cache);
    const stored = report?.commits.length ?? 0;
    const faults = report === null && acknowledged === 0 ? [] : faultsOf(report);
    if (acknowledged > stored) faults.push(`${acknowledged - stored} acknowledged commits are lost`);
    faults.push(...(await replay(file, plan, stored)));
    return { planned: plan.length, acknowledged, stored, faults };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function makeStoreWithoutWal(file: string): void {
  const { database } = new VvAgentFile(file);
  database.pragma('journal_mode = DELETE');
  database.close();
}

/** Runs the program until it is killed; gives how many commits it was told are done. */
async function killProgram(args: readonly string[], planned: number, moment: CrashMoment): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  // Going by the program's own progress, the moment does not depend on how fast the machine is.
  const killAfter = 'progress' in moment ? 1 + moment.progress * (planned - 1) : Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let acknowledged = 0;
  let openedAt = 0;
  child.stdout.setEncoding('latin1').on('data', (said: string) => {
    if (said.startsWith(OPENING)) {
      openedAt = performance.now();
      if ('openingMs' in moment) timer = setTimeout(kill, moment.openingMs);
    }
    acknowledged += said.split(COMMITTED).length - 1;
    if (acknowledged < Math.floor(killAfter) || child.killed) return;
    // A part of one more commit: a timer would be too coarse.
    const commitMs = (performance.now() - openedAt) / acknowledged;
    const killAt = performance.now() + (killAfter % 1) * commitMs;
    while (performance.now() < killAt);
    kill();
  });
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The program ended with ${code ?? signal}`);
  return acknowledged;
}

/** Runs the plan on what is stored: the first commits of it must be known, and every item be there once at the end. */
async function replay(file: string, plan: readonly PlannedCommit[], stored: number): Promise<string[]> {
  const store = await openSqliteStore(file, { create: 'if-missing' });
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
