import { unwrap } from '../../formats/database-error';
import { openForReading } from '../../sqlite/open';
import type { ReadDatabase, ReadResult } from '../../sqlite/types';
import type { UpgradeOptions } from './facts';
import { type ContentFingerprint, fingerprintOf } from './fingerprint';

/** The last value of a generator that is run in one go; `onStep` sees what it gives on the way. */
export function finish<S, T>(steps: Generator<S, T>, onStep: (step: S) => void = () => {}): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onStep(step.value);
  }
}

/** Opens a file, has it looked at and closes it. */
export async function lookInto<T>(
  path: string,
  { cacheDir, signal, busyTimeoutMs }: Pick<UpgradeOptions, 'cacheDir' | 'signal' | 'busyTimeoutMs'>,
  look: (db: ReadDatabase) => T | Promise<T>,
): Promise<ReadResult<T>> {
  const opened = await openForReading(path, {
    cacheDir,
    signal,
    ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
  });
  if (!opened.ok) return opened;
  try {
    return { ok: true, value: await look(opened.db) };
  } finally {
    opened.db.close();
  }
}

/** The fingerprint of an open file, read in one transaction. Throws `DatabaseError` when it fails underneath. */
export function contentOf(
  db: ReadDatabase,
  onStep: (doneItems: number) => void = () => {},
): ContentFingerprint {
  return unwrap(db.read((rows) => finish(fingerprintOf(rows), onStep)));
}
