import { stat } from 'node:fs/promises';
import type { FileChange, FoundFile } from '../../shared/contract/state';
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

/** What became of a file between two of its stamps that differ. */
export function changeOf(before: string, now: string): FileChange {
  const [old, anew] = [partsOf(before), partsOf(now)];
  if (old === null || anew === null) return now.startsWith(ABSENT) ? 'deleted' : 'written';
  if (old.inode !== anew.inode) return 'replaced';
  return anew.sizeBytes < old.sizeBytes ? 'shortened' : 'written';
}

/** What a stamp says of the file itself; null where it is absent, and for a server. */
function partsOf(stamp: string): { inode: string; sizeBytes: bigint } | null {
  const [inode, size] = stamp.split(' ')[0]?.split(':') ?? [];
  return inode === undefined || size === undefined ? null : { inode, sizeBytes: BigInt(size) };
}

const ABSENT = 'absent';

async function stampOfOne(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch {
    return ABSENT;
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
