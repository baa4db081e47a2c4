import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseRedisAddress, type RedisAddress } from '../redis/address';
import { RedisConnection } from '../redis/connection';
import { SELF_SIGNED } from './self-signed';

const START_MS = 20_000;
const TRIES = 5;

/** A real Redis server of one test file, on a port of its own, which keeps nothing. Stop it. */
export class RedisServer {
  readonly address: RedisAddress;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(address: RedisAddress, process: ChildProcess, folder: string) {
    this.address = address;
    this.#process = process;
    this.#folder = folder;
  }

  /** Starts one; `args` are settings of redis-server, such as `--requirepass`. With TLS nobody trusts it. */
  static async start(args: readonly string[] = [], { tls = false } = {}): Promise<RedisServer> {
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const folder = mkdtempSync(path.join(tmpdir(), 'ramify-redis-'));
      // The same program under its other name, which is in the Debian package that starts no server by itself: what it
      // does goes by the name it is called by.
      const server = spawn('redis-check-rdb', [...settings(port, folder, tls), ...args], {
        argv0: 'redis-server',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const address = addressOf(`${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`);
      const said: string[] = [];
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (text) => said.push(String(text)));
      if (await isReady(server, said)) return new RedisServer(address, server, folder);
      rmSync(folder, { recursive: true, force: true });
      // Another program may have taken the port meanwhile.
      if (attempt === TRIES) throw new Error(`redis-server does not start:\n${said.join('')}`);
    }
  }

  get pid(): number {
    if (this.#process.pid === undefined) throw new Error('The Redis server was not started.');
    return this.#process.pid;
  }

  /** A connection as the tests need it, beside what is tested. */
  connect(access: { user?: string; password?: string } = {}): Promise<RedisConnection> {
    return RedisConnection.open({ address: this.address, ...access });
  }

  /** Ends it at once, as a crash would. */
  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The address of a text that is known to be good. */
export function addressOf(text: string): RedisAddress {
  const parsed = parseRedisAddress(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

function settings(port: number, folder: string, tls: boolean): string[] {
  return [
    ...(tls ? ['--port', '0', '--tls-port', String(port), ...tlsFiles(folder)] : ['--port', String(port)]),
    ...['--bind', '127.0.0.1', '--dir', folder],
    ...['--save', '', '--appendonly', 'no', '--daemonize', 'no'],
  ];
}

function tlsFiles(folder: string): string[] {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  writeFileSync(key, SELF_SIGNED.key, { mode: 0o600 });
  writeFileSync(cert, SELF_SIGNED.cert);
  return ['--tls-key-file', key, '--tls-cert-file', cert, '--tls-ca-cert-file', cert];
}

async function isReady(server: ChildProcess, said: readonly string[]): Promise<boolean> {
  let error: Error | undefined;
  server.once('error', (cause) => {
    error = cause;
  });
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(10)) {
    if (error) {
      const hint = 'Redis is tested against a real server: install the Debian package "redis-tools".';
      throw new Error(`${hint} (${error.message})`);
    }
    if (server.exitCode !== null || server.signalCode !== null) return false;
    if (said.join('').includes('Ready to accept connections')) return true;
  }
  server.kill('SIGKILL');
  return false;
}
