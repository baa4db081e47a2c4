import { stat } from 'node:fs/promises';
import type { FoundFile } from '../../shared/contract/state';
import type { StoreTarget } from '../../shared/contract/target';

/**
 * Size, time and identity of a file and of the write-ahead log beside it, as one comparable text. Opens nothing. A
 * server has none: its own process notices what changes there.
 */
export async function stampOf(target: StoreTarget): Promise<string> {
  if (target.type !== 'file') return 'server';
  const parts = await Promise.all([target.path, `${target.path}-wal`].map(stampOfOne));
  return parts.join(' ');
}

async function stampOfOne(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch {
    return 'absent';
  }
}

/** Size and time of a file, which need no lock; null where it is gone, and for a server. */
export async function lookAt(target: StoreTarget): Promise<FoundFile | null> {
  if (target.type !== 'file') return null;
  try {
    const { size, mtimeMs } = await stat(target.path);
    return { sizeBytes: size, writtenMs: mtimeMs };
  } catch {
    return null;
  }
}
