import { ErrorCode, type OperationError } from '../../../shared/contract/errors';
import { errorOf } from './bridge';

/** What a stream needs of the world. */
export interface StreamSource {
  /** Opens the port; rejects with an `OperationFailure`, or with anything once `signal` is aborted. */
  connect(signal: AbortSignal): Promise<MessagePort>;
  /** Runs a task before the next frame. */
  onFrame(task: () => void): void;
}

interface StreamEvents {
  receive(data: unknown): void;
  /** The port could not be opened, or was closed at the other end. */
  fail(error: OperationError): void;
  /** What to say of a port that was closed before the end. */
  readonly closedEarly: string;
}

/** Opens the port of a stream and listens until `signal` is aborted; the port is closed then. */
export function listenToStream(
  connect: StreamSource['connect'],
  signal: AbortSignal,
  { receive, fail, closedEarly }: StreamEvents,
): void {
  connect(signal).then(
    (port) => {
      if (signal.aborted) {
        port.close();
        return;
      }
      signal.addEventListener('abort', () => port.close(), { once: true });
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (!signal.aborted) receive(data);
      };
      port.addEventListener('close', () => {
        if (!signal.aborted) fail(streamError('process-died', closedEarly));
      });
    },
    (reason: unknown) => {
      if (!signal.aborted) fail(errorOf(reason));
    },
  );
}

/** The error that a stream has told of; a code that is not known is ours. */
export function streamError(code: string, message: string): OperationError {
  const known = ErrorCode.safeParse(code);
  return { code: known.success ? known.data : 'internal', message, detail: null };
}

/** Those who listen to something that changes often, for `useSyncExternalStore`: they are told at most once a frame. */
export class FrameListeners {
  readonly #onFrame: StreamSource['onFrame'];
  readonly #listeners = new Set<() => void>();
  #isFrameAsked = false;

  constructor(onFrame: StreamSource['onFrame']) {
    this.#onFrame = onFrame;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells them in the next frame, after `prepare`. */
  tell(prepare: () => void = () => undefined): void {
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#onFrame(() => {
      this.#isFrameAsked = false;
      prepare();
      for (const listener of this.#listeners) listener();
    });
  }
}
