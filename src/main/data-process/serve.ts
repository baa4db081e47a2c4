import { fail, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import { DatabaseError } from '../formats/database-error';
import { SessionStoreError } from '../stores/store-error';
import { ThewaySessionError } from '../theway/session-error';
import { archiveRequests } from './archive-requests';
import { compareRequests } from './compare-requests';
import { EditRequests } from './edit-requests';
import { findRequests } from './find-requests';
import { folderRequests } from './folder-requests';
import { PathRequests } from './path-requests';
import { type DataOperation, dataOperations, type FromProcess, ToProcess } from './protocol';
import { ReadRequests } from './read-requests';
import type { RequestContext, RequestHandlers, StreamPort } from './requests';
import { SessionRequests } from './session-requests';

/** Chunks come faster than anyone looks at numbers. */
const PROGRESS_INTERVAL_MS = 100;

/** Answers the requests of one data process: one file, opened once, read or changed until the process is ended. */
export class DataServer {
  readonly #send: (message: FromProcess) => void;
  readonly #running = new Map<number, AbortController>();
  readonly #handlers: RequestHandlers;

  constructor(send: (message: FromProcess) => void) {
    this.#send = send;
    const reading = new ReadRequests(() => send({ type: 'changed' }));
    const sessions = new SessionRequests(() => reading.opened);
    const paths = new PathRequests(() => reading.opened);
    this.#handlers = {
      ...reading.handlers,
      ...findRequests(() => reading.opened),
      ...sessions.handlers,
      ...paths.handlers,
      ...folderRequests,
      ...archiveRequests,
      ...compareRequests,
      ...new EditRequests().handlers,
    };
  }

  /** Takes one message from the wire; ports that came with it belong to it. */
  async receive(raw: unknown, ports: readonly StreamPort[]): Promise<void> {
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
      if (error instanceof SessionStoreError) return { ok: false, error: error.toOperationError() };
      if (error instanceof ThewaySessionError) return { ok: false, error: error.toOperationError() };
      if (error instanceof DatabaseError) {
        const { code, message, detail } = error.failure;
        return fail(code, message, detail);
      }
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return fail('internal', 'Something went wrong in Ramify itself while working on this file.', detail);
    }
  }

  async #dispatch<N extends DataOperation>(
    operation: N,
    raw: unknown,
    context: RequestContext,
  ): Promise<Result<unknown>> {
    const input = dataOperations[operation].input.safeParse(raw);
    if (!input.success)
      return fail('invalid-input', `Not a valid request: ${operation}.`, input.error.message);
    // The schema of `operation` parsed the input, so it is the input of that handler.
    return this.#handlers[operation](input.data as Parameters<RequestHandlers[N]>[0], context);
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
