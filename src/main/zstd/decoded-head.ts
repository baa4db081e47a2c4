import { Decompress } from 'fzstd';
import { hasZstdMagic } from './magic';

/** Enough to tell a format by. */
const MAX_HEAD_BYTES = 256 * 1024;

class Enough extends Error {}

/** What a file begins with: the bytes themselves, or what they are decoded where they are the start of a zstd file. */
export function decodedHead(head: Buffer): Buffer {
  if (!hasZstdMagic(head)) return head;
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  const decoder = new Decompress((piece) => {
    pieces.push(piece.slice());
    sizeBytes += piece.length;
    if (sizeBytes >= MAX_HEAD_BYTES) throw new Enough();
  });
  try {
    decoder.push(head, true);
  } catch {
    // Enough was had, or the rest is damaged: what came counts.
  }
  return Buffer.concat(pieces).subarray(0, MAX_HEAD_BYTES);
}
