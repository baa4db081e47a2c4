import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '../../integrity/report';
import { assistant as assistantItem, commitOf } from '../../stores/conformance-items';
import type { RedisConnection } from '../../stores/redis/connection';
import { openRedisStore, type RedisStore } from '../../stores/redis/store';
import { RedisServer } from '../../stores/test-support/redis-server';
import { assistant, readHeads, toolResult, user } from '../vv-agent/test-support/opened-store';
import { type OpenedServer, openRedisSource, type RedisSourceOptions } from './source';

const PREFIX = 'vv-agent-session:';
const PASSWORD = 'correct-horse';

let server: RedisServer;
let beside: RedisConnection;
let store: RedisStore;
let cacheDir: string;
const opened: OpenedServer[] = [];

beforeAll(async () => {
  server = await RedisServer.start([
    ...['--user', 'reader', 'on', `>${PASSWORD}`, '~*', '+@read', '+@connection'],
    ...['--user', 'guest', 'on', `>${PASSWORD}`, '~theirs:*', '+@read', '+@connection'],
  ]);
  beside = await server.connect();
  store = await openRedisStore({ address: server.address });
});

beforeEach(async () => {
  cacheDir = mkdtempSync(path.join(tmpdir(), 'ramify-redis-source-'));
  await beside.command('FLUSHALL');
});

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  expect(readdirSync(cacheDir)).toEqual([]);
  rmSync(cacheDir, { recursive: true, force: true });
});

afterAll(async () => {
  await store?.close();
  await beside?.close();
  await server?.stop();
});

function options(over: Partial<RedisSourceOptions> = {}): RedisSourceOptions {
  return {
    address: server.address.url,
    user: null,
    password: null,
    prefix: PREFIX,
    cacheDir,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...over,
  };
}

async function open(over: Partial<RedisSourceOptions> = {}): Promise<OpenedServer> {
  const result = await openRedisSource(options(over));
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  opened.push(result.value);
  return result.value;
}

async function push(key: string | Buffer, ...payloads: readonly (string | Buffer)[]): Promise<void> {
  await beside.command('RPUSH', key, ...payloads);
}

async function bodyOf({ source }: OpenedServer, sessionId: string, row: number) {
  const read = await source.bodies(sessionId, [row], { maxChars: 1_000, maxImageChars: 1_000 });
  const body = read.ok ? read.value[0] : undefined;
  if (!body) throw new Error(read.ok ? 'no body' : read.error.message);
  return body;
}

describe('the sessions of a server', () => {
  it('have their first user text as title, and their counts', async () => {
    await push(`${PREFIX}one`, assistant('hello'), user('the question'), assistant('the answer'));
    await push(`${PREFIX}long`, user('x'.repeat(100_000)));
    const { commitId, payloadDigest, items } = commitOf('key', [assistantItem('x')]);
    await store.session('two').addItemsOnce(commitId, payloadDigest, items);
    const { sessions, total, problems } = await (await open()).source.sessions();
    expect(total).toBe(3);
    expect(problems).toEqual([]);
    expect(sessions.map(({ id, entryCount, commitCount }) => [id, entryCount, commitCount])).toEqual([
      ['long', 1, 0],
      ['one', 3, 0],
      ['two', 1, 1],
    ]);
    expect(sessions[0]?.title).toMatch(/^x{100,}/);
    expect(sessions[1]).toMatchObject({ title: 'the question', storedLeaf: '3' });
  });

  it('are those of the prefix, whatever characters it has', async () => {
    const prefix = 'a*[b]?\\:';
    await push(`${prefix}ours`, user('x'));
    for (const key of ['axb', 'aXb:theirs', 'a*b?\\:theirs', `${PREFIX}theirs`]) await push(key, user('x'));
    const { sessions } = await (await open({ prefix })).source.sessions();
    expect(sessions.map(({ id }) => id)).toEqual(['ours']);
  });

  it('may end in :commits, and may have nothing but commits', async () => {
    await push(`${PREFIX}s:commits`, user('a session'));
    await beside.command('HSET', `${PREFIX}gone:commits`, 'id', 'f'.repeat(64));
    const { sessions } = await (await open()).source.sessions();
    expect(sessions.map(({ id, entryCount, commitCount }) => [id, entryCount, commitCount])).toEqual([
      ['gone', 0, 1],
      ['s:commits', 1, 0],
    ]);
  });

  it('are listed also where the items of one are something else, which is said when it is opened', async () => {
    await push(`${PREFIX}fine`, user('x'));
    await beside.command('SET', `${PREFIX}s`, 'a string');
    await beside.command('HSET', `${PREFIX}s:commits`, 'id', 'f'.repeat(64));
    const { source } = await open();
    const { sessions } = await source.sessions();
    expect(sessions.map(({ id }) => id)).toEqual(['fine', 's']);
    await expect(readHeads(source, 's')).rejects.toMatchObject({ code: 'invalid-schema' });
  });

  it('are listed and opened also when their id is not UTF-8, too long, or empty', async () => {
    const odd = Buffer.concat([Buffer.from(`${PREFIX}a`), Buffer.from([0xff])]);
    await push(odd, user('odd'));
    await push(`${PREFIX}${'x'.repeat(10_000)}`, user('long'));
    await push(PREFIX, user('empty'));
    const server = await open();
    const { sessions, problems } = await server.source.sessions();
    expect(sessions.map(({ id }) => id)).toEqual([
      '',
      'a\ufffd [bytes 61ff]',
      expect.stringMatching(/^\[id of 10000 bytes, SHA-256 [0-9a-f]{16}…\]$/),
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['session-id-not-text', 'session-id-too-long']);
    for (const [place, text] of ['empty', 'odd', 'long'].entries()) {
      const { index } = await readHeads(server.source, sessions[place]?.id ?? '?');
      expect(index.count).toBe(1);
      const [block] = (await bodyOf(server, sessions[place]?.id ?? '?', 0)).blocks;
      expect(block).toMatchObject({ type: 'text', text });
    }
  });

  it('keep their names apart where one is named like the stand-in of another', async () => {
    await push(Buffer.concat([Buffer.from(`${PREFIX}a`), Buffer.from([0xff])]), user('odd'));
    await push(`${PREFIX}a\ufffd [bytes 61ff]`, user('plain'));
    const server = await open();
    const { sessions } = await server.source.sessions();
    const texts: unknown[] = [];
    for (const { id } of sessions) texts.push((await bodyOf(server, id, 0)).blocks[0]);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
    expect(texts.map((block) => JSON.stringify(block).includes('odd')).sort()).toEqual([false, true]);
  });

  it('are listed with titles to a user who may only read', async () => {
    await push(`${PREFIX}s`, user('the question'));
    const server = await open({ user: 'reader', password: PASSWORD });
    const { sessions } = await server.source.sessions();
    expect(sessions[0]).toMatchObject({ id: 's', title: 'the question' });
    expect((await readHeads(server.source, 's')).index.count).toBe(1);
    expect(await server.hasChanged()).toBe(false);
  });

  it('tell how far the listing is, and can be cancelled', async () => {
    await push(`${PREFIX}s`, user('x'));
    const labels = new Set<string>();
    await open({ onProgress: ({ label }) => labels.add(label) });
    expect([...labels]).toEqual(['Listing sessions', 'Reading titles']);
    const controller = new AbortController();
    const result = await openRedisSource(
      options({ signal: controller.signal, onProgress: () => controller.abort() }),
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});

describe('a session of a server', () => {
  it('is a chain of items, numbered from 1', async () => {
    await push(
      `${PREFIX}s`,
      user('q'),
      assistant('', { c1: 'lookup' }),
      toolResult('c1', 'r'),
      assistant('a'),
    );
    const server = await open();
    const { index, end } = await readHeads(server.source, 's');
    expect(index.count).toBe(4);
    expect(end.problems).toEqual([]);
    expect(await bodyOf(server, 's', 3)).toMatchObject({ id: '4', parentId: '3', place: 'list index 3' });
    const text = await server.source.text('s', 3, null, 0, 1_000);
    expect(text).toEqual({ ok: true, value: { text: assistant('a'), totalChars: assistant('a').length } });
  });

  it('shows a payload that is no item, or not UTF-8, in its place', async () => {
    await push(`${PREFIX}s`, 'no JSON', Buffer.from([0x7b, 0xff, 0x7d]), user('fine'), 'nul \0 inside');
    const server = await open();
    await readHeads(server.source, 's');
    const problems: unknown[] = [];
    for (const row of [0, 1, 2, 3]) problems.push((await bodyOf(server, 's', row)).problems);
    expect(problems).toEqual([
      [expect.any(String)],
      ['The payload is not valid UTF-8.'],
      [],
      [expect.any(String)],
    ]);
    expect((await bodyOf(server, 's', 3)).blocks[0]).toMatchObject({ text: 'nul \0 inside' });
  });

  it('reads a long one page by page, in order', async () => {
    const payloads = Array.from({ length: 2_345 }, (_, n) => user(`${n} ${'x'.repeat((n * 37) % 3_000)}`));
    await push(`${PREFIX}s`, ...payloads);
    const server = await open();
    const { index } = await readHeads(server.source, 's');
    expect(index.count).toBe(2_345);
    for (const row of [0, 49, 50, 549, 550, 1_234, 2_344]) {
      const text = await server.source.text('s', row, null, 0, 10_000);
      expect(text.ok && text.value.text).toBe(payloads[row]);
    }
  });

  it('is kept in a file that only its owner can read, and nothing is left of it', async () => {
    await push(`${PREFIX}s`, user('x'));
    const server = await open();
    await readHeads(server.source, 's');
    const files = readdirSync(cacheDir, { recursive: true, withFileTypes: true });
    const snapshot = files.find(({ name }) => name === 'session.sqlite3');
    if (!snapshot) throw new Error('no snapshot');
    const file = path.join(snapshot.parentPath, snapshot.name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await server.close();
    expect(existsSync(file)).toBe(false);
  });

  it('stays one state for bodies, and is read anew with its heads', async () => {
    await push(`${PREFIX}s`, user('one'));
    const server = await open();
    expect((await readHeads(server.source, 's')).index.count).toBe(1);
    await push(`${PREFIX}s`, user('two'));
    expect(await server.source.bodies('s', [1], { maxChars: 9, maxImageChars: 9 })).toMatchObject({
      ok: false,
      error: { code: 'unknown-entry' },
    });
    expect((await readHeads(server.source, 's')).index.count).toBe(2);
    expect((await bodyOf(server, 's', 1)).id).toBe('2');
  });

  it('is unknown when the server has none of that name, and found when it was made since', async () => {
    const server = await open();
    const nothing = await server.source.bodies('s', [0], { maxChars: 9, maxImageChars: 9 });
    expect(nothing).toEqual({
      ok: false,
      error: { code: 'unknown-session', message: 'The server has no session "s".' },
    });
    await push(`${PREFIX}s`, user('new'));
    expect((await readHeads(server.source, 's')).index.count).toBe(1);
  });

  it('can be read by several requests at once, more sessions than are kept', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `s${n}`);
    for (const name of names) await push(`${PREFIX}${name}`, user(name));
    const server = await open();
    const found = await Promise.all([...names, ...names].map((name) => bodyOf(server, name, 0)));
    expect(found.map(({ blocks }) => blocks[0])).toMatchObject(
      [...names, ...names].map((text) => ({ text })),
    );
  });

  it('goes on for others when one who waits for it gives up', async () => {
    await push(`${PREFIX}s`, ...Array.from({ length: 500 }, () => user('x'.repeat(1_000))));
    const server = await open();
    const controller = new AbortController();
    let body: ReturnType<typeof bodyOf> | undefined;
    const givenUp = server.source.heads('s', {
      signal: controller.signal,
      chunk: async () => {},
      progress: () => {
        body ??= bodyOf(server, 's', 499);
        controller.abort();
      },
    });
    await expect(givenUp).rejects.toThrow();
    expect((await body)?.id).toBe('500');
  });
});

describe('the report of a server', () => {
  const watching = { signal: new AbortController().signal, onProgress: () => {} };

  it('verifies commits by their digest, whatever order the hash gives them in', async () => {
    const requests = Array.from({ length: 30 }, (_, n) =>
      commitOf(`key ${n}`, [assistantItem(`${n} a`), assistantItem(`${n} b`)]),
    );
    for (const { commitId, payloadDigest, items } of requests)
      await store.session('s').addItemsOnce(commitId, payloadDigest, items);
    await beside.command('HSET', `${PREFIX}gone:commits`, 'lost', 'f'.repeat(64));
    const report = await buildReport((await open()).source, watching);
    const commits = report.commits.filter(({ sessionId }) => sessionId === 's');
    expect(commits).toHaveLength(30);
    for (const [n, { commitId }] of requests.entries()) {
      expect(commits.find((commit) => commit.commitId === commitId)).toMatchObject({
        state: 'verified',
        firstItem: String(2 * n + 1),
        lastItem: String(2 * n + 2),
      });
    }
    expect(report.commits.find(({ sessionId }) => sessionId === 'gone')).toMatchObject({
      state: 'unmatched',
    });
  });

  it('has a row for each rule of the keys', async () => {
    await push(`${PREFIX}s`, user('x'));
    await beside.command('HSET', `${PREFIX}gone:commits`, 'id', 'f'.repeat(64));
    const checksOf = async () =>
      (await (await open()).source.schemaChecks()).map(({ id, verdict, found }) => [id, verdict, found]);
    expect(await checksOf()).toEqual([
      ['redis-key-types', 'ok', '1 lists, 1 hashes'],
      ['redis-hash-names', 'ok', 'every one is'],
      ['redis-bare-commits', 'ok', '0 sessions with both, 1 with commits alone'],
    ]);
    await beside.command('SET', `${PREFIX}other`, 'a string');
    await beside.command('HSET', `${PREFIX}stray`, 'a', 'b');
    expect(await checksOf()).toEqual([
      ['redis-key-types', 'failed', '1 lists, 2 hashes, 1 of type string'],
      ['redis-hash-names', 'failed', '1 are named otherwise'],
      ['redis-bare-commits', 'ok', '0 sessions with both, 1 with commits alone'],
    ]);
  });
});

describe('a server that changes or fails', () => {
  it('is noticed when a session that was read has changed', async () => {
    await push(`${PREFIX}s`, user('one'));
    const server = await open();
    expect(await server.hasChanged()).toBe(false);
    await readHeads(server.source, 's');
    expect(await server.hasChanged()).toBe(false);
    await beside.command('LSET', `${PREFIX}s`, '0', user('two'));
    expect(await server.hasChanged()).toBe(true);
  });

  it('says so in a sentence when it is dead', async () => {
    const own = await RedisServer.start();
    const connection = await own.connect();
    await connection.command('RPUSH', `${PREFIX}s`, user('x'));
    await connection.close();
    const server = await open({ address: own.address.url });
    await own.stop();
    const heads = readHeads(server.source, 's');
    await expect(heads).rejects.toMatchObject({ code: 'not-connected' });
    await expect(server.source.schemaChecks()).rejects.toMatchObject({ code: 'not-connected' });
    expect(await server.hasChanged()).toBe(false);
  });

  it('cannot be opened under a wrong address or password, and tells none of it', async () => {
    expect(await openRedisSource(options({ address: 'redis://u:secret@h' }))).toMatchObject({
      ok: false,
      error: { code: 'invalid-address' },
    });
    const wrong = await openRedisSource(options({ user: 'reader', password: 'wrong-secret' }));
    expect(wrong).toMatchObject({ ok: false, error: { code: 'not-authorised' } });
    expect(JSON.stringify(wrong)).not.toContain('secret');
  });

  it('gives a user the sessions of the keys that are theirs, and a sentence for the others', async () => {
    await push('theirs:s', user('x'));
    await push(`${PREFIX}s`, user('x'));
    const access = { user: 'guest', password: PASSWORD };
    const { sessions } = await (await open({ ...access, prefix: 'theirs:' })).source.sessions();
    expect(sessions.map(({ id }) => id)).toEqual(['s']);
    expect(await openRedisSource(options(access))).toMatchObject({
      ok: false,
      error: { code: 'not-authorised' },
    });
  });
});

it('lists 10,000 sessions in a few seconds, and counts those beyond', async () => {
  const keys = Array.from({ length: 10_001 }, (_, n) => n);
  for (let start = 0; start < keys.length; start += 1_000)
    await Promise.all(
      keys
        .slice(start, start + 1_000)
        .map((n) => beside.command('RPUSH', `${PREFIX}s${n}`, user(`title ${n}`))),
    );
  const startMs = performance.now();
  const { sessions, total } = await (await open()).source.sessions();
  const tookMs = performance.now() - startMs;
  expect(total).toBe(10_001);
  expect(sessions).toHaveLength(10_000);
  expect(sessions.every(({ title }) => title?.startsWith('title '))).toBe(true);
  // Wide, for machines that are busy with other tests.
  expect(tookMs).toBeLessThan(20_000);
}, 120_000);
