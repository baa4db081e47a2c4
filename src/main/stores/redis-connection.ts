import { isIP } from 'node:net';
import { createClient, RESP_TYPES } from '@redis/client';
import type { RedisAddress } from './redis-address';
import { commandFailure, connectFailure } from './redis-failure';
import { SessionStoreError } from './store-error';

/** A server and who asks it. The password stands here and in the client's memory, and nowhere else. */
export interface RedisAccess {
  readonly address: RedisAddress;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** What is sent: text as UTF-8, or bytes. */
export type RedisArgument = string | Buffer;
/** What comes back. Strings of the data are bytes, since they need not be UTF-8; `OK` and its like are text. */
export type RedisReply = Buffer | string | number | null | readonly RedisReply[];

const CONNECT_TIMEOUT_MS = 5_000;
/** How long the server may be silent while something was asked of it. */
const SILENCE_MS = 30_000;

type Client = ReturnType<typeof newClient>;

/**
 * One connection to a Redis server. When it is lost, what was asked fails with a sentence; nothing is tried again by
 * itself, and the next command connects anew. All that fails is a {@link SessionStoreError}.
 */
export class RedisConnection {
  readonly address: RedisAddress;
  readonly #access: RedisAccess;
  readonly #silence: SilenceWatch;
  #client: Promise<Client> | null = null;
  /** The one that {@link #client} led to. */
  #current: Client | null = null;
  #isClosed = false;

  private constructor(access: RedisAccess) {
    this.address = access.address;
    this.#access = access;
    this.#silence = new SilenceWatch(SILENCE_MS, () => this.#drop());
  }

  /** Connects: `not-connected`, `not-authorised`, `invalid-address` (no such database) or `cancelled`. */
  static async open(access: RedisAccess, signal?: AbortSignal): Promise<RedisConnection> {
    const connection = new RedisConnection(access);
    await connection.#connected(signal);
    return connection;
  }

  /** Sends one command. Those sent in one turn go out together and are answered in order. */
  command(name: string, ...args: readonly RedisArgument[]): Promise<RedisReply> {
    return this.#ask(name, (client) => client.sendCommand<RedisReply>([name, ...args]));
  }

  /** Runs commands as one transaction: all or, where one cannot be run, none. */
  transaction(commands: readonly (readonly RedisArgument[])[]): Promise<unknown> {
    return this.#ask('EXEC', (client) => {
      const multi = client.multi();
      for (const command of commands) multi.addCommand([...command]);
      return multi.exec();
    });
  }

  /** Harmless when repeated. What is still unanswered fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#drop();
  }

  async #ask<T>(name: string, send: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#connected();
    this.#silence.begin();
    try {
      return await send(client);
    } catch (error) {
      throw commandFailure(error, name);
    } finally {
      this.#silence.end();
    }
  }

  #connected(signal?: AbortSignal): Promise<Client> {
    if (this.#isClosed) return Promise.reject(closed());
    this.#client ??= this.#connect(signal);
    return this.#client;
  }

  async #connect(signal?: AbortSignal): Promise<Client> {
    const client = newClient(this.#access);
    // Every failure reaches who asked; without a listener it would end the process as well.
    client.on('error', () => {});
    client.on('terminated', () => this.#forget(client));
    try {
      await withDeadline(client.connect(), this.address.shown, signal);
      this.#current = client;
      return client;
    } catch (error) {
      this.#client = null;
      client.destroy();
      throw connectFailure(error, this.address.shown);
    }
  }

  #forget(client: Client): void {
    if (this.#current !== client) return;
    this.#current = null;
    this.#client = null;
  }

  #drop(): void {
    const client = this.#current;
    if (client === null) return;
    this.#forget(client);
    client.destroy();
  }
}

function closed(): SessionStoreError {
  return new SessionStoreError('file-not-open', 'This connection is closed: open it again.');
}

function newClient({ address, user, password }: RedisAccess) {
  const { host, port, database, isTls } = address;
  const socket = {
    host,
    port,
    connectTimeout: CONNECT_TIMEOUT_MS,
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

/** The client's own time limit ends with the bare connection, and a server may say nothing after that. */
async function withDeadline<T>(work: Promise<T>, shown: string, signal?: AbortSignal): Promise<T> {
  let end = () => {};
  const endedEarly = new Promise<never>((_, reject) => {
    const sentence = 'The server answers nothing. Check that it is a Redis server, then try again.';
    const onSilence = () => reject(new SessionStoreError('not-connected', `${sentence} (${shown})`));
    const timer = setTimeout(onSilence, 2 * CONNECT_TIMEOUT_MS);
    const onAbort = () => reject(new SessionStoreError('cancelled', 'Connecting was cancelled.'));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([work, endedEarly]);
  } finally {
    end();
  }
}

/** Calls `onSilence` when something waits for an answer and none has come for a while. */
class SilenceWatch {
  readonly #timeoutMs: number;
  readonly #onSilence: () => void;
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(timeoutMs: number, onSilence: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onSilence = onSilence;
  }

  begin(): void {
    this.#waiting += 1;
    this.#timer ??= setTimeout(this.#onSilence, this.#timeoutMs);
  }

  end(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) {
      this.#timer?.refresh();
      return;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
