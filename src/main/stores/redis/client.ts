import { isIP } from 'node:net';
import { createClient, RESP_TYPES } from '@redis/client';
import type { RedisAccess } from './address';

/** A client of the library that is not yet connected, and that tries nothing again by itself. */
export function newClient({ address, user, password }: RedisAccess, connectTimeoutMs: number) {
  const { host, port, database, isTls } = address;
  const socket = {
    host,
    port,
    connectTimeout: connectTimeoutMs,
    reconnectStrategy: false as const,
  };
  return createClient({
    // The older protocol: it needs no command that a user may not be permitted.
    RESP: 2,
    socket: isTls ? { ...socket, tls: true, ...(isIP(host) ? {} : { servername: host }) } : socket,
    database,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
  });
}
