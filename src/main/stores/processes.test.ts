import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { runConformance } from './conformance';
import { assistant, commitOf } from './conformance-items';
import { openSqliteStore } from './sqlite-store';
import { bundleStoreChild, StoreProcess } from './test-support/store-process';

// One file, several real processes.

let scripts: TestFolders;
let script: string;
let folders: TestFolders;
let file: string;
const started: StoreProcess[] = [];

beforeAll(async () => {
  scripts = makeFolders();
  script = await bundleStoreChild(scripts.user);
}, 60_000);

afterAll(() => scripts.remove());

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.close()));
  folders.remove();
});

async function start(): Promise<StoreProcess> {
  const process = await StoreProcess.start(script, file);
  started.push(process);
  return process;
}

it('passes the suite with its second handle in another process, and the other way round', async () => {
  const here = () => openSqliteStore(file, { create: 'if-missing' });
  for (const handles of [
    [here, start],
    [start, here],
  ] as const) {
    const left = [...handles];
    const results = await runConformance(async () => (left.shift() ?? start)());
    expect(results.length).toBeGreaterThan(30);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  }
});

it('is made once by ten processes that want it at the same time', async () => {
  const processes = await Promise.all(Array.from({ length: 10 }, start));
  await Promise.all(processes.map((process, n) => process.session('s').addItems([assistant(String(n))])));
  const found = await processes[0]?.session('s').getItems();
  expect(found?.map(({ content }) => Number(content)).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('commits once when ten processes race on one commit id', async () => {
  const processes = await Promise.all(Array.from({ length: 10 }, start));
  for (let round = 0; round < 10; round += 1) {
    const { commitId, payloadDigest, items } = commitOf(`round ${round}`, [assistant('a'), assistant('b')]);
    // All have the request by then, and start together.
    const startAtMs = Date.now() + 30;
    const outcomes = await Promise.all(
      processes.map((process) =>
        process.session('race').addItemsOnce(commitId, payloadDigest, items, startAtMs),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(9);
  }
  const found = await processes[0]?.session('race').getItems();
  expect(found?.map(({ content }) => content)).toEqual(Array.from({ length: 10 }, () => ['a', 'b']).flat());
});
