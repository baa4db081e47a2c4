import type { Result } from '../../shared/contract/errors';
import type { RedisTarget, StoreTarget } from '../../shared/contract/target';
import { parseRedisAddress } from '../stores/redis/address';
import { DEFAULT_REDIS_PREFIX } from '../stores/redis/store';
import { askOnTerminal } from './terminal-prompt';

/** A store as a command names it: a path, or the address of a Redis server. */
export interface StoreName {
  readonly name: string;
  /** Of the keys on a server; null for the usual one. */
  readonly prefix: string | null;
}

/** Whether a store is named by an address rather than a path. */
export function isAddress(name: string): boolean {
  return /^rediss?:/i.test(name);
}

/**
 * Runs `use` with the store a command names. User and password of a server come from RAMIFY_REDIS_USER and
 * RAMIFY_REDIS_PASSWORD; a server that wants others is asked again with what is typed, where there is a terminal.
 */
export async function withTarget<T>(
  { name, prefix }: StoreName,
  use: (target: StoreTarget) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!isAddress(name)) return use({ type: 'file', path: name });
  const address = parseRedisAddress(name);
  if (!address.ok) return address;
  // A variable that is empty says nothing, as one that is not set.
  const target: RedisTarget = {
    type: 'redis',
    address: address.value.url,
    user: process.env.RAMIFY_REDIS_USER || null,
    password: process.env.RAMIFY_REDIS_PASSWORD || null,
    prefix: prefix ?? DEFAULT_REDIS_PREFIX,
  };
  const first = await use(target);
  if (first.ok || first.error.code !== 'not-authorised') return first;
  const typed = await askForAccess(first.error.message);
  return typed === null ? first : use({ ...target, ...typed });
}

/** Null where nobody can be asked, or does not want to answer. */
async function askForAccess(why: string): Promise<Pick<RedisTarget, 'user' | 'password'> | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  process.stderr.write(`${why}\n`);
  const user = await askOnTerminal('User (empty for the default one): ', { isHidden: false });
  const password = user === null ? null : await askOnTerminal('Password: ', { isHidden: true });
  if (user === null || password === null) return null;
  return { user: user === '' ? null : user, password };
}
