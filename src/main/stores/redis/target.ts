import type { RedisTarget } from '../../../shared/contract/target';
import { SessionStoreError } from '../store-error';
import { parseRedisAddress, type RedisAccess } from './address';
import { RedisConnection } from './connection';
import { RedisSessions } from './sessions';
import { openRedisStore, type RedisStore } from './store';

/** Connects to the server of a target as a store. Throws as `openRedisStore` does, and `invalid-address`. */
export async function openRedisTarget(target: RedisTarget, signal?: AbortSignal): Promise<RedisStore> {
  const { prefix } = target;
  return openRedisStore({ ...accessOf(target), prefix, ...(signal ? { signal } : {}) });
}

/** Removes every session under the prefix of a target: for a prefix that nobody else uses. */
export async function removeRedisSessions(target: Omit<RedisTarget, 'type'>): Promise<void> {
  const { prefix } = target;
  const connection = await RedisConnection.open(accessOf(target));
  try {
    const sessions = new RedisSessions(connection, prefix);
    for (const { id } of await sessions.list()) await sessions.clear(id);
  } finally {
    await connection.close();
  }
}

/** Server and user of a target. Throws `invalid-address`. */
export function accessOf({ address, user, password }: Omit<RedisTarget, 'type' | 'prefix'>): RedisAccess {
  const parsed = parseRedisAddress(address);
  if (!parsed.ok) throw new SessionStoreError(parsed.error.code, parsed.error.message);
  return { address: parsed.value, user: user ?? undefined, password: password ?? undefined };
}
