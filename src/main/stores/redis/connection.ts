import { SessionStoreError } from '../store-error';
import type { RedisAccess, RedisAddress } from './address';

/** What is sent: text as UTF-8, or bytes. */
export type RedisArgument = string | Buffer;
/** What comes back. Strings of the data are bytes, since they need not be UTF-8; `OK` and its like are text. */
export type RedisReply = Buffer | string | number | null | readonly RedisReply[];

/** How long a server may take to accept a connection, and as long again until it can be asked. */
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_MS = 30_000;

interface ConnectOptions {
  /** Gives up connecting. */
  readonly signal?: AbortSignal | undefined;
  /** How long the server may be silent while something was asked of it. Default 30,000. */
  readonly silenceMs?: number;
}

type Client = ReturnType<typeof import('./client').newClient>;

interface Connected {
  readonly client: Client;
  /** What an error of the library means that a command met. */
  readonly failureOf: (error: unknown, command: string) => unknown;
}

/**
 * One connection to a Redis server. When it is lost, what was asked fails with a sentence; nothing is tried again by
 * itself, and the next command connects anew. All that fails is a {@link SessionStoreError}.
 */
export class RedisConnection {
  readonly address: RedisAddress;
  readonly #access: RedisAccess;
  readonly #silence: SilenceWatch;
  #connecting: Promise<Connected> | null = null;
  /** The one that {@link #connecting} led to. */
  #current: Client | null = null;
  #isClosed = false;

  private constructor(access: RedisAccess, silenceMs: number) {
    this.address = access.address;
    this.#access = access;
    this.#silence = new SilenceWatch(silenceMs, () => this.#drop());
  }

  /** Connects: `not-connected`, `not-authorised`, `invalid-address` (no such database) or `cancelled`. */
  static async open(access: RedisAccess, options: ConnectOptions = {}): Promise<RedisConnection> {
    const connection = new RedisConnection(access, options.silenceMs ?? SILENCE_MS);
    await connection.#connected(options.signal);
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
    const { client, failureOf } = await this.#connected();
    this.#silence.begin();
    try {
      return await send(client);
    } catch (error) {
      throw failureOf(error, name);
    } finally {
      this.#silence.end();
    }
  }

  #connected(signal?: AbortSignal): Promise<Connected> {
    if (this.#isClosed) return Promise.reject(closed());
    this.#connecting ??= this.#connect(signal);
    return this.#connecting;
  }

  async #connect(signal?: AbortSignal): Promise<Connected> {
    // The library takes long to load, and a process that opens a file has no use for it.
    const [{ newClient }, { connectFailure, commandFailure }] = await Promise.all([
      import('./client'),
      import('./failure'),
    ]);
    const client = newClient(this.#access, CONNECT_TIMEOUT_MS);
    // Every failure reaches who asked; without a listener it would end the process as well.
    client.on('error', () => {});
    client.on('terminated', () => this.#forget(client));
    try {
      await withDeadline(client.connect(), this.address.shown, signal);
      if (this.#isClosed) throw closed();
      this.#current = client;
      return { client, failureOf: commandFailure };
    } catch (error) {
      this.#connecting = null;
      client.destroy();
      throw connectFailure(error, this.address.shown);
    }
  }

  #forget(client: Client): void {
    if (this.#current !== client) return;
    this.#current = null;
    this.#connecting = null;
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
