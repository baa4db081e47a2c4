import { fail, ok, type Result } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import type { RedisTarget } from '../../../shared/contract/target';
import { RedisConnection } from '../../stores/redis/connection';
import { listSessions } from '../../stores/redis/listing';
import { RedisSessions } from '../../stores/redis/sessions';
import { checkPrefix } from '../../stores/redis/store';
import { accessOf } from '../../stores/redis/target';
import { SessionStoreError } from '../../stores/store-error';
import type { SessionSource } from '../format';
import { ChangeWatch } from './change-watch';
import { RedisSource } from './redis-source';
import { readServerVersion } from './server-checks';
import { nameSessions } from './session-names';
import { Snapshots } from './snapshots';
import { readTitles } from './titles';

export interface RedisSourceOptions extends Omit<RedisTarget, 'type'> {
  /** Folder for private copies of sessions. */
  readonly cacheDir: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** A server that is open for reading. */
export interface OpenedServer {
  readonly source: SessionSource;
  /** Whether the server has other sessions than were listed, or a session that was read has changed. Never rejects. */
  readonly hasChanged: () => Promise<boolean>;
  /** Deletes the copies and disconnects. */
  readonly close: () => Promise<void>;
}

/**
 * Connects to a Redis server and lists its vv-agent sessions; section 6 of the vv-agent facts. Only reads. What is
 * asked of the source later fails with a `SessionStoreError` when the server cannot be asked.
 */
export async function openRedisSource(options: RedisSourceOptions): Promise<Result<OpenedServer>> {
  const { signal } = options;
  let connection: RedisConnection | null = null;
  try {
    checkPrefix(options.prefix);
    const access = accessOf(options);
    connection = await RedisConnection.open(access, { signal });
    return ok(await openOn(connection, options));
  } catch (error) {
    await connection?.close();
    if (signal.aborted) return fail('cancelled', 'Cancelled.');
    if (error instanceof SessionStoreError) return { ok: false, error: error.toOperationError() };
    throw error;
  }
}

async function openOn(connection: RedisConnection, options: RedisSourceOptions): Promise<OpenedServer> {
  const { prefix, cacheDir, signal, onProgress } = options;
  const watch = (label: string) => ({
    signal,
    onProgress: (done: number, total: number | null) => onProgress({ label, done, total, unit: 'sessions' }),
  });
  const version = await readServerVersion(connection);
  const listed = nameSessions(await listSessions(connection, prefix, watch('Listing sessions')));
  const titles = await readTitles(connection, prefix, listed, watch('Reading titles'));
  const snapshots = new Snapshots(connection, new RedisSessions(connection, prefix), prefix, cacheDir);
  const changes = new ChangeWatch(connection, prefix, snapshots, listed);
  const source = new RedisSource({ connection, prefix, version, listed, titles, snapshots });
  return {
    source,
    hasChanged: () => changes.hasChanged((name) => source.idOf(name)),
    close: () => source.close(),
  };
}
