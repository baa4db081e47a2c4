import type { z } from 'zod';
import type { Result } from '../../shared/contract/errors';
import type { FindMessage } from '../../shared/contract/find';
import type { FolderMessage } from '../../shared/contract/folder';
import type { Progress } from '../../shared/contract/state';
import type { HeadChunk, HeadsMessage } from '../../shared/model/heads';
import type { DataOperation, DataOutput, dataOperations } from './protocol';

/** The far end of a stream, of heads or of what is found in a session or a folder, as both Electron's and the DOM's ports have it. */
export interface StreamPort {
  postMessage(message: HeadsMessage | FindMessage | FolderMessage): void;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

/** What a request brings along besides its input. */
export interface RequestContext {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  readonly chunk: (chunk: HeadChunk) => void;
  readonly port: StreamPort | null;
  readonly abort: () => void;
}

type ParsedInput<N extends DataOperation> = z.output<(typeof dataOperations)[N]['input']>;
type Answer<T> = Result<T> | Promise<Result<T>>;

/** One function for each of some operations. */
export type RequestHandlers<N extends DataOperation = DataOperation> = {
  readonly [K in N]: (input: ParsedInput<K>, context: RequestContext) => Answer<DataOutput<K>>;
};
