import { fail, type OperationError, ok, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { HeadChunk } from '../../shared/model/heads';
import {
  type DataInput,
  type DataOperation,
  type DataOutput,
  dataOperations,
  FromProcess,
  type ToProcess,
} from './protocol';

/**
 * V8's option for the heap of a data process, in MB: young objects get no more, of the 16 they would grow to. Records are
 * read and dropped by the thousand, and what is used again and again stays in the caches of the processor: the heads of
 * 127 MB take 10 % less time and 15 MB less memory.
 */
export const HEAP_OPTION = '--max-semi-space-size=8';

/** The wire to a data process, whoever started it. `Port` is a MessagePort that can be sent along. */
export interface DataChannel<Port = never> {
  post(message: ToProcess, ports: readonly Port[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the process has ended for whatever reason. */
  onExit(listener: () => void): void;
  /** Ends the process at once, also in the middle of a statement. */
  kill(): void;
}

export interface RequestOptions<Port> {
  /** Silence (no reply, progress or chunk) after which the process is ended, in milliseconds. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** How long the process may take to stop by itself after a cancel before it is ended, in milliseconds. Default 1,000. */
  readonly cancelGraceMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onChunk?: (chunk: HeadChunk) => void;
  readonly ports?: readonly Port[];
}

interface Pending {
  readonly operation: DataOperation;
  readonly settle: (result: Result<unknown>) => void;
  readonly restartDeadline: () => void;
  readonly options: Pick<RequestOptions<never>, 'onProgress' | 'onChunk'>;
}

const DEFAULT_DEADLINE_MS = 30_000;
const DEFAULT_CANCEL_GRACE_MS = 1_000;
/** A process that ends in one of these may have done it: that has to be said. */
const WRITES: ReadonlySet<DataOperation> = new Set([
  'edit.append',
  'edit.commit',
  'edit.pop',
  'edit.clear',
  'edit.undo',
  'session.apply',
  'upgrade.run',
]);

/** Asks one data process. Every request settles: with its value, or with an error as a value. */
export class DataClient<Port = never> {
  readonly #channel: DataChannel<Port>;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isDead = false;
  #endedFor: 'deadline' | 'cancelled' | null = null;
  #onChanged: () => void = () => {};
  #onIdle: () => void = () => {};
  #onDeath: (error: OperationError) => void = () => {};

  constructor(channel: DataChannel<Port>) {
    this.#channel = channel;
    channel.onMessage((message) => this.#receive(message));
    channel.onExit(() => this.#die());
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Whether a request waits for its answer. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Called whenever the last of the requests that waited has its answer. */
  onIdle(listener: () => void): void {
    this.#onIdle = listener;
  }

  /** Called when the process ended without having been asked to. */
  onDeath(listener: (error: OperationError) => void): void {
    this.#onDeath = listener;
  }

  /** Called once, when the open file is no longer what was read. */
  onChanged(listener: () => void): void {
    this.#onChanged = listener;
  }

  request<N extends DataOperation>(
    operation: N,
    input: DataInput<N>,
    options: RequestOptions<Port> = {},
  ): Promise<Result<DataOutput<N>>> {
    if (this.#isDead) return Promise.resolve(this.#deathError());
    if (options.signal?.aborted) return Promise.resolve(fail('cancelled', 'Cancelled.'));
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      let deadline: NodeJS.Timeout;
      const restartDeadline = () => {
        clearTimeout(deadline);
        deadline = setTimeout(() => this.#end('deadline'), options.deadlineMs ?? DEFAULT_DEADLINE_MS);
      };
      const cancel = () => {
        this.#channel.post({ type: 'cancel', id }, []);
        clearTimeout(deadline);
        const graceMs = options.cancelGraceMs ?? DEFAULT_CANCEL_GRACE_MS;
        deadline = setTimeout(() => this.#end('cancelled'), graceMs);
      };
      options.signal?.addEventListener('abort', cancel, { once: true });
      this.#pending.set(id, {
        operation,
        restartDeadline: () => {
          if (!options.signal?.aborted) restartDeadline();
        },
        options,
        settle: (result) => {
          clearTimeout(deadline);
          options.signal?.removeEventListener('abort', cancel);
          this.#pending.delete(id);
          // The value was parsed with the schema of `operation` before.
          resolve(result as Result<DataOutput<N>>);
          if (!this.isBusy) this.#onIdle();
        },
      });
      restartDeadline();
      this.#channel.post({ type: 'request', id, operation, input }, options.ports ?? []);
    });
  }

  /** Ends the process; what is pending settles as cancelled. */
  close(): void {
    this.#end('cancelled');
  }

  #receive(raw: unknown): void {
    const parsed = FromProcess.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === 'changed') {
      this.#onChanged();
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    switch (message.type) {
      case 'value': {
        const value = dataOperations[pending.operation].output.safeParse(message.value);
        pending.settle(
          value.success
            ? ok(value.data)
            : fail('internal', 'The data process gave an answer of the wrong shape.', value.error.message),
        );
        return;
      }
      case 'error':
        pending.settle({ ok: false, error: message.error });
        return;
      case 'progress':
        pending.restartDeadline();
        pending.options.onProgress?.(message.progress);
        return;
      case 'chunk':
        pending.restartDeadline();
        pending.options.onChunk?.(message.chunk);
        return;
    }
  }

  #end(why: 'deadline' | 'cancelled'): void {
    if (this.#isDead) return;
    this.#endedFor = why;
    this.#channel.kill();
    this.#die();
  }

  #die(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    const error = this.#deathError();
    for (const pending of [...this.#pending.values()])
      pending.settle(WRITES.has(pending.operation) ? unknownWrite(error.error) : error);
    if (this.#endedFor !== 'cancelled') this.#onDeath(error.error);
  }

  #deathError(): { ok: false; error: OperationError } {
    switch (this.#endedFor) {
      case 'cancelled':
        return fail('cancelled', 'Cancelled.');
      case 'deadline':
        return fail('deadline', 'Work on this file took too long without any progress, so it was stopped.');
      case null:
        return fail('process-died', 'The process that works on this file ended unexpectedly.');
    }
  }
}

/** Each write is one transaction, and nobody is left to tell whether it was committed. */
function unknownWrite({ code, message }: OperationError): Result<never> {
  return fail(
    code,
    `${message} What it was to write is stored as a whole or not at all: look before you try again.`,
  );
}
