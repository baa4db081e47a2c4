import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeLineSamples } from '../samples/line-samples';
import { writeThewaySample } from '../samples/theway-sample';
import { writeVvAgentSample } from '../samples/vv-agent-sample';
import { makeFolders, snapshot, type TestFolders } from '../sqlite/test-support/files';
import { rehearse } from './rehearsal';

let folders: TestFolders;

beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

const never = new AbortController().signal;

describe('a rehearsal', () => {
  it('reads every sample that is shipped, and leaves them and the cache as they were', async () => {
    writeLineSamples(path.join(folders.user, 'lines'));
    writeThewaySample(path.join(folders.user, 'theway.db'));
    writeVvAgentSample(path.join(folders.user, 'vv-agent.sqlite3'));
    fs.mkdirSync(folders.cache);
    const all = [folders.user, path.join(folders.user, 'lines/pi'), path.join(folders.user, 'lines/codex')];
    const before = all.flatMap((folder) => snapshot(folder));
    await rehearse(folders.user, folders.cache, never);
    expect(all.flatMap((folder) => snapshot(folder))).toEqual(before);
    expect(fs.readdirSync(folders.cache)).toEqual([]);
  });

  it('tells of what is no session', async () => {
    fs.writeFileSync(path.join(folders.user, 'a.jsonl'), 'no session');
    await expect(rehearse(folders.user, folders.cache, never)).rejects.toThrow('a.jsonl');
  });

  it('ends when it is told to', async () => {
    writeLineSamples(folders.user);
    await expect(rehearse(folders.user, folders.cache, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
