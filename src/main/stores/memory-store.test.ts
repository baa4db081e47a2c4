import { expect, it } from 'vitest';
import { assistant, commitOf } from './conformance-items';
import { MemoryStore } from './memory-store';

it('gives the same session object for the same id', () => {
  const store = new MemoryStore();
  expect(store.session('s')).toBe(store.session('s'));
  expect(store.session('s')).not.toBe(store.session('t'));
});

it('shares nothing with the items it was given', async () => {
  const session = new MemoryStore().session('s');
  const given = { ...assistant('before'), toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }] };
  await session.addItems([given]);
  given.content = 'after';
  given.toolCalls.pop();
  expect(await session.getItems()).toMatchObject([{ content: 'before', toolCalls: [{ id: 'c' }] }]);
});

it('keeps everything while its handle is closed and asked again', async () => {
  const store = new MemoryStore();
  const { commitId, payloadDigest, items } = commitOf('k', [assistant('x')]);
  await store.session('s').addItemsOnce(commitId, payloadDigest, items);
  await store.close();
  await store.close();
  expect(await store.session('s').addItemsOnce(commitId, payloadDigest, items)).toBe('replayed');
});
