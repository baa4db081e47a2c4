import type { OperationError } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import { HeadsMessage } from '../../../shared/model/heads';
import { SessionIndex } from '../../../shared/tree/session-index';
import { FrameListeners, listenToStream, type StreamSource, streamError } from './stream-listener';

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
  readonly subscribe;
  readonly #connect: StreamSource['connect'];
  readonly #expected: Expected;
  readonly #listeners: FrameListeners;
  #index = new SessionIndex();
  #readBytes = 0;
  #version = 0;
  #status: HeadsStatus = 'loading';
  #error: OperationError | null = null;
  #holders = 0;
  #connection: AbortController | null = null;
  #snapshot: SessionHeads;

  constructor({ connect, onFrame }: StreamSource, expected: Expected) {
    this.#connect = connect;
    this.#listeners = new FrameListeners(onFrame);
    this.subscribe = this.#listeners.subscribe;
    this.#expected = expected;
    this.#snapshot = this.#take();
  }

  get isHeld(): boolean {
    return this.#holders > 0;
  }

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
    listenToStream(this.#connect, connection.signal, {
      receive: (data) => this.#receive(data),
      fail: (error) => this.#fail(error),
      closedEarly: 'The entries stopped arriving before the end.',
    });
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
      case 'failed':
        this.#fail(streamError(message.data.code, message.data.message));
        break;
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
    this.#listeners.tell(() => {
      this.#version += 1;
      this.#snapshot = this.#take();
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
