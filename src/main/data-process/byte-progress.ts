import type { Progress } from '../../shared/contract/state';

/** Tells how many bytes are done, in megabytes as people read them; `label` says what is being done. */
export function byteProgress(
  progress: (progress: Progress) => void,
  label: string,
): (doneBytes: number, totalBytes: number) => void {
  return (doneBytes, totalBytes) =>
    progress({ label, done: megabytes(doneBytes), total: megabytes(totalBytes), unit: 'MB' });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}
