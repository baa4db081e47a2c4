import type { RedisTarget } from '../../shared/contract/target';
import { parseRedisAddress } from './redis-address';
import { type RedisAccess, RedisConnection } from './redis-connection';
import { listSessions } from './redis-listing';
import { checkPrefix, RedisStore } from './redis-store';
import { SessionStoreError } from './store-error';

/** Connects to the server of a target as a store. Throws as `openRedisStore` does, and `invalid-address`. */
export async function openRedisTarget(target: RedisTarget, signal?: AbortSignal): Promise<RedisStore> {
  checkPrefix(target.prefix);
  return new RedisStore(await RedisConnection.open(accessOf(target), signal), target.prefix);
}

/** Removes every session under the prefix of a target: for a prefix that nobody else uses. */
export async function removeRedisSessions(target: RedisTarget): Promise<void> {
  const connection = await RedisConnection.open(accessOf(target));
  try {
    const store = new RedisStore(connection, target.prefix);
    for (const { id } of await listSessions(connection, target.prefix))
      await store.session(id.toString()).clear();
  } finally {
    await connection.close();
  }
}

function accessOf({ address, user, password }: RedisTarget): RedisAccess {
  const parsed = parseRedisAddress(address);
  if (!parsed.ok) throw new SessionStoreError(parsed.error.code, parsed.error.message);
  return {
    address: parsed.value,
    ...(user === null ? {} : { user }),
    ...(password === null ? {} : { password }),
  };
}
