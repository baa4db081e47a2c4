import { ErrorCode, type OperationError } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import { HeadsMessage } from '../../../shared/model/heads';
import { SessionIndex } from '../../../shared/tree/session-index';
import { errorOf } from './bridge';

const BYTES_A_MEGABYTE = 1_000_000;

export type HeadsStatus = 'loading' | 'complete' | 'failed';

/** The heads of a session as far as they are known. */
export interface SessionHeads {
  /** One object that grows; `version` counts its changes. A retry starts a new one. */
  readonly index: SessionIndex;
  readonly version: number;
  /** `failed` also when the user cancelled; `index` then keeps what had come. */
  readonly status: HeadsStatus;
  readonly progress: Progress;
  /** Set when `failed`. */
  readonly error: OperationError | null;
  cancel(): void;
  retry(): void;
}

/** What the stream needs of the world. */
export interface HeadsSource {
  /** Opens the port; rejects with an `OperationFailure`, or with anything once `signal` is aborted. */
  connect(signal: AbortSignal): Promise<MessagePort>;
  /** Runs a task before the next frame. */
  onFrame(task: () => void): void;
}

/** What a session is said to have. */
export interface Expected {
  /** Null where that is not known: progress then goes by bytes. */
  readonly entryCount: number | null;
  /** Of its file. */
  readonly sizeBytes: number;
}

/**
 * Reads the heads of one session from a port into an index, for as long as someone holds it. Made
 * for `useSyncExternalStore`: listeners are told at most once a frame.
 */
export class HeadsStream {
  readonly #source: HeadsSource;
  readonly #expected: Expected;
  readonly #listeners = new Set<() => void>();
  #index = new SessionIndex();
  #readBytes = 0;
  #version = 0;
  #status: HeadsStatus = 'loading';
  #error: OperationError | null = null;
  #holders = 0;
  #connection: AbortController | null = null;
  #isFrameAsked = false;
  #snapshot: SessionHeads;

  constructor(source: HeadsSource, expected: Expected) {
    this.#source = source;
    this.#expected = expected;
    this.#snapshot = this.#take();
  }

  get isHeld(): boolean {
    return this.#holders > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SessionHeads => this.#snapshot;

  /** Starts reading if need be; the returned function lets go, and the last one to do so closes the port. */
  readonly hold = (): (() => void) => {
    this.#holders += 1;
    if (this.#status === 'loading' && !this.#connection) this.#start();
    return () => {
      this.#holders -= 1;
      if (this.#holders === 0) this.#disconnect();
    };
  };

  readonly #cancel = (): void => {
    if (this.#status !== 'loading') return;
    this.#fail({ code: 'cancelled', message: 'Loading was cancelled.', detail: null });
  };

  readonly #retry = (): void => {
    this.#disconnect();
    this.#start();
  };

  #start(): void {
    const connection = new AbortController();
    this.#connection = connection;
    this.#index = new SessionIndex();
    this.#readBytes = 0;
    this.#status = 'loading';
    this.#error = null;
    this.#changed();
    this.#source.connect(connection.signal).then(
      (port) => {
        if (connection.signal.aborted) {
          port.close();
          return;
        }
        connection.signal.addEventListener('abort', () => port.close(), { once: true });
        port.onmessage = (event: MessageEvent<unknown>) => {
          if (!connection.signal.aborted) this.#receive(event.data);
        };
        port.addEventListener('close', () => {
          if (connection.signal.aborted) return;
          this.#fail({
            code: 'process-died',
            message: 'The entries stopped arriving before the end.',
            detail: null,
          });
        });
      },
      (reason: unknown) => {
        if (!connection.signal.aborted) this.#fail(errorOf(reason));
      },
    );
  }

  #receive(data: unknown): void {
    const message = HeadsMessage.safeParse(data);
    if (!message.success) {
      this.#fail(broken(message.error.message));
      return;
    }
    switch (message.data.type) {
      case 'chunk':
        for (const sizeBytes of message.data.sizes) this.#readBytes += sizeBytes;
        if (this.#index.append(message.data)) this.#changed();
        else this.#fail(broken('A chunk does not follow the last one.'));
        break;
      case 'end':
        this.#index.finish(message.data);
        this.#status = 'complete';
        this.#disconnect();
        this.#changed();
        break;
      case 'failed': {
        const code = ErrorCode.safeParse(message.data.code);
        this.#fail({
          code: code.success ? code.data : 'internal',
          message: message.data.message,
          detail: null,
        });
        break;
      }
    }
  }

  #fail(error: OperationError): void {
    this.#status = 'failed';
    this.#error = error;
    this.#disconnect();
    this.#changed();
  }

  #disconnect(): void {
    this.#connection?.abort();
    this.#connection = null;
  }

  #changed(): void {
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#source.onFrame(() => {
      this.#isFrameAsked = false;
      this.#version += 1;
      this.#snapshot = this.#take();
      for (const listener of this.#listeners) listener();
    });
  }

  #progress(): Progress {
    const { entryCount, sizeBytes } = this.#expected;
    const [done, total, unit] =
      entryCount === null
        ? [Math.round(this.#readBytes / BYTES_A_MEGABYTE), Math.round(sizeBytes / BYTES_A_MEGABYTE), 'MB']
        : [this.#index.count, entryCount, 'entries'];
    return { label: 'Reading entries', done, total: Math.max(done, total), unit };
  }

  #take(): SessionHeads {
    return {
      index: this.#index,
      version: this.#version,
      status: this.#status,
      progress: this.#progress(),
      error: this.#error,
      cancel: this.#cancel,
      retry: this.#retry,
    };
  }
}

function broken(detail: string): OperationError {
  return { code: 'internal', message: 'The entries arrived in a form that cannot be read.', detail };
}
