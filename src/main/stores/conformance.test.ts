import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { runConformance } from './conformance';
import { MemoryStore } from './memory-store';
import type { SessionStore } from './session-store';
import { openSqliteStore } from './sqlite-store';

let folders: TestFolders;
let file: string;

beforeEach(() => {
  folders = makeFolders();
  file = path.join(folders.user, 'store.db');
});

afterEach(() => folders.remove());

async function failures(openHandle: () => Promise<SessionStore>): Promise<unknown[]> {
  const results = await runConformance(openHandle);
  expect(results.length).toBeGreaterThan(30);
  return results.filter(({ passed }) => !passed);
}

describe('the suite passes', () => {
  it('on the memory store', async () => {
    const store = new MemoryStore();
    expect(await failures(async () => store)).toEqual([]);
  });

  it('on the SQLite store, through two handles of this process', async () => {
    expect(await failures(() => openSqliteStore(file, { create: 'if-missing' }))).toEqual([]);
  });
});
