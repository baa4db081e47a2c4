import { ErrorCode, type OperationError } from '../../../../shared/contract/errors';
import { FolderMessage, type FoundSessions } from '../../../../shared/contract/folder';
import { errorOf } from '../../app/bridge';

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

interface FolderSource {
  /** Opens the port; rejects with an `OperationFailure`, or with anything once `signal` is aborted. */
  connect(signal: AbortSignal): Promise<MessagePort>;
  /** Runs a task before the next frame. */
  onFrame(task: () => void): void;
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
  readonly #onFrame: FolderSource['onFrame'];
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #scan = NOTHING_YET;
  #isFrameAsked = false;

  constructor({ connect, onFrame }: FolderSource) {
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
          if (!signal.aborted)
            this.#fail('process-died', 'Looking through the folder stopped before its end.');
        });
      },
      (reason: unknown) => {
        if (!signal.aborted) this.#end({ status: 'failed', error: errorOf(reason) });
      },
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): FolderScan => this.#scan;

  /** Stops looking, if it goes on; what was found stays. */
  readonly cancel = (): void => {
    if (this.#scan.status === 'scanning') this.#end({ status: 'cancelled' });
  };

  #receive(data: unknown): void {
    const parsed = FolderMessage.safeParse(data);
    if (!parsed.success) {
      this.#fail('internal', 'What was found arrived in a form that cannot be read.');
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
      case 'failed': {
        const code = ErrorCode.safeParse(message.code);
        this.#fail(code.success ? code.data : 'internal', message.message);
        break;
      }
    }
  }

  #fail(code: ErrorCode, message: string): void {
    this.#end({ status: 'failed', error: { code, message, detail: null } });
  }

  #end(change: Partial<FolderScan>): void {
    this.#abort.abort();
    this.#change(change);
  }

  #change(change: Partial<FolderScan>): void {
    this.#scan = { ...this.#scan, ...change };
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#onFrame(() => {
      this.#isFrameAsked = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
