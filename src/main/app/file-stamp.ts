import { stat } from 'node:fs/promises';
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
