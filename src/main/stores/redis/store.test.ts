import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../../shared/vv-agent/item';
import { writeItem } from '../../../shared/vv-agent/writer';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { runConformance } from '../conformance';
import { assistant, commitOf } from '../conformance-items';
import { SessionStoreError } from '../store-error';
import { addressOf, RedisServer } from '../test-support/redis-server';
import { bundleStoreChild, StoreProcess } from '../test-support/store-process';
import type { RedisConnection } from './connection';
import { openRedisStore, type RedisStore } from './store';
import { removeRedisSessions } from './target';

const PASSWORD = 'correct-horse';
const PREFIX = 'vv-agent-session:';

let server: RedisServer;
let beside: RedisConnection;
let store: RedisStore;

beforeAll(async () => {
  const user = (name: string, ...rules: string[]) => ['--user', name, 'on', `>${PASSWORD}`, '~*', ...rules];
  server = await RedisServer.start([
    ...user('no-hset', '+@all', '-hset'),
    ...user('no-hdel', '+@all', '-hdel'),
    ...user('reader', '+@read', '+@connection'),
  ]);
  beside = await server.connect();
});

beforeEach(async () => {
  await beside.command('FLUSHALL');
  store = await openRedisStore({ address: server.address });
});

afterEach(() => store.close());

afterAll(async () => {
  await beside?.close();
  await server?.stop();
});

function contents(items: readonly Item[]): string[] {
  return items.map(({ content }) => content);
}

function payloadOf(content: string): string {
  const written = writeItem(assistant(content));
  if (!written.ok) throw new Error(written.message);
  return written.text;
}

async function failureOf(work: Promise<unknown>): Promise<SessionStoreError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SessionStoreError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

async function listed(key: string): Promise<string[]> {
  const found = await beside.command('LRANGE', key, '0', '-1');
  if (!Array.isArray(found)) throw new Error('no list');
  return found.map(String);
}

describe('the store', () => {
  it('passes the suite, through two connections', async () => {
    const results = await runConformance(() => openRedisStore({ address: server.address }));
    expect(results.length).toBeGreaterThan(30);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
    expect(await beside.command('DBSIZE')).toBe(0);
  });

  it('keeps payloads in a list and digests in a hash, under the keys of the framework', async () => {
    await store.session('s').addItems([assistant('one')]);
    const { commitId, payloadDigest, items } = commitOf('key', [assistant('two')]);
    await store.session('s').addItemsOnce(commitId, payloadDigest, items);
    expect(await listed(`${PREFIX}s`)).toEqual([payloadOf('one'), payloadOf('two')]);
    expect(await beside.command('HGETALL', `${PREFIX}s:commits`)).toEqual([
      Buffer.from(commitId),
      Buffer.from(payloadDigest),
    ]);
    expect(await beside.command('DBSIZE')).toBe(2);
  });

  it('keeps stores with another prefix apart', async () => {
    const prefix = `*[${randomUUID()}]?\\`;
    const other = await openRedisStore({ address: server.address, prefix });
    await other.session('s').addItems([assistant('theirs')]);
    await store.session('s').addItems([assistant('ours')]);
    await removeRedisSessions({ address: server.address.url, user: null, password: null, prefix });
    expect(await other.session('s').getItems()).toEqual([]);
    expect(contents(await store.session('s').getItems())).toEqual(['ours']);
    await other.close();
  });

  it('appends more items at once than one command takes, and all or none', async () => {
    const payloads = Array.from({ length: 100_001 }, (_, index) => payloadOf(String(index)));
    await store.sessions.append('big', payloads);
    expect(await beside.command('LLEN', `${PREFIX}big`)).toBe(100_001);
    expect(contents(await store.session('big').getItems(2))).toEqual(['99999', '100000']);
    await beside.command('SET', `${PREFIX}taken`, 'a string');
    expect((await failureOf(store.sessions.append('taken', payloads))).code).toBe('invalid-schema');
  });

  it('commits more items at once than Lua can hand over at once', async () => {
    const { commitId, payloadDigest, items } = commitOf(
      'many',
      Array.from({ length: 9_000 }, (_, index) => assistant(String(index))),
    );
    expect(await store.session('s').addItemsOnce(commitId, payloadDigest, items)).toBe('committed');
    expect(contents(await store.session('s').getItems())).toEqual(contents(items));
  });
});

describe('what stands in the way', () => {
  it('is a sentence when a key holds something else, and nothing is changed', async () => {
    await beside.command('SET', `${PREFIX}s`, 'a string');
    const session = store.session('s');
    const { commitId, payloadDigest, items } = commitOf('key', [assistant('x')]);
    for (const work of [
      session.getItems(),
      session.addItems(items),
      session.addItemsOnce(commitId, payloadDigest, items),
      session.popItem(),
      session.clear(),
    ])
      expect(await failureOf(work)).toMatchObject({
        code: 'invalid-schema',
        message: 'A Redis key of this session holds something else than its items or commits.',
      });
    expect(await beside.command('DBSIZE')).toBe(1);
  });

  it('leaves no items behind when the commits cannot be kept', async () => {
    await store.session('s:commits').addItems([assistant('another session')]);
    const { commitId, payloadDigest, items } = commitOf('key', [assistant('x')]);
    const failure = await failureOf(store.session('s').addItemsOnce(commitId, payloadDigest, items));
    expect(failure.code).toBe('invalid-schema');
    expect(await store.session('s').getItems()).toEqual([]);
  });

  it('leaves no items behind when the user may not write commits', async () => {
    const theirs = await openRedisStore({ address: server.address, user: 'no-hset', password: PASSWORD });
    const { commitId, payloadDigest, items } = commitOf('key', [assistant('x')]);
    const failure = await failureOf(theirs.session('s').addItemsOnce(commitId, payloadDigest, items));
    expect(failure.code).toBe('not-authorised');
    expect(await store.session('s').getItems()).toEqual([]);
    await theirs.close();
  });

  it('is said to a user who may only read', async () => {
    await store.session('s').addItems([assistant('one')]);
    const theirs = await openRedisStore({ address: server.address, user: 'reader', password: PASSWORD });
    expect(contents(await theirs.session('s').getItems())).toEqual(['one']);
    expect((await failureOf(theirs.session('s').addItems([assistant('x')]))).code).toBe('not-authorised');
    expect((await failureOf(theirs.session('s').popItem())).code).toBe('not-authorised');
    await theirs.close();
  });

  it('names the first payload that is no item by its place in the list', async () => {
    await beside.command('RPUSH', `${PREFIX}s`, '{"role":"user"}', payloadOf('good'));
    expect(contents(await store.session('s').getItems(1))).toEqual(['good']);
    const failure = await failureOf(store.session('s').getItems());
    expect(failure.code).toBe('undecodable-item');
    expect(failure.message).toContain('list index -2');
  });

  it('keeps an item that cannot be decoded when it is to be popped', async () => {
    for (const bytes of ['not JSON', Buffer.from([0x22, 0xff, 0x22])]) {
      await beside.command('RPUSH', `${PREFIX}s`, bytes);
      expect((await failureOf(store.session('s').popItem())).code).toBe('undecodable-item');
      expect(await beside.command('LLEN', `${PREFIX}s`)).toBe(1);
      await beside.command('DEL', `${PREFIX}s`);
    }
  });
});

describe('a server that answers what no Redis server does', () => {
  it.each(['+OK\r\n', '*1\r\n$4\r\nwhat\r\n', ':1\r\n', '$-1\r\n', '*0\r\n'])(
    'is an invalid outcome of an append: %j',
    async (answer) => {
      // No real server gives it: a proxy might.
      const proxy = createServer((socket) => socket.on('data', () => socket.write(answer)));
      proxy.listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const place = proxy.address();
      const port = typeof place === 'object' && place ? place.port : 0;
      const theirs = await openRedisStore({ address: addressOf(`redis://127.0.0.1:${port}`) });
      const { commitId, payloadDigest, items } = commitOf('key', [assistant('x')]);
      const failure = await failureOf(theirs.session('s').addItemsOnce(commitId, payloadDigest, items));
      expect(failure).toMatchObject({
        code: 'invalid-outcome',
        message: 'redis session append-once returned an invalid outcome',
      });
      await theirs.close();
      proxy.close();
    },
  );
});

describe('clearing', () => {
  it('leaves the session alone whose id is that of this one with :commits', async () => {
    await store.session('s').addItems([assistant('one')]);
    await store.session('s:commits').addItems([assistant('another session')]);
    await store.session('s').clear();
    expect(await store.session('s').getItems()).toEqual([]);
    expect(contents(await store.session('s:commits').getItems())).toEqual(['another session']);
  });

  it('gives what it removed, which can be put back while the session is empty', async () => {
    const session = store.session('s');
    const { commitId, payloadDigest, items } = commitOf('key', [assistant('one'), assistant('two')]);
    await session.addItemsOnce(commitId, payloadDigest, items);
    await beside.command('RPUSH', `${PREFIX}s`, Buffer.from([0xff]));
    const taken = await store.sessions.takeAll('s');
    expect(await beside.command('DBSIZE')).toBe(0);
    expect(taken.payloads).toHaveLength(3);

    await session.addItems([assistant('since')]);
    expect(await store.sessions.restoreCleared('s', taken)).toBe(false);
    expect(contents(await session.getItems())).toEqual(['since']);

    await session.clear();
    expect(await store.sessions.restoreCleared('s', taken)).toBe(true);
    expect(await store.sessions.readAll('s')).toEqual(taken);
    expect(await session.addItemsOnce(commitId, payloadDigest, items)).toBe('replayed');
  });

  it('takes all of a long session, and puts it back', async () => {
    const payloads = Array.from({ length: 10_001 }, (_, index) => payloadOf(String(index)));
    await store.sessions.append('s', payloads);
    const taken = await store.sessions.takeAll('s');
    expect(taken.payloads.map(String)).toEqual(payloads);
    expect(await store.sessions.restoreCleared('s', taken)).toBe(true);
    expect(await listed(`${PREFIX}s`)).toEqual(payloads);
  });
});

describe('taking back', () => {
  it('removes what was appended, with its commit, while it is the end of the list', async () => {
    const { sessions } = store;
    const remove = async (payloads: string[], commitId?: string) =>
      sessions.removeTail('s', await sessions.state('s'), payloads, commitId);
    await sessions.append('s', ['a']);
    expect(await sessions.appendOnce('s', 'id', 'f'.repeat(64), ['b', 'c'])).toBe('committed');
    expect(await remove(['a', 'c'], 'id')).toBe(false);
    expect(await remove(['b', 'c'], 'another')).toBe(false);
    expect(await remove(['b', 'c'], 'id')).toBe(true);
    expect(await listed(`${PREFIX}s`)).toEqual(['a']);
    expect(await sessions.knownDigest('s', 'id')).toBeUndefined();
    expect(await remove(['x', 'a'])).toBe(false);
    expect(await remove(['a'])).toBe(true);
    expect(await beside.command('DBSIZE')).toBe(0);
  });

  it('removes a commit of no items, and nothing else', async () => {
    const { sessions } = store;
    await sessions.append('s', ['a']);
    await sessions.appendOnce('s', 'id', 'f'.repeat(64), []);
    expect(await sessions.removeTail('s', await sessions.state('s'), [], 'id')).toBe(true);
    expect(await listed(`${PREFIX}s`)).toEqual(['a']);
  });

  it('leaves the like that another program appended since', async () => {
    const { sessions } = store;
    await sessions.append('s', ['a']);
    const left = await sessions.state('s');
    await sessions.append('s', ['a']);
    expect(await sessions.removeTail('s', left, ['a'])).toBe(false);
    expect(await listed(`${PREFIX}s`)).toEqual(['a', 'a']);
  });

  it('changes nothing when a part of it is not permitted', async () => {
    await store.sessions.appendOnce('s', 'id', 'f'.repeat(64), ['a']);
    const theirs = await openRedisStore({ address: server.address, user: 'no-hdel', password: PASSWORD });
    const left = await theirs.sessions.state('s');
    expect((await failureOf(theirs.sessions.removeTail('s', left, ['a'], 'id'))).code).toBe('not-authorised');
    await theirs.close();
    expect(await listed(`${PREFIX}s`)).toEqual(['a']);
  });

  it('puts a popped item back while all is as the pop left it', async () => {
    const session = store.session('s');
    await session.addItems([assistant('one'), assistant('two')]);
    const popped = await store.sessions.pop('s');
    if (!popped) throw new Error('nothing was popped');
    expect(popped).toMatchObject({ payload: payloadOf('two'), left: { itemCount: 1 } });
    await session.addItems([assistant('since')]);
    expect(await store.sessions.restorePopped('s', popped)).toBe(false);
    await session.popItem();
    // As many items as the pop left, but others.
    await session.popItem();
    await session.addItems([assistant('another')]);
    expect(await store.sessions.restorePopped('s', popped)).toBe(false);
    await session.popItem();
    await session.addItems([assistant('one')]);
    expect(await store.sessions.restorePopped('s', popped)).toBe(true);
    expect(contents(await session.getItems())).toEqual(['one', 'two']);
  });

  it('knows by the state whether anything was written', async () => {
    const { sessions } = store;
    const empty = await sessions.state('s');
    expect(empty).toEqual({ itemCount: 0, commitCount: 0, newestHash: '' });
    await sessions.appendOnce('s', 'id', 'f'.repeat(64), ['a']);
    const one = await sessions.state('s');
    await sessions.append('s', ['b']);
    await sessions.pop('s').catch(() => undefined);
    expect(await sessions.state('s')).toMatchObject({ itemCount: 2, commitCount: 1 });
    expect(one).toMatchObject({ itemCount: 1, commitCount: 1 });
  });
});

describe('several at once', () => {
  const started: StoreProcess[] = [];
  let scripts: TestFolders;
  let script: string;

  beforeAll(async () => {
    scripts = makeFolders();
    script = await bundleStoreChild(scripts.user);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((process) => process.close()));
  });
  afterAll(() => scripts.remove());

  async function start(): Promise<StoreProcess> {
    const process = await StoreProcess.start(script, server.address.url);
    started.push(process);
    return process;
  }

  it('commit once when ten processes race on one commit id', async () => {
    const processes = await Promise.all(Array.from({ length: 10 }, start));
    for (let round = 0; round < 10; round += 1) {
      const { commitId, payloadDigest, items } = commitOf(`round ${round}`, [assistant('a'), assistant('b')]);
      const startAtMs = Date.now() + 30;
      const outcomes = await Promise.all(
        processes.map((process) =>
          process.session('race').addItemsOnce(commitId, payloadDigest, items, startAtMs),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(9);
    }
    const found = await store.session('race').getItems();
    expect(contents(found)).toEqual(Array.from({ length: 10 }, () => ['a', 'b']).flat());
  }, 120_000);

  it('pop each item once', async () => {
    const items = Array.from({ length: 40 }, (_, index) => assistant(String(index)));
    await store.session('s').addItems(items);
    const others = await Promise.all(
      Array.from({ length: 4 }, () => openRedisStore({ address: server.address })),
    );
    const popped = await Promise.all(
      others.flatMap((other) => Array.from({ length: 10 }, () => other.session('s').popItem())),
    );
    expect(popped.map((item) => Number(item?.content)).sort((a, b) => a - b)).toEqual(
      items.map(({ content }) => Number(content)),
    );
    await Promise.all(others.map((other) => other.close()));
  });

  it('read one state of a session that another one keeps appending to', async () => {
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) await store.sessions.append('s', [String(2 * n), String(2 * n + 1)]);
    })();
    const other = await openRedisStore({ address: server.address });
    for (let round = 0; round < 20; round += 1) {
      const { payloads } = await other.sessions.readAll('s');
      expect(payloads.map(Number)).toEqual(payloads.map((_, index) => index));
      expect(payloads.length % 2).toBe(0);
    }
    isOver = true;
    await writing;
    await other.close();
  });
});
