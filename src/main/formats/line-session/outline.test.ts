import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

const TIME = '2026-11-20T10:00:00.000Z';

/** Opens a session of pi with so many entries of a kilobyte. */
async function open(entries: number, ending: string, isQuick: boolean) {
  const lines = Array.from({ length: entries }, (_, at) => ({
    type: 'message',
    id: `e${at}`,
    parentId: at === 0 ? null : `e${at - 1}`,
    timestamp: TIME,
    message: { role: 'user', content: 'x'.repeat(1000) },
  }));
  const header = { type: 'session', version: 3, id: 's', timestamp: TIME, cwd: '/home/dev' };
  fs.writeFileSync(file, `${[header, ...lines].map((line) => JSON.stringify(line)).join('\n')}${ending}`);
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value === null) throw new Error('No format knows this file.');
  const opened = await detected.value.open(file, {
    cacheDir: folders.cache,
    isQuick,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!opened.ok) throw new Error(opened.message);
  const { sessions } = await opened.value.source.sessions();
  const [check] = await opened.value.source.schemaChecks();
  const facts = opened.value.source.facts();
  return {
    entryCount: sessions[0]?.entryCount,
    leaf: sessions[0]?.storedLeaf,
    lines: facts.find(({ name }) => name === 'Lines')?.value,
    lastLine: check?.verdict,
  };
}

it('counts the entries of a small file, and the lines of a large one unless it is to be quick', async () => {
  expect(await open(10, '\n', true)).toMatchObject({ entryCount: 10, lines: '11', leaf: 'e9' });
  expect(await open(16_000, '\n', false)).toMatchObject({ entryCount: 16_001, lines: '16001' });
  const quick = await open(16_000, '\n', true);
  expect(quick).toMatchObject({ entryCount: null, leaf: 'e15999' });
  expect(quick.lines).toBeUndefined();
});

it.each([
  ['\n', 'ok'],
  ['\n \t\r', 'ok'],
  ['', 'warning'],
  ['\n{"torn', 'warning'],
])('tells whether the last line is complete: %j', async (ending, verdict) => {
  expect(await open(3, ending, true)).toMatchObject({ lastLine: verdict });
});
