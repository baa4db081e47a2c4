import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Progress } from '../../../shared/contract/state';
import type { Report } from '../../../shared/model/report';
import { unwrap } from '../../formats/database-error';
import { vvAgentFormat } from '../../formats/vv-agent/format';
import { buildReport } from '../../integrity/report';
import { openForWriting } from '../../sqlite/open-for-writing';
import type { ReadDatabase } from '../../sqlite/types';
import { makeWorkingCopy } from '../../sqlite/working-copy';
import { lookInto } from './content';
import { refuse, type UpgradeOptions } from './facts';
import { type Upgraded, type UpgradeStep, upgradeRows } from './transaction';

const MEGABYTE = 1_000_000;

/**
 * Upgrades a private copy of the file and looks at the result with the whole report. Gives what the same steps will do
 * to the file itself. Throws a `Refusal`, a `DatabaseError`, or the signal's reason.
 */
export async function rehearse(path: string, options: UpgradeOptions): Promise<Upgraded> {
  const { cacheDir, signal, onProgress } = options;
  const copied = await makeWorkingCopy(path, {
    cacheDir,
    signal,
    onProgress: ({ doneBytes, totalBytes }) =>
      onProgress({
        label: 'Copying the file',
        done: Math.round(doneBytes / MEGABYTE),
        total: Math.round(totalBytes / MEGABYTE),
        unit: 'MB',
      }),
  });
  const copy = unwrap(copied);
  try {
    const upgraded = await upgradeCopy(copy.path, options);
    const { cacheDir: folder, ...watcher } = options;
    const report = unwrap(
      await lookInto(copy.path, { cacheDir: folder, signal }, async (db) => {
        const built = await buildReport(vvAgentFormat.open(db), watcher);
        if (built.checks.some(({ id, verdict }) => id === 'quick-check' && verdict === 'not-applicable'))
          checkWhole(db);
        return built;
      }),
    );
    judge(report);
    return upgraded;
  } finally {
    copy.dispose();
  }
}

/** What a step of the transaction tells the user. */
export function progressOf({ part, done, total }: UpgradeStep, labels: Labels): Progress {
  return { label: labels[part], done, total, unit: 'items' };
}

/** What each part of the transaction is called. */
export type Labels = Readonly<Record<UpgradeStep['part'], string>>;

const LABELS: Labels = {
  reading: 'Reading the copy',
  upgrading: 'Upgrading the copy',
  verifying: 'Reading the upgraded copy',
};

async function upgradeCopy(copy: string, { signal, onProgress }: UpgradeOptions): Promise<Upgraded> {
  const database = unwrap(openForWriting(copy));
  try {
    return unwrap(
      await database.writeInSteps(
        function* (rows) {
          const steps = upgradeRows(rows, () => {});
          let step = steps.next();
          for (; !step.done; step = steps.next()) {
            onProgress(progressOf(step.value, LABELS));
            yield;
          }
          return step.value;
        },
        async () => {
          await nextTurn();
          signal.throwIfAborted();
        },
      ),
    );
  } finally {
    database.close();
  }
}

/** SQLite's own check of a file so large that the report leaves it to be asked for. */
function checkWhole(db: ReadDatabase): void {
  const checked = unwrap(db.quickCheck({ anySize: true }));
  if (checked.state === 'damaged') refuse(`SQLite's quick check: ${checked.findings.join('; ')}`);
}

/** Commits were as they are before the upgrade: the report may say anything of them. */
function judge(report: Report): void {
  const failed = report.checks.find(({ id, verdict }) => id !== 'commits' && verdict === 'failed');
  if (failed) refuse(`${failed.title}: expected ${failed.expected}, found ${failed.found}`);
  const problem = report.problems.find(({ severity }) => severity === 'error');
  if (problem)
    refuse(`session ${JSON.stringify(problem.sessionId)}, item_index ${problem.entryId}: ${problem.message}`);
}
