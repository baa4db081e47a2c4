const FRAME_HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
/** Types of blocks: stored as they are, and one byte many times. */
const STORED = 0;
const REPEATED = 1;

/** A zstd frame of blocks that are stored as they are. */
export function zstdFrame(bytes: Buffer, blockBytes = 100_000): Buffer {
  const pieces: Uint8Array[] = [FRAME_HEADER];
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    pieces.push(blockHeader(block.length, STORED, at + blockBytes >= bytes.length), block);
  }
  return Buffer.concat(pieces);
}

/** A zstd frame of a few bytes that becomes as many blocks of 100,000 zero bytes. */
export function zstdOfZeros(blockCount: number): Buffer {
  const pieces: Uint8Array[] = [FRAME_HEADER];
  for (let left = blockCount; left > 0; left -= 1)
    pieces.push(blockHeader(100_000, REPEATED, left === 1), Buffer.from([0]));
  return Buffer.concat(pieces);
}

function blockHeader(sizeBytes: number, type: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(sizeBytes * 8 + type * 2 + (isLast ? 1 : 0), 0, 3);
  return header;
}
