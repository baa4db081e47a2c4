import fs from 'node:fs';
import path from 'node:path';
import { fail, type OperationError, ok, type Result } from '../../../shared/contract/errors';
import { unwrap } from '../../formats/database-error';
import { failureOfSystemError } from '../../sqlite/failure';
import { openForWriting } from '../../sqlite/open-for-writing';
import type { ReadFailure } from '../../sqlite/types';
import { makeBackup } from '../backup';
import { contentOf, finish, lookInto } from './content';
import { Refusal, type UpgradeDone, type UpgradeOptions, type UpgradePreview } from './facts';
import { isSameContent } from './fingerprint';
import { type Labels, progressOf, rehearse } from './rehearsal';
import { asResult, changedMeanwhile, failed } from './result';
import { type Upgraded, upgradeRows } from './transaction';

const CANCELLED = 'The upgrade was cancelled, and nothing was changed.';
const WRITTEN_TO = 'Another program wrote to this file during the upgrade, so nothing was changed.';

/** What an upgrade would change, found on a copy; the file and its folder stay as they are. Fails as the upgrade would. */
export async function previewUpgrade(file: string, options: UpgradeOptions): Promise<Result<UpgradePreview>> {
  return await asResult(options.signal, CANCELLED, async () => (await rehearse(file, options)).facts);
}

/**
 * Upgrades a vv-agent store of an older generation to version 2; spec section 5. Rehearses it on a copy, writes a
 * backup beside the file, does the same in the file in one transaction, and reads it back. Fails with `cannot-upgrade`
 * and the reason, with session and item where one is at fault; with `changed-meanwhile` when another program wrote in
 * between; or as opening and writing do. Whatever fails, the file holds all of the upgrade or nothing of it.
 */
export async function upgradeStore(
  file: string,
  options: UpgradeOptions & { readonly now?: () => Date },
): Promise<Result<UpgradeDone>> {
  const unwritable = whyNotWritable(file);
  if (unwritable !== null) return failed(unwritable);
  const rehearsed = await asResult(options.signal, CANCELLED, () => rehearse(file, options));
  if (!rehearsed.ok) return rehearsed;
  const backup = await asResult(options.signal, CANCELLED, () => backUp(file, rehearsed.value, options));
  if (!backup.ok) return backup;
  const upgraded = await asResult(options.signal, CANCELLED, async () => {
    options.signal.throwIfAborted();
    upgradeFile(file, rehearsed.value, options);
    await readBack(file, rehearsed.value, options);
  });
  if (!upgraded.ok) return withBackup(upgraded.error, backup.value);
  const { before, after } = rehearsed.value;
  const { changes: _shown, ...facts }: UpgradePreview = rehearsed.value.facts;
  return ok({ ...facts, backupPath: backup.value, before, after });
}

/** Asked before the work of a rehearsal; the backup and the transaction meet the rest. */
function whyNotWritable(file: string): ReadFailure | null {
  try {
    const target = fs.realpathSync.native(file);
    fs.accessSync(target, fs.constants.W_OK);
    fs.accessSync(path.dirname(target), fs.constants.W_OK);
    return null;
  } catch (error) {
    const known = failureOfSystemError(error, 'writing');
    if (known === null) throw error;
    return known;
  }
}

async function backUp(
  file: string,
  { before }: Upgraded,
  options: UpgradeOptions & { readonly now?: () => Date },
): Promise<string> {
  const made = await makeBackup(file, {
    ...options,
    now: options.now?.() ?? new Date(),
    // A backup that was never read is none.
    verify: async (copy) => {
      const content = await lookInto(copy, options, (db) =>
        contentOf(db, reading('Reading the backup', before.items, options)),
      );
      if (!content.ok) return content;
      if (isSameContent(content.value, before)) return null;
      throw new Refusal(changedMeanwhile(WRITTEN_TO));
    },
  });
  return unwrap(made);
}

/** Tells how many items of a file have been read. */
function reading(label: string, total: number, { onProgress }: UpgradeOptions): (done: number) => void {
  return (done) => onProgress({ label, done, total, unit: 'items' });
}

const LABELS: Labels = {
  reading: 'Comparing the file with its copy',
  upgrading: 'Upgrading the file',
  verifying: 'Verifying the upgrade',
};

function upgradeFile(file: string, rehearsed: Upgraded, { busyTimeoutMs, onProgress }: UpgradeOptions): void {
  const database = unwrap(openForWriting(file, busyTimeoutMs === undefined ? {} : { busyTimeoutMs }));
  try {
    const written = database.write((rows) => {
      const steps = upgradeRows(rows, (found) => {
        if (!isSameContent(found, rehearsed.before)) throw new Refusal(changedMeanwhile(WRITTEN_TO));
      });
      const upgraded = finish(steps, (step) => onProgress(progressOf(step, LABELS)));
      if (!isSameContent(upgraded.after, rehearsed.after))
        throw new Error('The same upgrade of the same content left something else than in the rehearsal');
    });
    unwrap(written);
  } finally {
    database.close();
  }
}

/** Not to be cancelled: the upgrade is in the file, and every failure from here on has to say so. */
async function readBack(file: string, rehearsed: Upgraded, options: UpgradeOptions): Promise<void> {
  const progress = reading('Reading the file back', rehearsed.after.items, options);
  const { signal } = new AbortController();
  const content = await asResult(signal, CANCELLED, async () =>
    unwrap(await lookInto(file, { ...options, signal }, (db) => contentOf(db, progress))),
  );
  if (!content.ok) {
    const message = `The upgrade was made, but it could not be read back: ${content.error.message}`;
    throw new Refusal({ ...content.error, message });
  }
  if (isSameContent(content.value, rehearsed.after)) return;
  const message =
    'The upgrade was made, but the file holds something else than was written: another program has written to it since. Reload it to see its present state.';
  throw new Refusal(changedMeanwhile(message));
}

function withBackup(error: OperationError, backupPath: string): Result<never> {
  return fail(
    error.code,
    `${error.message} The backup ${JSON.stringify(path.basename(backupPath))} stays beside the file.`,
    [error.detail, backupPath].filter(Boolean).join('; '),
  );
}
