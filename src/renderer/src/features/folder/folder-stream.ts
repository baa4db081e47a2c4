import type { OperationError } from '../../../../shared/contract/errors';
import { FolderMessage, type FoundSessions } from '../../../../shared/contract/folder';
import { FrameListeners, listenToStream, type StreamSource, streamError } from '../../app/stream-listener';

/** What was found in a folder so far. */
export interface FolderScan {
  readonly status: 'scanning' | 'complete' | 'cancelled' | 'failed';
  /** In the order they were found; the list only grows. */
  readonly files: readonly FoundSessions[];
  readonly doneFiles: number;
  /** Null until the files are counted. */
  readonly totalFiles: number | null;
  readonly unknownFiles: number;
  /** The folder has more files than were looked at. */
  readonly isCut: boolean;
  /** Set when `failed`. */
  readonly error: OperationError | null;
}

const NOTHING_YET: FolderScan = {
  status: 'scanning',
  files: [],
  doneFiles: 0,
  totalFiles: null,
  unknownFiles: 0,
  isCut: false,
  error: null,
};

/**
 * Takes what is found in one folder from its port. Made for `useSyncExternalStore`: listeners are told at most once a
 * frame.
 */
export class FolderStream {
  readonly subscribe;
  readonly #abort = new AbortController();
  readonly #listeners: FrameListeners;
  #scan = NOTHING_YET;

  constructor({ connect, onFrame }: StreamSource) {
    this.#listeners = new FrameListeners(onFrame);
    this.subscribe = this.#listeners.subscribe;
    listenToStream(connect, this.#abort.signal, {
      receive: (data) => this.#receive(data),
      fail: (error) => this.#fail(error),
      closedEarly: 'Looking through the folder stopped before its end.',
    });
  }

  readonly snapshot = (): FolderScan => this.#scan;

  /** Stops looking, if it goes on; what was found stays. */
  readonly cancel = (): void => {
    if (this.#scan.status === 'scanning') this.#end({ status: 'cancelled' });
  };

  #receive(data: unknown): void {
    const parsed = FolderMessage.safeParse(data);
    if (!parsed.success) {
      this.#fail(streamError('internal', 'What was found arrived in a form that cannot be read.'));
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case 'found': {
        const { type: _type, files, ...counts } = message;
        this.#change({
          ...counts,
          files: files.length === 0 ? this.#scan.files : [...this.#scan.files, ...files],
        });
        break;
      }
      case 'end': {
        const { type: _type, ...counts } = message;
        this.#end({ status: 'complete', ...counts });
        break;
      }
      case 'failed':
        this.#fail(streamError(message.code, message.message));
        break;
    }
  }

  #fail(error: OperationError): void {
    this.#end({ status: 'failed', error });
  }

  #end(change: Partial<FolderScan>): void {
    this.#abort.abort();
    this.#change(change);
  }

  #change(change: Partial<FolderScan>): void {
    this.#scan = { ...this.#scan, ...change };
    this.#listeners.tell();
  }
}
