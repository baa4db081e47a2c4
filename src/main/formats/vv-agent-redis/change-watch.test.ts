import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RedisConnection } from '../../stores/redis/connection';
import { listSessions } from '../../stores/redis/listing';
import { RedisSessions } from '../../stores/redis/sessions';
import { RedisServer } from '../../stores/test-support/redis-server';
import { ChangeWatch } from './change-watch';
import { Snapshots } from './snapshots';

const PREFIX = 'p:';

let server: RedisServer;
let connection: RedisConnection;
let watch: ChangeWatch;

beforeAll(async () => {
  server = await RedisServer.start();
  connection = await server.connect();
});

afterAll(async () => {
  await connection?.close();
  await server?.stop();
});

beforeEach(async () => {
  await connection.command('FLUSHALL');
  await connection.command('RPUSH', `${PREFIX}one`, 'a', 'b');
  await connection.command('HSET', `${PREFIX}one:commits`, 'id', 'digest');
  const snapshots = new Snapshots(connection, new RedisSessions(connection, PREFIX), PREFIX, '/nowhere');
  watch = new ChangeWatch(connection, PREFIX, snapshots, await listSessions(connection, PREFIX), 1);
});

/** Asks until it is told, or long past the rest after a look, which is some times as long as that took. */
async function hasChanged(waitMs: number): Promise<boolean> {
  for (const endMs = performance.now() + waitMs; performance.now() < endMs; await sleep(20))
    if (await watch.hasChanged(() => undefined)) return true;
  return false;
}

it.each([
  ['is made', ['RPUSH', `${PREFIX}two`, 'x']],
  ['gets an item', ['RPUSH', `${PREFIX}one`, 'x']],
  ['gets a commit', ['HSET', `${PREFIX}one:commits`, 'another', 'digest']],
  ['is removed', ['DEL', `${PREFIX}one`, `${PREFIX}one:commits`]],
])('notices that a session that was not read %s', async (_what, [name = '', ...args]) => {
  expect(await hasChanged(300)).toBe(false);
  await connection.command(name, ...args);
  expect(await hasChanged(20_000)).toBe(true);
});

it('does not mind keys of others', async () => {
  await connection.command('RPUSH', 'another program', 'x');
  await connection.command('SET', `${PREFIX}no session`, 'x');
  expect(await hasChanged(1_000)).toBe(false);
});
