import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Decompress } from 'fzstd';
import type { Finding } from '../../shared/model/report';
import { DatabaseError } from '../formats/database-error';
import { failure } from '../sqlite/failure';
import { deleteCopyFolder, makeCopyFolder } from '../sqlite/private-copies';
import { openRegularFile } from '../sqlite/survey';
import { hasZstdMagic } from './magic';

/** Bytes decoded in one go: the smallest file of all may become megabytes with each of them. */
const CHUNK_BYTES = 16 * 1024;
/** Largest file that is decoded, in bytes of the decoded one. */
const MAX_DECODED_BYTES = 8 * 1024 * 1024 * 1024;
/** Left free for everybody else. */
const SPARE_BYTES = 32 * 1024 * 1024;

/** A file that was decoded into the cache folder. */
export interface DecodedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** What is wrong with the file it was decoded from. */
  readonly finding: Finding | null;
  /** Deletes it. */
  remove(): void;
}

interface DecodeOptions {
  readonly cacheDir: string;
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number, totalBytes: number) => void;
  /** Most bytes of the decoded file. */
  readonly maxBytes?: number;
}

/**
 * Decodes a zstd file into the cache folder, of a damaged one what comes before the damage; null where it is none.
 * Throws `DatabaseError` where it would be too large, the signal's reason, and errors of the system.
 */
export async function decodedCopy(file: string, options: DecodeOptions): Promise<DecodedFile | null> {
  const fd = openRegularFile(file);
  try {
    const magic = Buffer.alloc(4);
    fs.readSync(fd, magic, 0, magic.length, 0);
    if (!hasZstdMagic(magic)) return null;
    const folder = makeCopyFolder(options.cacheDir);
    const remove = () => deleteCopyFolder(options.cacheDir, folder);
    try {
      const target = path.join(folder, 'decoded');
      return { path: target, remove, ...(await decode(fd, target, file, options)) };
    } catch (error) {
      remove();
      throw error;
    }
  } finally {
    fs.closeSync(fd);
  }
}

async function decode(
  from: number,
  target: string,
  file: string,
  { signal, onProgress, maxBytes = MAX_DECODED_BYTES }: DecodeOptions,
): Promise<Pick<DecodedFile, 'sizeBytes' | 'finding'>> {
  const { bavail, bsize } = fs.statfsSync(path.dirname(target));
  const roomBytes = bavail * bsize - SPARE_BYTES;
  const totalBytes = fs.fstatSync(from).size;
  let sizeBytes = 0;
  let finding: Finding | null = null;
  const to = fs.openSync(target, 'wx', 0o600);
  try {
    const decoder = new Decompress((piece) => {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) throw tooLarge(file, maxBytes);
      if (sizeBytes > roomBytes) throw new DatabaseError(failure('no-space', `${sizeBytes} bytes decoded`));
      for (let done = 0; done < piece.length; ) done += fs.writeSync(to, piece, done);
      signal.throwIfAborted();
    });
    for (let at = 0; finding === null && at < totalBytes; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, totalBytes - at));
      const read = fs.readSync(from, chunk, 0, chunk.length, at);
      if (read === 0) break;
      at += read;
      finding = push(decoder, chunk.subarray(0, read), at >= totalBytes);
      signal.throwIfAborted();
      onProgress(at, totalBytes);
      await turn();
    }
    return { sizeBytes, finding };
  } finally {
    fs.closeSync(to);
  }
}

/** Decodes the next bytes; what is wrong with them, null where nothing is. */
function push(decoder: Decompress, chunk: Uint8Array, isLast: boolean): Finding | null {
  try {
    decoder.push(chunk, isLast);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // Those of the decoder are numbers; those of the system are words.
    if (typeof code !== 'number') throw error;
    return DAMAGED;
  }
}

const DAMAGED: Finding = {
  code: 'damaged-compression',
  severity: 'error',
  message:
    'The compressed file is cut off or damaged: what could be decoded of it is shown, and more is missing.',
};

function tooLarge(file: string, maxBytes: number): DatabaseError {
  const message = `This file is above the ${maxBytes} bytes that are decoded: decode it with the zstd tool, then open the result.`;
  return new DatabaseError({ ok: false, code: 'too-large', message, detail: file });
}
