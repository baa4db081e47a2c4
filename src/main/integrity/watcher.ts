import type { Progress } from '../../shared/contract/state';

/** Who waits for a report: is told how far it is, and may want it no longer. */
export class Watcher {
  readonly signal: AbortSignal;
  readonly #onProgress: (progress: Progress) => void;

  constructor(signal: AbortSignal, onProgress: (progress: Progress) => void) {
    this.signal = signal;
    this.#onProgress = onProgress;
  }

  /** Throws the signal's reason once the report is cancelled. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** Tells the progress in entries, unless the report is cancelled, which it checks for. */
  report(label: string, done: number, total: number): void {
    this.check();
    this.#onProgress({ label, done, total, unit: 'entries' });
  }
}
