import { openRedisStore } from '../redis/store';
import type { SessionStore } from '../session-store';
import { openSqliteStore } from '../sqlite-store';
import { SessionStoreError } from '../store-error';
import { addressOf } from './redis-server';
import type { StoreCall, StoreReply } from './store-call';

// A program of its own with a store open, as an agent would be: node store-child.mjs PATH, or the address of a Redis
// server. It takes calls from its parent, one after the other, and ends with it.

const store = await open(process.argv[2] ?? '');
let last: Promise<void> = Promise.resolve();
process.on('message', (call: StoreCall) => {
  last = last.then(async () => void process.send?.(await answer(call)));
});
process.on('disconnect', () => void last.then(() => store.close()));
process.send?.('ready');

function open(place: string): Promise<SessionStore> {
  if (!place.startsWith('redis:')) return openSqliteStore(place, { create: 'if-missing' });
  return openRedisStore({ address: addressOf(place) });
}

async function answer({ id, sessionId, method, args, startAtMs }: StoreCall): Promise<StoreReply> {
  // A timer would be late by more than the race takes.
  while (Date.now() < startAtMs);
  try {
    const session = store.session(sessionId);
    // The caller names a method and its arguments by the same interface.
    const work = session[method] as (...given: unknown[]) => Promise<unknown>;
    return { id, ok: true, value: await work.apply(session, [...args]) };
  } catch (error) {
    if (!(error instanceof SessionStoreError)) throw error;
    return { id, ok: false, error: error.toOperationError() };
  }
}
