import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { HeadChunk, HeadsEnd } from '../../shared/model/heads';
import type { FileSummary } from '../../shared/model/session';
import { buildReport } from '../integrity/report';
import { sweepStaleCopies } from '../sqlite/open';
import { ChangeWatch } from './change-watch';
import { ImageReader } from './image-reader';
import { type OpenedSource, openSource } from './opened-source';
import type { DataInput } from './protocol';
import { failureOf, readResult } from './read-results';
import { rehearse } from './rehearsal';
import type { RequestContext, RequestHandlers } from './requests';

/** In which the page draws the newest entries of a session, in milliseconds. */
const PAINT_MS = 150;

/** The reading half of a data process. */
export class ReadRequests {
  readonly handlers: RequestHandlers<
    'open' | 'watch' | 'sweep' | 'rehearse' | 'heads' | 'tail' | 'bodies' | 'text' | 'image' | 'report'
  > = {
    open: (input, context) => this.#open(input, context),
    watch: ({ isOn }) => {
      this.#watch.set(isOn);
      return ok(null);
    },
    sweep: ({ cacheDir }) => {
      sweepStaleCopies(cacheDir);
      return ok(null);
    },
    rehearse: async ({ folder, cacheDir }, { signal }) => {
      await rehearse(folder, cacheDir, signal);
      return ok(null);
    },
    heads: (input, context) =>
      this.#read(async (opened) => {
        await this.#leaveToThePage(context.signal);
        return heads(opened, input.sessionId, context);
      }),
    bodies: ({ sessionId, rows, ...options }) =>
      this.#read(async ({ source }) => readResult(await source.bodies(sessionId, rows, options))),
    tail: ({ sessionId, ...options }) =>
      this.#read(async ({ source }) => {
        const tail = await source.tail?.(sessionId, options);
        if (tail?.ok && tail.value !== null) this.#tailMs = performance.now();
        return tail === undefined ? ok(null) : readResult(tail);
      }),
    text: ({ sessionId, row, block, start, length }) =>
      this.#read(async ({ source }) => readResult(await source.text(sessionId, row, block, start, length))),
    image: ({ sessionId, row, block }) =>
      this.#read((opened) => this.#images.read(opened.source, sessionId, row, block)),
    report: (_input, { signal, progress }) =>
      this.#read(async ({ source }) => ok(await buildReport(source, { signal, onProgress: progress }))),
  };
  readonly #images = new ImageReader();
  readonly #watch: ChangeWatch;
  #opened: OpenedSource | null = null;
  /** When the newest entries were given. */
  #tailMs = Number.NEGATIVE_INFINITY;

  constructor(onChanged: () => void) {
    this.#watch = new ChangeWatch(onChanged);
  }

  get opened(): OpenedSource | null {
    return this.#opened;
  }

  #read<T>(use: (opened: OpenedSource) => Promise<Result<T>>): Result<T> | Promise<Result<T>> {
    return this.#opened ? use(this.#opened) : fail('file-not-open', 'No file is open.');
  }

  /** The newest entries are drawn now: a pass over all of them would take the processors, and its heads the page. */
  async #leaveToThePage(signal: AbortSignal): Promise<void> {
    const leftMs = this.#tailMs + PAINT_MS - performance.now();
    if (leftMs > 0) await delay(leftMs, undefined, { signal });
  }

  async #open(input: DataInput<'open'>, context: RequestContext): Promise<Result<FileSummary>> {
    if (this.#opened) return fail('internal', 'A data process serves one file.');
    const opened = await openSource(input, context);
    if (!opened.ok) return opened;
    this.#opened = opened.value;
    void this.#watch.start(opened.value.hasChanged);
    return ok(opened.value.summary);
  }
}

async function heads(
  { source }: OpenedSource,
  sessionId: string,
  context: RequestContext,
): Promise<Result<HeadsEnd>> {
  const { port } = context;
  port?.on('close', context.abort);
  port?.start();
  const deliver: (chunk: HeadChunk) => void = port ? (chunk) => port.postMessage(chunk) : context.chunk;
  try {
    const end = await source.heads(sessionId, {
      signal: context.signal,
      chunk: async (chunk) => {
        deliver(chunk);
        // A turn of the event loop, so that requests for bodies and a cancel get in between.
        await immediate();
      },
      progress: (done, total) => context.progress({ label: 'Reading entries', done, total, unit: 'entries' }),
    });
    if (end.ok) port?.postMessage(end.value);
    else port?.postMessage({ type: 'failed', ...end.error });
    return readResult(end);
  } catch (error) {
    if (!context.signal.aborted) port?.postMessage({ type: 'failed', ...failureOf(error) });
    throw error;
  }
}
