import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SessionStoreError } from '../store-error';
import { addressOf, freePort, RedisServer } from '../test-support/redis-server';
import type { RedisAccess } from './address';
import { RedisConnection } from './connection';

const PASSWORD = 'hunter2-correct-horse';
let server: RedisServer;
let guarded: RedisServer;
const ownServers: RedisServer[] = [];

beforeAll(async () => {
  server = await RedisServer.start();
  guarded = await RedisServer.start([
    ...['--requirepass', PASSWORD],
    ...['--user', 'reader', 'on', `>${PASSWORD}`, '~*', '+@read', '+@connection'],
  ]);
});
afterEach(async () => {
  for (const own of ownServers.splice(0)) await own.stop();
});
afterAll(async () => {
  await server?.stop();
  await guarded?.stop();
});

async function failureOf(work: Promise<unknown>): Promise<SessionStoreError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SessionStoreError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

function refused(access: RedisAccess, signal?: AbortSignal): Promise<SessionStoreError> {
  return failureOf(RedisConnection.open(access, { signal }).then((connection) => connection.close()));
}

/** A server that speaks something else. */
async function listen(answer: (socket: Socket) => void): Promise<{ port: number; close: () => void }> {
  const other = createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const place = other.address();
  return { port: typeof place === 'object' && place ? place.port : 0, close: () => other.close() };
}

async function ownServer(options: { tls?: boolean } = {}): Promise<RedisServer> {
  const own = await RedisServer.start([], options);
  ownServers.push(own);
  return own;
}

describe('a connection to a Redis server', () => {
  it('gives stored strings as bytes, also those that are not UTF-8', async () => {
    const connection = await server.connect();
    const bytes = Buffer.from([0xff, 0x00, 0x80, 0x0d, 0x0a]);
    expect(await connection.command('SET', bytes, bytes)).toBe('OK');
    expect(await connection.command('GET', bytes)).toEqual(bytes);
    expect(await connection.command('GET', 'nothing')).toBeNull();
    expect(await connection.command('STRLEN', bytes)).toBe(5);
    await connection.close();
  });

  it('goes to the database of the address', async () => {
    const third = await RedisConnection.open({ address: addressOf(`${server.address.shown}/3`) });
    await third.command('SET', 'only-here', 'x');
    const first = await server.connect();
    expect(await first.command('EXISTS', 'only-here')).toBe(0);
    await Promise.all([first.close(), third.close()]);
  });

  it('says that there is no database of that number', async () => {
    expect(await refused({ address: addressOf(`${server.address.shown}/99`) })).toMatchObject({
      code: 'invalid-address',
      message: 'The Redis server has no database of this number.',
    });
  });

  it('says that nothing listens', async () => {
    const failure = await refused({ address: addressOf(`redis://127.0.0.1:${await freePort()}`) });
    expect(failure).toMatchObject({ code: 'not-connected', detail: 'ECONNREFUSED' });
    expect(failure.message).toContain('No Redis server listens at this address.');
  });

  it('says that there is no server of that name', async () => {
    const failure = await refused({ address: addressOf('redis://no-such-host.invalid') });
    expect(failure.code).toBe('not-connected');
    expect(failure.message).toContain('There is no server of this name.');
  });

  it('says that what answers is no Redis server', async () => {
    const { port, close } = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const failure = await refused({ address: addressOf(`redis://127.0.0.1:${port}/1`) });
    close();
    expect(failure.code).toBe('not-connected');
    expect(failure.message).toContain('is a Redis server');
  });

  it('says that a server which speaks no TLS was asked to', async () => {
    const { port, close } = await listen((socket) => socket.end('-ERR Protocol error\r\n'));
    const failure = await refused({ address: addressOf(`rediss://127.0.0.1:${port}`) });
    close();
    expect(failure.code).toBe('not-connected');
    expect(failure.message).toContain('No encrypted connection comes about.');
  });

  it('trusts no certificate that nobody has signed, and sends nothing', async () => {
    const own = await ownServer({ tls: true });
    const failure = await refused({ address: own.address, password: PASSWORD });
    expect(failure).toMatchObject({ code: 'not-connected', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(failure.message).toContain('does not trust the certificate of the server');
  });

  it('can be cancelled while it is being made', async () => {
    const { port, close } = await listen(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    // The database makes it wait for an answer.
    const failure = await refused({ address: addressOf(`redis://127.0.0.1:${port}/1`) }, controller.signal);
    close();
    expect(failure.code).toBe('cancelled');
  });
});

describe('a server with users', () => {
  it('takes the right password, with and without a user', async () => {
    for (const access of [{ password: PASSWORD }, { user: 'reader', password: PASSWORD }]) {
      const connection = await guarded.connect(access);
      expect(await connection.command('EXISTS', 'x')).toBe(0);
      await connection.close();
    }
  });

  it('is not authorised without one', async () => {
    const failure = await failureOf(guarded.connect().then((connection) => connection.command('PING')));
    expect(failure).toMatchObject({
      code: 'not-authorised',
      message: 'The Redis server asks for a user or a password.',
    });
  });

  it('is not authorised with a wrong one, and repeats none of it', async () => {
    for (const access of [
      { password: `${PASSWORD}x` },
      { user: 'reader', password: `${PASSWORD}x` },
      { user: 'nobody-of-that-name', password: PASSWORD },
    ]) {
      const failure = await refused({ address: guarded.address, ...access });
      expect(failure.code).toBe('not-authorised');
      const everything = JSON.stringify(failure.toOperationError()) + failure.stack;
      expect(everything).not.toContain('hunter2');
      expect(everything).not.toContain('nobody-of-that-name');
    }
  });

  it('says that a command is not permitted, and names it', async () => {
    const connection = await guarded.connect({ user: 'reader', password: PASSWORD });
    expect(await failureOf(connection.command('SET', 'secret-key', 'x'))).toMatchObject({
      code: 'not-authorised',
      detail: 'NOPERM in answer to SET',
    });
    await connection.close();
  });
});

describe('a connection that is lost', () => {
  it('fails what was asked, and connects anew for the next command', async () => {
    const own = await ownServer();
    const connection = await own.connect();
    const watcher = await own.connect();
    const waiting = failureOf(connection.command('BLPOP', 'never', '0'));
    await watcher.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    expect(await waiting).toMatchObject({ code: 'not-connected' });
    expect(await connection.command('PING')).toBe('PONG');
    await Promise.all([connection.close(), watcher.close()]);
  });

  it('fails each command with a sentence while the server is dead, and tries no more by itself', async () => {
    const own = await ownServer();
    const connection = await own.connect();
    const waiting = failureOf(connection.command('BLPOP', 'never', '0'));
    await own.stop();
    expect((await waiting).message).toContain('The connection to the Redis server was lost.');
    for (let attempt = 0; attempt < 2; attempt++) {
      const failure = await failureOf(connection.command('PING'));
      expect(failure.message).toContain('No Redis server listens at this address.');
    }
    await connection.close();
  });

  it('is given up when the server falls silent, and is made anew once it answers again', async () => {
    const own = await ownServer();
    const connection = await RedisConnection.open({ address: own.address }, { silenceMs: 300 });
    process.kill(own.pid, 'SIGSTOP');
    const failures = await Promise.all(
      [connection.command('PING'), connection.command('PING')].map(failureOf),
    );
    expect(failures.map(({ code }) => code)).toEqual(['not-connected', 'not-connected']);
    process.kill(own.pid, 'SIGCONT');
    expect(await connection.command('PING')).toBe('PONG');
    await connection.close();
  });

  it('is none any more once it is closed', async () => {
    const connection = await server.connect();
    await connection.close();
    await connection.close();
    expect((await failureOf(connection.command('PING'))).code).toBe('file-not-open');
  });
});
