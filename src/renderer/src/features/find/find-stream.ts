import { ErrorCode, type OperationError } from '../../../../shared/contract/errors';
import { type FindEnd, FindMessage } from '../../../../shared/contract/find';
import { errorOf } from '../../app/bridge';

/** What a search has found so far. */
export interface Found {
  readonly status: 'searching' | 'complete' | 'cancelled' | 'failed';
  /** Rows with hits, ascending, and how many each has. */
  readonly rows: Int32Array;
  readonly counts: Uint32Array;
  readonly doneEntries: number;
  /** What was left out; null before the end. */
  readonly end: FindEnd | null;
  /** Set when `failed`. */
  readonly error: OperationError | null;
}

interface FindSource {
  /** Opens the port; rejects with an `OperationFailure`, or with anything once `signal` is aborted. */
  connect(signal: AbortSignal): Promise<MessagePort>;
  /** Runs a task before the next frame. */
  onFrame(task: () => void): void;
}

/**
 * Takes one search from its port: 8 bytes an entry that has hits, however many those are. Made for
 * `useSyncExternalStore`: listeners are told at most once a frame.
 */
export class FindStream {
  readonly #onFrame: FindSource['onFrame'];
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #rows = new Int32Array(256);
  #counts = new Uint32Array(256);
  #count = 0;
  #found: Found = { ...NOTHING, status: 'searching' };
  #isFrameAsked = false;

  constructor({ connect, onFrame }: FindSource) {
    this.#onFrame = onFrame;
    const { signal } = this.#abort;
    connect(signal).then(
      (port) => {
        signal.addEventListener('abort', () => port.close(), { once: true });
        if (signal.aborted) port.close();
        port.onmessage = ({ data }: MessageEvent<unknown>) => {
          if (!signal.aborted) this.#receive(data);
        };
        port.addEventListener('close', () => {
          if (!signal.aborted) this.#fail(problem('process-died', 'The search stopped before its end.'));
        });
      },
      (reason: unknown) => {
        if (!signal.aborted) this.#fail(errorOf(reason));
      },
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Found => this.#found;

  /** Stops the search, if it goes on; what it has found stays. */
  readonly cancel = (): void => {
    if (this.#found.status === 'searching') this.#end({ status: 'cancelled' });
  };

  #receive(data: unknown): void {
    const message = FindMessage.safeParse(data);
    if (!message.success) {
      this.#fail(problem('internal', 'What was found arrived in a form that cannot be read.'));
      return;
    }
    switch (message.data.type) {
      case 'found':
        this.#add(message.data.rows, message.data.counts);
        this.#change({ doneEntries: message.data.doneEntries });
        break;
      case 'end':
        this.#end({ status: 'complete', end: message.data, doneEntries: message.data.doneEntries });
        break;
      case 'failed': {
        const code = ErrorCode.safeParse(message.data.code);
        this.#fail(problem(code.success ? code.data : 'internal', message.data.message));
        break;
      }
    }
  }

  #add(rows: Int32Array, counts: Uint32Array): void {
    const needed = this.#count + rows.length;
    if (needed > this.#rows.length) {
      const [longerRows, longerCounts] = [new Int32Array(needed * 2), new Uint32Array(needed * 2)];
      longerRows.set(this.#rows);
      longerCounts.set(this.#counts);
      this.#rows = longerRows;
      this.#counts = longerCounts;
    }
    this.#rows.set(rows, this.#count);
    this.#counts.set(counts, this.#count);
    this.#count = needed;
  }

  #fail(error: OperationError): void {
    this.#end({ status: 'failed', error });
  }

  #end(change: Partial<Found>): void {
    this.#abort.abort();
    this.#change(change);
  }

  #change(change: Partial<Found>): void {
    this.#found = {
      ...this.#found,
      ...change,
      rows: this.#rows.subarray(0, this.#count),
      counts: this.#counts.subarray(0, this.#count),
    };
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#onFrame(() => {
      this.#isFrameAsked = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** What is known while nothing is looked for. */
export const NOTHING: Found = {
  status: 'complete',
  rows: new Int32Array(0),
  counts: new Uint32Array(0),
  doneEntries: 0,
  end: null,
  error: null,
};

function problem(code: ErrorCode, message: string): OperationError {
  return { code, message, detail: null };
}
