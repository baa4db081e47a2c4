import { type Comparison, MOST_LISTED } from '../../shared/contract/comparison';
import { fail, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { DataInput } from '../data-process/protocol';
import type { DatabaseCopies } from './database-copies';
import { inJobProcess } from './job-process';
import { Turns } from './turns';

type Sides = Pick<DataInput<'compare'>, 'left' | 'right'>;

/** Compares paths, one comparison after the other, each in a process of its own. */
export class Comparisons {
  readonly #copies: DatabaseCopies;
  readonly #onProgress: (comparisonId: string, progress: Progress) => void;
  readonly #aborts = new Map<string, AbortController>();
  // The window shows the latest.
  readonly #turns = new Turns(1, 'latest-first');

  constructor(copies: DatabaseCopies, onProgress: (comparisonId: string, progress: Progress) => void) {
    this.#copies = copies;
    this.#onProgress = onProgress;
  }

  async run(comparisonId: string, sides: Sides): Promise<Result<Comparison>> {
    this.cancel(comparisonId);
    const abort = new AbortController();
    this.#aborts.set(comparisonId, abort);
    try {
      const input = { ...sides, cacheDir: this.#copies.folder, mostListed: MOST_LISTED, isDescribed: false };
      const compared = await this.#turns.run(abort.signal, () =>
        inJobProcess(
          this.#copies,
          abort.signal,
          (progress) => this.#onProgress(comparisonId, progress),
          (client, options) => client.request('compare', input, options),
        ),
      );
      return compared ?? fail('cancelled', 'Cancelled.');
    } finally {
      if (this.#aborts.get(comparisonId) === abort) this.#aborts.delete(comparisonId);
    }
  }

  cancel(comparisonId: string): void {
    this.#aborts.get(comparisonId)?.abort();
  }

  cancelAll(): void {
    for (const abort of this.#aborts.values()) abort.abort();
  }
}
