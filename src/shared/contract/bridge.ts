import type { Result } from './errors';
import type { EventName, EventPayload, OperationInput, OperationName, OperationOutput } from './operations';

/**
 * What the preload puts on `window.ramify`: the contract, and nothing else.
 * `DroppedFile` is the DOM's `File`, a type this folder cannot name.
 */
export interface Bridge<DroppedFile> {
  call<N extends OperationName>(name: N, input: OperationInput<N>): Promise<Result<OperationOutput<N>>>;
  /** Listens until the returned function is called. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** Opens files that were dropped on the window; only real dropped files have a path. Gives how many had one. */
  openDropped(files: readonly DroppedFile[]): number;
}

/** Window message with which the preload hands on the port of a stream. */
export const STREAM_PORT_MESSAGE = 'ramify-stream';
