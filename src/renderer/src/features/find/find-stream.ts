import type { OperationError } from '../../../../shared/contract/errors';
import { type FindEnd, FindMessage } from '../../../../shared/contract/find';
import { FrameListeners, listenToStream, type StreamSource, streamError } from '../../app/stream-listener';

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

/**
 * Takes one search from its port: 8 bytes an entry that has hits, however many those are. Made for
 * `useSyncExternalStore`: listeners are told at most once a frame.
 */
export class FindStream {
  readonly subscribe;
  readonly #abort = new AbortController();
  readonly #listeners: FrameListeners;
  #rows = new Int32Array(256);
  #counts = new Uint32Array(256);
  #count = 0;
  #found: Found = { ...NOTHING, status: 'searching' };

  constructor({ connect, onFrame }: StreamSource) {
    this.#listeners = new FrameListeners(onFrame);
    this.subscribe = this.#listeners.subscribe;
    listenToStream(connect, this.#abort.signal, {
      receive: (data) => this.#receive(data),
      fail: (error) => this.#fail(error),
      closedEarly: 'The search stopped before its end.',
    });
  }

  readonly snapshot = (): Found => this.#found;

  /** Stops the search, if it goes on; what it has found stays. */
  readonly cancel = (): void => {
    if (this.#found.status === 'searching') this.#end({ status: 'cancelled' });
  };

  #receive(data: unknown): void {
    const message = FindMessage.safeParse(data);
    if (!message.success) {
      this.#fail(streamError('internal', 'What was found arrived in a form that cannot be read.'));
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
      case 'failed':
        this.#fail(streamError(message.data.code, message.data.message));
        break;
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
    this.#listeners.tell();
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
