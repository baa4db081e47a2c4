import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseError } from '../formats/database-error';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { decodedCopy } from './decoded-copy';
import { decodedHead } from './decoded-head';
import { zstdFrame, zstdOfZeros } from './test-support/frame';

let folders: TestFolders;
let file: string;
beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'a.zst');
});
afterEach(() => folders.remove());

function decode(bytes: Buffer, maxBytes?: number, signal = new AbortController().signal) {
  fs.writeFileSync(file, bytes);
  const options = { cacheDir: folders.cache, signal, onProgress: () => {} };
  return decodedCopy(file, maxBytes === undefined ? options : { ...options, maxBytes });
}

/** What is left in the cache folder. */
const copies = () => (fs.existsSync(folders.cache) ? fs.readdirSync(folders.cache) : []);

describe('a decoded copy', () => {
  it('holds what was compressed, and is gone once it was let go of', async () => {
    const text = Buffer.from('line\n'.repeat(100_000));
    const copy = await decode(zstdFrame(text));
    expect(copy?.sizeBytes).toBe(text.length);
    expect(fs.readFileSync(copy?.path ?? '').equals(text)).toBe(true);
    expect(copy?.finding).toBe(null);
    copy?.remove();
    expect(copies()).toEqual([]);
  });

  it('is made of several frames, one after the other', async () => {
    const copy = await decode(
      Buffer.concat([zstdFrame(Buffer.from('one\n')), zstdFrame(Buffer.from('two\n'))]),
    );
    expect(fs.readFileSync(copy?.path ?? '', 'utf8')).toBe('one\ntwo\n');
    copy?.remove();
  });

  it('is not made of a file that is not compressed', async () => {
    expect(await decode(Buffer.from('{"type":"session_meta"}\n'))).toBe(null);
    expect(copies()).toEqual([]);
  });

  it('of a file that is cut off has what came before the cut', async () => {
    const frame = zstdFrame(Buffer.from('line\n'.repeat(1000)), 1000);
    const copy = await decode(frame.subarray(0, 3500));
    expect(copy?.finding?.code).toBe('damaged-compression');
    expect(copy?.sizeBytes).toBe(3000);
    copy?.remove();
  });

  it('is not made of a small file that becomes a very large one', async () => {
    const error = await decode(zstdOfZeros(1000), 10_000_000).catch((failed: unknown) => failed);
    expect(error instanceof DatabaseError && error.failure.code).toBe('too-large');
    expect(copies()).toEqual([]);
  });

  it('is not made once it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(decode(zstdOfZeros(10), undefined, controller.signal)).rejects.toThrow();
    expect(copies()).toEqual([]);
  });
});

describe('what a file begins with', () => {
  it('is decoded, and no more of it than is needed', () => {
    expect(decodedHead(zstdFrame(Buffer.from('{"a":1}\n'))).toString()).toBe('{"a":1}\n');
    expect(decodedHead(zstdOfZeros(1000)).length).toBe(256 * 1024);
    expect(decodedHead(Buffer.from('{"a":1}\n')).toString()).toBe('{"a":1}\n');
  });
});
