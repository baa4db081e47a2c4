import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ThewayFile } from '../samples/theway-file';
import { ReadRequests } from './read-requests';

const folder = mkdtempSync(path.join(os.tmpdir(), 'ramify-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
const CONTEXT = {
  signal: new AbortController().signal,
  progress: () => {},
  chunk: () => {},
  port: null,
  abort: () => {},
};

async function opened(): Promise<ReadRequests> {
  const file = path.join(folder, 'images.db');
  const session = new ThewayFile(file);
  session.setMeta({ id: 's', createdAt: '', cwd: '/', path: file });
  const content = [
    { type: 'text', text: 'Two.' },
    { type: 'image', mimeType: 'image/png', data: png },
    { type: 'image', mimeType: 'image/png', data: 'no base64!' },
  ];
  session.append([
    { type: 'message', id: 'm', parentId: null, timestamp: '', message: { role: 'user', content } },
  ]);
  session.close();
  const requests = new ReadRequests(() => {});
  const target = { type: 'file', path: file } as const;
  expect(await requests.handlers.open({ target, cacheDir: folder }, CONTEXT)).toMatchObject({ ok: true });
  return requests;
}

describe('the images of a session', () => {
  it('come one by one as bytes, and as nothing where they are no base64', async () => {
    const requests = await opened();
    const read = (row: number, block: number) =>
      requests.handlers.image({ sessionId: 's', row, block }, CONTEXT);
    expect(await read(0, 1)).toEqual({ ok: true, value: new Uint8Array(Buffer.from(png, 'base64')) });
    expect(await read(0, 2)).toEqual({ ok: true, value: null });
    expect(await read(0, 0)).toMatchObject({ ok: false, error: { code: 'unknown-entry' } });
    expect(await read(7, 0)).toMatchObject({ ok: false });
  });
});
