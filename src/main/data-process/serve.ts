import { setImmediate as immediate } from 'node:timers/promises';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { HeadChunk, HeadsMessage } from '../../shared/model/heads';
import type { FileSummary } from '../../shared/model/session';
import { DatabaseError } from '../formats/database-error';
import { buildReport } from '../integrity/report';
import { sweepStaleCopies } from '../sqlite/open';
import { type OpenedFile, openFile } from './opened-file';
import { type DataInput, type DataOperation, dataOperations, type FromProcess, ToProcess } from './protocol';

/** The far end of a heads stream, as both Electron's and the DOM's ports have it. */
export interface HeadsPort {
  postMessage(message: HeadsMessage): void;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

const CHANGE_POLL_MS = 1_000;
/** Chunks come faster than anyone looks at numbers. */
const PROGRESS_INTERVAL_MS = 100;

/** Answers the requests of one data process: one file, opened once, read until the process is ended. */
export class DataServer {
  readonly #send: (message: FromProcess) => void;
  readonly #running = new Map<number, AbortController>();
  #file: OpenedFile | null = null;

  constructor(send: (message: FromProcess) => void) {
    this.#send = send;
  }

  /** Takes one message from the wire; ports that came with it belong to it. */
  async receive(raw: unknown, ports: readonly HeadsPort[]): Promise<void> {
    const parsed = ToProcess.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.type === 'cancel') {
      this.#running.get(message.id)?.abort();
      return;
    }
    const controller = new AbortController();
    this.#running.set(message.id, controller);
    const context: RequestContext = {
      signal: controller.signal,
      progress: this.#progressSender(message.id),
      chunk: (chunk) => this.#send({ type: 'chunk', id: message.id, chunk }),
      port: ports[0] ?? null,
      abort: () => controller.abort(),
    };
    const result = await this.#answer(message.operation, message.input, context);
    this.#running.delete(message.id);
    if (result.ok) this.#send({ type: 'value', id: message.id, value: result.value });
    else this.#send({ type: 'error', id: message.id, error: result.error });
  }

  async #answer(operation: DataOperation, input: unknown, context: RequestContext): Promise<Result<unknown>> {
    try {
      return await this.#dispatch(operation, input, context);
    } catch (error) {
      if (context.signal.aborted) return fail('cancelled', 'Cancelled.');
      if (error instanceof DatabaseError) {
        const { code, message, detail } = error.failure;
        return fail(code, message, detail);
      }
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return fail('internal', 'Something went wrong in Ramify itself while reading this file.', detail);
    }
  }

  async #dispatch(operation: DataOperation, raw: unknown, context: RequestContext): Promise<Result<unknown>> {
    const input = dataOperations[operation].input.safeParse(raw);
    if (!input.success)
      return fail('invalid-input', `Not a valid request: ${operation}.`, input.error.message);
    switch (operation) {
      case 'open':
        return this.#open(dataOperations.open.input.parse(raw), context);
      case 'sweep':
        sweepStaleCopies(dataOperations.sweep.input.parse(raw).cacheDir);
        return ok(null);
      case 'heads':
        return this.#read((file) => this.#heads(file, dataOperations.heads.input.parse(raw), context));
      case 'bodies': {
        const { sessionId, rows, ...options } = dataOperations.bodies.input.parse(raw);
        return this.#read(async ({ store }) => readResult(await store.bodies(sessionId, rows, options)));
      }
      case 'text': {
        const { sessionId, row, block, start, length } = dataOperations.text.input.parse(raw);
        return this.#read(async ({ store }) =>
          readResult(await store.text(sessionId, row, block, start, length)),
        );
      }
      case 'report': {
        const options = { signal: context.signal, onProgress: context.progress };
        return this.#read(async ({ store }) => ok(await buildReport(store, options)));
      }
    }
  }

  #read(use: (file: OpenedFile) => Result<unknown> | Promise<Result<unknown>>) {
    return this.#file ? use(this.#file) : fail('file-not-open', 'No file is open.');
  }

  async #open(input: DataInput<'open'>, context: RequestContext): Promise<Result<FileSummary>> {
    if (this.#file) return fail('internal', 'A data process serves one file.');
    const opened = await openFile(input, context);
    if (!opened.ok) return opened;
    this.#file = opened.value;
    const { db, summary } = opened.value;
    const timer = setInterval(() => {
      if (!db.hasChanged()) return;
      clearInterval(timer);
      this.#send({ type: 'changed' });
    }, CHANGE_POLL_MS);
    timer.unref();
    return ok(summary);
  }

  async #heads(
    file: OpenedFile,
    input: DataInput<'heads'>,
    context: RequestContext,
  ): Promise<Result<unknown>> {
    const { port } = context;
    port?.on('close', context.abort);
    port?.start();
    const deliver: (chunk: HeadChunk) => void = port ? (chunk) => port.postMessage(chunk) : context.chunk;
    try {
      const end = await file.store.heads(input.sessionId, {
        signal: context.signal,
        chunk: async (chunk) => {
          deliver(chunk);
          // A turn of the event loop, so that requests for bodies and a cancel get in between.
          await immediate();
        },
        progress: (done, total) =>
          context.progress({ label: 'Reading entries', done, total, unit: 'entries' }),
      });
      if (end.ok) port?.postMessage(end.value);
      else port?.postMessage({ type: 'failed', ...end.error });
      return readResult(end);
    } catch (error) {
      if (!context.signal.aborted) port?.postMessage({ type: 'failed', ...failureOf(error) });
      throw error;
    }
  }

  #progressSender(id: number): (progress: Progress) => void {
    let last = 0;
    return (progress) => {
      const now = performance.now();
      if (now - last < PROGRESS_INTERVAL_MS) return;
      last = now;
      this.#send({ type: 'progress', id, progress });
    };
  }
}

interface RequestContext {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  readonly chunk: (chunk: HeadChunk) => void;
  readonly port: HeadsPort | null;
  readonly abort: () => void;
}

function readResult<T>(
  result:
    | { ok: true; value: T }
    | { ok: false; error: { code: 'unknown-session' | 'unknown-entry'; message: string } },
): Result<T> {
  return result.ok ? result : fail(result.error.code, result.error.message);
}

function failureOf(error: unknown): { code: string; message: string } {
  return error instanceof DatabaseError
    ? { code: error.failure.code, message: error.failure.message }
    : { code: 'internal', message: 'Something went wrong in Ramify itself while reading this file.' };
}
