import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderMessage, type FoundSessions } from '../../shared/contract/folder';
import { writeStorage } from '../formats/opencode/test-support/opencode-files';
import { folderRequests } from './folder-requests';
import type { RequestContext, StreamPort } from './requests';

const FORMATS = path.join(import.meta.dirname, '../formats');

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'ramify-scan-'));
  folder = path.join(base, 'sessions');
  mkdirSync(folder);
});
afterEach(() => rmSync(base, { recursive: true }));

async function scan(of = folder, onMessage: (message: FolderMessage, abort: () => void) => void = () => {}) {
  const controller = new AbortController();
  const messages: FolderMessage[] = [];
  const port: StreamPort = {
    postMessage: (message) => {
      // What is sent is what the page parses.
      const parsed = FolderMessage.parse(message);
      messages.push(parsed);
      onMessage(parsed, () => controller.abort());
    },
    on: () => undefined,
    start: () => undefined,
  };
  const context: RequestContext = {
    signal: controller.signal,
    progress: () => undefined,
    chunk: () => undefined,
    port,
    abort: () => controller.abort(),
  };
  const input = { folder: of, cacheDir: path.join(base, 'cache') };
  const answer = await Promise.allSettled([folderRequests['folder.scan'](input, context)]);
  const files = messages.flatMap((message) => (message.type === 'found' ? message.files : []));
  return { answer: answer[0], messages, files, last: messages.at(-1) };
}

const byPath = (files: readonly FoundSessions[]) =>
  Object.fromEntries(files.map((file) => [file.path, file]));

it('names the format of each file by its content, and counts what no format knows', async () => {
  for (const [from, to] of [
    ['pi/samples/v3.jsonl', 'a.txt'],
    ['claude-code/samples/session.jsonl', 'b/c.log'],
    ['codex/samples/compressed.jsonl.zst', 'b/d'],
    ['gemini/samples/legacy.json', 'e.json'],
    ['qwen/samples/session.jsonl', 'f.jsonl'],
  ] as const)
    cpSync(path.join(FORMATS, from), path.join(folder, to));
  writeFileSync(path.join(folder, 'notes.jsonl'), '{"a":1}\n');
  writeFileSync(path.join(folder, 'picture.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  const { files, last } = await scan();
  expect(Object.fromEntries(files.map(({ path: file, format }) => [file, format]))).toEqual({
    'a.txt': 'pi',
    [path.join('b', 'c.log')]: 'claude-code',
    [path.join('b', 'd')]: 'codex',
    'e.json': 'gemini',
    'f.jsonl': 'qwen',
  });
  expect(last).toEqual({ type: 'end', doneFiles: 7, totalFiles: 7, unknownFiles: 2, isCut: false });
});

it('tells of a session its title, its size, when it was written, and how many entries it has', async () => {
  cpSync(path.join(FORMATS, 'pi/samples/v3.jsonl'), path.join(folder, 'v3.jsonl'));
  const { files } = await scan();
  const [file] = files;
  expect(file).toMatchObject({ path: 'v3.jsonl', sessionCount: 1, isSubAgent: false, trouble: null });
  expect(file?.sizeBytes).toBeGreaterThan(1000);
  expect(file?.sessions).toEqual([
    { id: expect.any(String), title: 'Kite colours', entryCount: 25, writtenMs: expect.any(Number) },
  ]);
});

it('tells a transcript of a sub-agent from the session that started it, and lists each once', async () => {
  cpSync(path.join(FORMATS, 'claude-code/samples'), folder, { recursive: true });
  const { files } = await scan();
  const found = byPath(files);
  expect(found['agent-a1b2c3d4e5f60718a.jsonl']).toMatchObject({ isSubAgent: true, sessionCount: 1 });
  expect(found['session.jsonl']).toMatchObject({ isSubAgent: false, sessionCount: 1 });
});

it('lists each session once that is kept in many files, and so that of a sub-agent', async () => {
  const session = (id: string, more: object = {}) => ({
    ...{ id, version: '0.15.0', projectID: 'p', directory: '/shop', title: `Title of ${id}` },
    ...{ time: { created: 1000, updated: 2000 }, ...more },
  });
  writeStorage(path.join(folder, 'storage'), {
    'session/p/ses_a.json': session('ses_a'),
    'session/p/ses_b.json': session('ses_b', { parentID: 'ses_a' }),
    'message/ses_a/msg_1.json': { id: 'msg_1', sessionID: 'ses_a', role: 'user', time: { created: 1000 } },
    'part/msg_1/prt_1.json': {
      id: 'prt_1',
      messageID: 'msg_1',
      sessionID: 'ses_a',
      type: 'text',
      text: 'Hello.',
    },
  });
  const { files, last } = await scan();
  expect(files.flatMap(({ sessions }) => sessions.map(({ title }) => title)).sort()).toEqual([
    'Title of ses_a',
    'Title of ses_b',
  ]);
  expect(last).toMatchObject({ doneFiles: 2, unknownFiles: 0 });
});

it('lists a file that ought to hold sessions and cannot be read, with the reason', async () => {
  writeFileSync(path.join(folder, 'cut.db'), 'SQLite format 3\0');
  const { files, last } = await scan();
  expect(files).toEqual([
    expect.objectContaining({
      path: 'cut.db',
      format: null,
      sessions: [],
      trouble: expect.stringMatching(/cut off/),
    }),
  ]);
  expect(last).toMatchObject({ unknownFiles: 0, doneFiles: 1 });
});

it('looks at nothing that a link leads to', async () => {
  cpSync(path.join(FORMATS, 'pi/samples/v3.jsonl'), path.join(base, 'outside.jsonl'));
  symlinkSync(path.join(base, 'outside.jsonl'), path.join(folder, 'link.jsonl'));
  expect(await scan()).toMatchObject({ files: [], last: { type: 'end', totalFiles: 0 } });
});

it('sends what it finds while it goes on, and ends where it is cancelled', async () => {
  for (let at = 0; at < 300; at++)
    cpSync(path.join(FORMATS, 'pi/samples/v3.jsonl'), path.join(folder, `${at}.jsonl`));
  let sent = 0;
  const { answer, last } = await scan(folder, (message, abort) => {
    if (message.type === 'found' && message.files.length > 0) sent += 1;
    if (sent === 1) abort();
  });
  expect(answer?.status).toBe('rejected');
  expect(last).toMatchObject({ type: 'found', totalFiles: 300 });
  expect(last?.type === 'found' && last.doneFiles).toBeLessThan(300);
});

it('says why a folder cannot be looked through', async () => {
  const { last } = await scan(path.join(base, 'gone'));
  expect(last).toEqual({
    type: 'failed',
    code: 'missing',
    message: 'There is no folder here: it may have been moved or deleted.',
  });
});
