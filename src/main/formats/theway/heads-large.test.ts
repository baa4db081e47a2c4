import v8 from 'node:v8';
import vm from 'node:vm';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_PARENT } from '../../../shared/model/heads';
import type { ThewayEntry } from '../../samples/theway-file';
import { makeStoreFolder, type ReadHeads, readAllHeads, type StoreFolder } from '../test-support/open-store';
import { assistant, type SessionFileParts, user, writeSessionFile } from './test-support/session-file';

let folder: StoreFolder;
beforeEach(() => {
  folder = makeStoreFolder();
});
afterEach(() => folder.remove());

async function headsOf(parts: SessionFileParts): Promise<ReadHeads> {
  const file = writeSessionFile(folder.file('session.db'), parts);
  return readAllHeads(await folder.store(file));
}

describe('heads of large sessions', () => {
  it('come in stored order through pages, with seqs that have gaps and are 64-bit', async () => {
    const heads = await headsOf({
      entries: [user('u1', null, 'one')],
      sql: `
        INSERT INTO entries (seq, id, parent_id, type, timestamp, payload)
          SELECT 9007199254740992, 'u3', 'u2', type, timestamp, replace(replace(payload, 'u1', 'u3'), 'null', '"u2"') FROM entries WHERE seq = 1;
        INSERT INTO entries (seq, id, parent_id, type, timestamp, payload)
          SELECT 9007199254740993, 'u4', 'u3', type, timestamp, replace(replace(payload, 'u1', 'u4'), 'null', '"u3"') FROM entries WHERE seq = 1;
        INSERT INTO entries (seq, id, parent_id, type, timestamp, payload)
          SELECT -5, 'u2', '', type, timestamp, replace(payload, 'u1', 'u2') FROM entries WHERE seq = 1;`,
    });
    expect([0, 1, 2, 3].map((at) => heads.index.id(at))).toEqual(['u2', 'u1', 'u3', 'u4']);
    expect(heads.index.problems).toEqual([]);
  });

  it('read a chain 100,000 deep in seconds, in chunks under 1 MB', async () => {
    const count = 100_000;
    function* chain(): Iterable<ThewayEntry> {
      for (let at = 0; at < count; at++) yield user(`e${at}`, at === 0 ? null : `e${at - 1}`, `step ${at}`);
    }
    const file = writeSessionFile(folder.file('deep.db'), { entries: chain() });
    const store = await folder.store(file);
    const start = performance.now();
    const { index, end, chunks } = await readAllHeads(store);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(end).toMatchObject({ entryCount: count, storedLeafRow: count - 1, problemCount: 0 });
    expect(index.parent(count - 1)).toBe(count - 2);
    expect(chunks.every((chunk) => chunk.count <= 2000)).toBe(true);
  }, 60_000);

  it('read a payload of 10 MB alone, and none of its neighbours late', async () => {
    const { index } = await headsOf({
      entries: [
        user('u1', null, 'small'),
        user('u2', 'u1', 'x'.repeat(10_000_000)),
        user('u3', 'u2', 'small'),
      ],
    });
    expect(index.sizeBytes(1)).toBeGreaterThan(10_000_000);
    expect(index.preview(1)).toBe('x'.repeat(120));
    expect([...index.parents]).toEqual([NO_PARENT, 0, 1]);
    expect(index.problems).toEqual([]);
  });

  it('keep no payload in memory once its head was sent', async () => {
    v8.setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = vm.runInNewContext('gc');
    const payload = 'x'.repeat(900_000);
    function* entries(): Iterable<ThewayEntry> {
      for (let at = 0; at < 30; at++) {
        const parent = at === 0 ? null : `an id long enough to be cut ${at - 1}`;
        const call = { [`a call long enough to be cut ${at}`]: 'a tool with a long name' };
        yield assistant(`an id long enough to be cut ${at}`, parent, payload, call);
      }
    }
    const store = await folder.store(writeSessionFile(folder.file('fat.db'), { entries: entries() }));
    const sizes: number[] = [];
    await store.heads(store.sessions().sessions[0]?.id ?? '', {
      signal: new AbortController().signal,
      progress: () => {},
      chunk: async () => {
        collectGarbage();
        sizes.push(process.memoryUsage().heapUsed);
      },
    });
    // The file holds 27 MB; a page of it may be alive.
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(15_000_000);
    expect(sizes.length).toBeGreaterThan(2);
  });

  it('place a payload above the limit by its columns, unread', async () => {
    const heads = await headsOf({
      entries: [user('u1', null, 'small')],
      sql: `INSERT INTO entries (id, parent_id, type, timestamp, payload)
        SELECT 'big', 'u1', 'message', 't', '{"x":"' || hex(zeroblob(33554432)) || '"}';`,
    });
    expect(heads.index.sizeBytes(1)).toBe(67_108_872);
    expect([...heads.index.parents]).toEqual([NO_PARENT, 0]);
    expect(heads.index.problems).toMatchObject([
      { code: 'payload-too-large', severity: 'warning', entryId: 'big' },
    ]);
    expect(heads.end.storedLeafRow).toBe(1);
  });
});

describe('a pass over the heads', () => {
  it('ends when it is cancelled', async () => {
    const entries = Array.from({ length: 5000 }, (_, at) => user(`u${at}`, null, 'x'));
    const store = await folder.store(writeSessionFile(folder.file('s.db'), { entries }));
    const controller = new AbortController();
    let chunks = 0;
    const pass = store.heads(store.sessions().sessions[0]?.id ?? '', {
      signal: controller.signal,
      progress: () => {},
      chunk: async () => {
        chunks += 1;
        controller.abort();
      },
    });
    await expect(pass).rejects.toThrow();
    expect(chunks).toBe(1);
  });

  it('fails rather than mix two states of a file that another program changes meanwhile', async () => {
    const entries = Array.from({ length: 5000 }, (_, at) => user(`u${at}`, null, 'x'));
    const file = writeSessionFile(folder.file('s.db'), { entries, sql: 'PRAGMA journal_mode = DELETE' });
    const store = await folder.store(file);
    const pass = store.heads(store.sessions().sessions[0]?.id ?? '', {
      signal: new AbortController().signal,
      progress: () => {},
      chunk: async () => {
        const other = new Database(file);
        other.exec("DELETE FROM entries WHERE id = 'u0'");
        other.close();
      },
    });
    await expect(pass).rejects.toMatchObject({ failure: { code: 'changed-while-reading' } });
  });

  it('reports progress and knows only its own session', async () => {
    const entries = Array.from({ length: 4500 }, (_, at) => user(`u${at}`, null, 'x'));
    const store = await folder.store(writeSessionFile(folder.file('s.db'), { entries }));
    const seen: number[][] = [];
    const sink = {
      signal: new AbortController().signal,
      progress: (done: number, total: number) => void seen.push([done, total]),
      chunk: async () => {},
    };
    await store.heads(store.sessions().sessions[0]?.id ?? '', sink);
    expect(seen).toEqual([
      [2000, 4500],
      [4000, 4500],
      [4500, 4500],
    ]);
    expect(await store.heads('another', sink)).toMatchObject({
      ok: false,
      error: { code: 'unknown-session' },
    });
  });
});
