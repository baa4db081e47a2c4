import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { VvAgentFile } from '../samples/vv-agent-file';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { type OpenedSource, openSource } from './opened-source';
import type { RequestContext } from './requests';
import { SessionRequests } from './session-requests';

let folders: TestFolders;
let opened: OpenedSource | null = null;

beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => {
  opened?.db?.close();
  folders.remove();
});

const signal = new AbortController().signal;
const context: RequestContext = { signal, progress: () => {}, chunk: () => {}, port: null, abort: () => {} };

async function requestsOn(file: string): Promise<SessionRequests> {
  const target = { type: 'file', path: file } as const;
  const result = await openSource({ target, cacheDir: folders.cache }, context);
  if (!result.ok) throw new Error(result.error.message);
  opened = result.value;
  return new SessionRequests(() => opened);
}

const USER =
  '{"type":"message","id":"u","parentId":null,"timestamp":"t","message":{"role":"user","content":"hi"}}';

it('a transcript in JSON lines has a context, can be forked, and its fork has the same', async () => {
  const file = path.join(folders.user, 'session.jsonl');
  fs.writeFileSync(file, `{"id":"s","createdAt":"t","cwd":"/","path":"/p"}\n${USER}\n`);
  const lines = await requestsOn(file);
  expect(await lines.handlers['session.context']({ leafId: null }, context)).toEqual({
    ok: true,
    value: [USER],
  });
  expect(await lines.handlers['session.extensions']({ leafId: null }, context)).toEqual({
    ok: true,
    value: [],
  });
  const forked = await lines.handlers['session.fork']({ point: { at: 'u' }, toDir: folders.user }, context);
  const fork = await requestsOn(forked.ok ? forked.value.path : '');
  expect(await fork.handlers['session.context']({ leafId: null }, context)).toEqual({
    ok: true,
    value: [USER],
  });
});

it('a session of another format has none of it', async () => {
  const file = path.join(folders.user, 'store.db');
  new VvAgentFile(file).close();
  const requests = await requestsOn(file);
  const answer = await requests.handlers['session.context']({ leafId: null }, context);
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-editable' } });
});
