import type { Check } from '../../../shared/model/report';
import type { RedisConnection } from '../../stores/redis/connection';
import { countKeys, type ListedSession } from '../../stores/redis/listing';
import { unexpectedReply } from '../../stores/redis/reply';
import { SessionStoreError } from '../../stores/store-error';

/** The program a server runs and its version; null when it does not tell this user. */
export interface ServerVersion {
  readonly program: string;
  readonly version: string;
}

/** Asks a server what it is. */
export async function readServerVersion(connection: RedisConnection): Promise<ServerVersion | null> {
  try {
    const reply = await connection.command('INFO', 'server');
    if (!Buffer.isBuffer(reply)) throw unexpectedReply('INFO');
    const field = (name: string) => new RegExp(`^${name}:([\\w.-]+)`, 'm').exec(reply.toString())?.[1];
    const valkey = field('valkey_version');
    const version = valkey ?? field('redis_version');
    return version === undefined ? null : { program: valkey ? 'Valkey' : 'Redis', version };
  } catch (error) {
    if (error instanceof SessionStoreError && error.code === 'not-authorised') return null;
    throw error;
  }
}

/** The schema report of a server: what its keys with the prefix are. A row for each rule. */
export async function serverChecks(
  connection: RedisConnection,
  prefix: string,
  sessions: readonly ListedSession[],
): Promise<Check[]> {
  const { byType, strayHashes } = await countKeys(connection, prefix);
  const others = [...byType].filter(([type]) => type !== 'list' && type !== 'hash');
  const count = (type: string) => byType.get(type) ?? 0;
  const bare = sessions.filter(({ itemCount }) => itemCount === 0).length;
  const withCommits = sessions.filter(({ commitCount }) => commitCount > 0).length;
  return [
    {
      id: 'redis-key-types',
      title: 'Types of the keys',
      expected: 'lists of items and hashes of commits',
      found: [
        `${count('list')} lists, ${count('hash')} hashes`,
        ...others.map(([type, number]) => `${number} of type ${type}`),
      ].join(', '),
      verdict: others.length === 0 ? 'ok' : 'failed',
    },
    {
      id: 'redis-hash-names',
      title: 'Names of the hashes',
      expected: 'every hash is named as the commits of a session',
      found: strayHashes === 0 ? 'every one is' : `${strayHashes} are named otherwise`,
      verdict: strayHashes === 0 ? 'ok' : 'failed',
    },
    {
      id: 'redis-bare-commits',
      title: 'Commits without items',
      expected: 'the commits of a session have its items, or stand alone after they were removed',
      found: `${withCommits - bare} sessions with both, ${bare} with commits alone`,
      verdict: withCommits === 0 ? 'not-applicable' : 'ok',
    },
  ];
}
