import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { RedisTarget } from '../../shared/contract/target';
import type { RedisConnection } from '../stores/redis/connection';
import { RedisServer } from '../stores/test-support/redis-server';
import { openServerEditor } from './open-editor';
import type { StoreEditor } from './store-editor';
import { list, named, user } from './test-support/edited-store';

const ITEMS = 'vv-agent-session:s';
const COMMITS = `${ITEMS}:commits`;
/** As a user may have it: sent and compared as it is. */
const PASSWORD = ' pass wörd "\\\' ';

let server: RedisServer;
let beside: RedisConnection;
let editor: StoreEditor;

beforeAll(async () => {
  server = await RedisServer.start(['--user', 'editor', 'on', `>${PASSWORD}`, '~*', '+@all']);
  beside = await server.connect();
});

beforeEach(async () => {
  await beside.command('FLUSHALL');
  await beside.command('RPUSH', ITEMS, user('one'), user('two'));
  editor = await openServerEditor(target(), new AbortController().signal);
});

afterEach(() => editor.close());

afterAll(async () => {
  await beside?.close();
  await server?.stop();
});

function target(): RedisTarget {
  const { url } = server.address;
  return { type: 'redis', address: url, user: 'editor', password: PASSWORD, prefix: 'vv-agent-session:' };
}

async function items(): Promise<string[]> {
  const reply = await beside.command('LRANGE', ITEMS, '0', '-1');
  return Array.isArray(reply) ? reply.map(String) : [];
}

it('takes back each kind of write, the last one first', async () => {
  const before = await items();
  await editor.append('s', list('three'));
  await editor.pop('s');
  await editor.commit('s', list('four'), named('c'), null);
  await editor.clear('s', false);
  expect(await items()).toEqual([]);
  for (let step = 0; step < 4; step++) {
    expect(await editor.undoState()).toMatchObject({ refusal: null });
    await editor.undo();
  }
  expect(await items()).toEqual(before);
  expect(await beside.command('EXISTS', COMMITS)).toBe(0);
});

it('does not take a pop back after others were as quick, the number of items being the same', async () => {
  await editor.pop('s');
  await beside.command('RPOP', ITEMS);
  await beside.command('RPUSH', ITEMS, user('theirs'));
  await expect(editor.undo()).rejects.toMatchObject({ code: 'changed-meanwhile' });
  expect(await items()).toEqual([user('theirs')]);
});

it('removes nothing else than what was shown', async () => {
  await editor.previewRemoval('s');
  await beside.command('RPUSH', ITEMS, user('theirs'));
  await expect(editor.pop('s')).rejects.toMatchObject({ code: 'changed-meanwhile' });
  await expect(editor.clear('s', false)).rejects.toMatchObject({ code: 'changed-meanwhile' });
  expect(await items()).toHaveLength(3);
});

it('says that a key of another type is in the way, and leaves it', async () => {
  await beside.command('SET', COMMITS, 'something else');
  await expect(editor.commit('s', list('x'), named('c'), null)).rejects.toMatchObject({
    code: 'invalid-schema',
  });
  await editor.clear('s', false);
  expect(String(await beside.command('GET', COMMITS))).toBe('something else');
});

it('refuses a name that only stands for a session whose id is no text', async () => {
  await beside.command('RPUSH', Buffer.concat([Buffer.from('vv-agent-session:'), Buffer.of(0xff)]), 'x');
  const name = '\ufffd [bytes ff]';
  await expect(editor.append(name, list('x'))).rejects.toMatchObject({ code: 'not-editable' });
  expect(await beside.command('EXISTS', `vv-agent-session:${name}`)).toBe(0);
  expect(await editor.append('[bytes fe]', list('x'))).toMatchObject({ outcome: 'appended' });
});
