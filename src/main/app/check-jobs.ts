import { fail, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { StoreTarget } from '../../shared/contract/target';
import type { Report } from '../../shared/model/report';
import type { DatabaseCopies } from './database-copies';
import { inJobProcess } from './job-process';
import { Turns } from './turns';

/**
 * Runs the checks of files in the long-job process, one file after the other: they read the whole
 * file, and must neither delay what the window asks of it nor each other.
 */
export class CheckJobs {
  readonly #copies: DatabaseCopies;
  readonly #onProgress: (fileId: string, progress: Progress) => void;
  readonly #aborts = new Map<string, AbortController>();
  readonly #turns = new Turns(1, 'first-come');

  constructor(copies: DatabaseCopies, onProgress: (fileId: string, progress: Progress) => void) {
    this.#copies = copies;
    this.#onProgress = onProgress;
  }

  /** Checks a file; a run of the same file that is still under way is cancelled. */
  async run(fileId: string, target: StoreTarget): Promise<Result<Report>> {
    this.cancel(fileId);
    const abort = new AbortController();
    this.#aborts.set(fileId, abort);
    try {
      const report = await this.#turns.run(abort.signal, () => this.#check(fileId, target, abort.signal));
      return report ?? fail('cancelled', 'Cancelled.');
    } finally {
      if (this.#aborts.get(fileId) === abort) this.#aborts.delete(fileId);
    }
  }

  cancel(fileId: string): void {
    this.#aborts.get(fileId)?.abort();
  }

  cancelAll(): void {
    for (const abort of this.#aborts.values()) abort.abort();
  }

  #check(fileId: string, target: StoreTarget, signal: AbortSignal): Promise<Result<Report>> {
    const onProgress = (progress: Progress) => this.#onProgress(fileId, progress);
    return inJobProcess(this.#copies, signal, onProgress, async (client, options) => {
      const opened = await client.request('open', { target, cacheDir: this.#copies.folder }, options);
      return opened.ok ? client.request('report', {}, options) : opened;
    });
  }
}
