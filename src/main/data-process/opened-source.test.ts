import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { openSource } from './opened-source';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'any name');
});
afterEach(() => folders.remove());

function open() {
  const target = { type: 'file', path: file } as const;
  const context = { signal: new AbortController().signal, progress: () => {} };
  return openSource({ target, cacheDir: folders.cache }, context);
}

it('opens a file that is no database where a format knows its lines', async () => {
  fs.writeFileSync(
    file,
    '{"id":"s","createdAt":"t","cwd":"/","path":"/p"}\n{"type":"session_info","id":"a","parentId":null,"timestamp":"t","name":"Named"}\n',
  );
  const opened = await open();
  expect(opened).toMatchObject({
    ok: true,
    value: {
      db: null,
      summary: {
        path: file,
        format: 'theway',
        formatVersion: 'jsonl',
        sessionCount: 1,
        sessions: [{ id: 's', title: 'Named', entryCount: 1 }],
      },
    },
  });
  expect(opened.ok && (await opened.value.hasChanged())).toBe(false);
  fs.appendFileSync(file, '\n');
  expect(opened.ok && (await opened.value.hasChanged())).toBe(true);
});

it('says what any other file is', async () => {
  fs.writeFileSync(file, '{"a":1}\n{"b":2}\n');
  expect(await open()).toMatchObject({
    ok: false,
    error: { code: 'not-a-database', message: expect.stringContaining('a JSON Lines file') },
  });
});
