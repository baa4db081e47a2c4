import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { fail, ok, type Result } from '../../../shared/contract/errors';

/** Where a Redis server is, without any credentials: nothing of it needs to be kept secret. */
export interface RedisAddress {
  /** The address in full, the same for the same place: `redis://host:port/database`. */
  readonly url: string;
  /** For people: without the database while that is 0. */
  readonly shown: string;
  /** A name in ASCII, or an IP address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly database: number;
  /** Whether the connection is encrypted: `rediss://`. */
  readonly isTls: boolean;
}

/** A server and who asks it. The password stands here and in the client's memory, and nowhere else. */
export interface RedisAccess {
  readonly address: RedisAddress;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

const DEFAULT_HOST = 'localhost';
const DEFAULT_PORT = 6379;
const MAX_DATABASE = 2 ** 31 - 1;

/**
 * Reads the address of a Redis server as a user types it: `redis://host:port/database`, or `rediss://` for TLS. Host,
 * port and database may be left out. Fails with `invalid-address`; what was typed is not quoted, since it may hold a
 * password.
 */
export function parseRedisAddress(typed: string): Result<RedisAddress> {
  const text = typed.trim();
  // No part of a good address has this character, so a password is refused wherever it was put.
  if (text.includes('@'))
    return refuse('An address must not hold a user name or password. Leave them out: they are asked for.');
  const scheme = /^(rediss?):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return refuse('The address of a Redis server starts with redis:// or rediss://.');
  if (/[?#]/.test(text))
    return refuse('The address of a Redis server ends after the number of the database.');
  const rest = text.slice(scheme.length + '://'.length);
  const slash = rest.indexOf('/');
  const [place, path] = slash < 0 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash + 1)];
  const parts = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d*))?$/.exec(place);
  const host = parts && readHost(parts[1] ?? '');
  if (!host) return refuse('The address has no valid host name or IP address. IPv6 addresses stand in [ ].');
  const port = readNumber(parts?.[2] ?? '', DEFAULT_PORT);
  if (!(port >= 1 && port <= 65_535))
    return refuse('The port of a Redis server is a number from 1 to 65535.');
  const database = readNumber(path, 0);
  if (!(database >= 0 && database <= MAX_DATABASE))
    return refuse('What follows the host is the number of a database, such as /0.');
  const shown = `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return ok({
    url: `${shown}/${database}`,
    shown: database === 0 ? shown : `${shown}/${database}`,
    host,
    port,
    database,
    isTls: scheme === 'rediss',
  });
}

/** Null for what is neither a name nor an IP address. */
function readHost(written: string): string | null {
  if (written === '') return DEFAULT_HOST;
  if (written.startsWith('[')) {
    const address = written.slice(1, -1).toLowerCase();
    return isIPv6(address) && !address.includes('%') ? address : null;
  }
  const name = decode(written);
  // Asked first: the conversion drops or cuts at characters that no name has.
  if (name === null || !/^[\p{L}\p{M}\p{N}._-]+$/u.test(name)) return null;
  return domainToASCII(name) || null;
}

function decode(written: string): string | null {
  try {
    return decodeURIComponent(written);
  } catch {
    return null;
  }
}

/** NaN for what is no number in plain digits. */
function readNumber(written: string, fallback: number): number {
  if (written === '') return fallback;
  return /^\d{1,10}$/.test(written) ? Number(written) : Number.NaN;
}

function refuse(sentence: string): ReturnType<typeof fail> {
  return fail('invalid-address', sentence);
}
