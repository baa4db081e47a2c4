import { stat } from 'node:fs/promises';

/** Size, time and identity of a file and of the write-ahead log beside it, as one comparable text. Opens nothing. */
export async function stampOf(file: string): Promise<string> {
  const parts = await Promise.all([file, `${file}-wal`].map(stampOfOne));
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
