import { ok, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { Body } from '../../shared/model/body';
import type { Report } from '../../shared/model/report';
import type { FileSummary } from '../../shared/model/session';
import { SessionIndex } from '../../shared/tree/session-index';
import type { DataClient } from '../data-process/client';
import { cacheFolder } from './cache-folder';
import { startDataProcess } from './data-host';
import { type StoreName, withTarget } from './store-target';

/** Copying or checking a large file shows progress at least this often. */
const DEADLINE_MS = 120_000;
const BODIES_PER_REQUEST = 200;
/** The command line prints whole texts: as much as a string can hold. */
const UNLIMITED_CHARS = 2 ** 30;

/** Reads one file or server through a data process, as the window does. */
export class SessionReader {
  readonly #client: DataClient;
  readonly #onProgress: (progress: Progress) => void;

  private constructor(client: DataClient, onProgress: (progress: Progress) => void) {
    this.#client = client;
    this.#onProgress = onProgress;
  }

  static async open(
    store: StoreName,
    onProgress: (progress: Progress) => void,
  ): Promise<Result<{ reader: SessionReader; summary: FileSummary }>> {
    return withTarget(store, async (target) => {
      const client = startDataProcess();
      const options = { deadlineMs: DEADLINE_MS, onProgress };
      const opened = await client.request('open', { target, cacheDir: cacheFolder() }, options);
      if (opened.ok) return ok({ reader: new SessionReader(client, onProgress), summary: opened.value });
      client.close();
      return opened;
    });
  }

  /** All heads of a session. */
  async index(sessionId: string): Promise<Result<SessionIndex>> {
    const index = new SessionIndex();
    const end = await this.#client.request(
      'heads',
      { sessionId },
      { deadlineMs: DEADLINE_MS, onProgress: this.#onProgress, onChunk: (chunk) => void index.append(chunk) },
    );
    if (!end.ok) return end;
    index.finish(end.value);
    return ok(index);
  }

  /** Whole bodies of any number of rows, in the order asked for, a batch at a time. */
  async *bodies(sessionId: string, rows: ArrayLike<number>): AsyncGenerator<Result<Body[]>> {
    const limits = { maxChars: UNLIMITED_CHARS, maxImageChars: UNLIMITED_CHARS };
    for (let at = 0; at < rows.length; at += BODIES_PER_REQUEST) {
      const batch = Array.prototype.slice.call(rows, at, at + BODIES_PER_REQUEST);
      yield await this.#client.request(
        'bodies',
        { sessionId, rows: batch, ...limits },
        { deadlineMs: DEADLINE_MS },
      );
    }
  }

  /** The entries a model would see, as JSON texts, by theway's own rules; null for the stored leaf. */
  thewayContext(leafId: string | null): Promise<Result<string[]>> {
    return this.#client.request('session.context', { leafId }, { deadlineMs: DEADLINE_MS });
  }

  report(): Promise<Result<Report>> {
    return this.#client.request('report', {}, { deadlineMs: DEADLINE_MS, onProgress: this.#onProgress });
  }

  close(): void {
    this.#client.close();
  }
}
