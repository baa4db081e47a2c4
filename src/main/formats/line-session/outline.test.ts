import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { openText } from '../test-support/open-lines';
import { chain, HEADER } from './test-support/pi-lines';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'session.jsonl');
});
afterEach(() => folders.remove());

/** Opens a session with so many entries of a kilobyte. */
async function open(entries: number, ending: string, isQuick: boolean) {
  const { source } = await openText(file, `${[HEADER, ...chain(entries)].join('\n')}${ending}`, { isQuick });
  const [session] = (await source.sessions()).sessions;
  const [check] = await source.schemaChecks();
  return {
    entryCount: session?.entryCount,
    leaf: session?.storedLeaf,
    lines: source.facts().find(({ name }) => name === 'Lines')?.value,
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
