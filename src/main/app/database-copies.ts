import { readdir } from 'node:fs/promises';
import { startDataProcess } from './data-host';

/** Locks of processes that were just told to end are let go of within this. */
const SWEEP_DELAY_MS = 500;
const SWEEP_DEADLINE_MS = 10_000;

/**
 * Copies of databases that data processes made to read from. These processes are ended rather than
 * asked to leave, so what they made is deleted after them, by a process of the same kind.
 */
export class DatabaseCopies {
  readonly folder: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Deletes the copies of processes that are gone, once those that were just ended are. */
  deleteSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#delete(), SWEEP_DELAY_MS);
  }

  /** The same before the app quits; gives once nothing more can be deleted. */
  async deleteLast(): Promise<void> {
    clearTimeout(this.#timer);
    if (await this.#isEmpty()) return;
    await new Promise((resolve) => setTimeout(resolve, SWEEP_DELAY_MS));
    await this.#delete();
  }

  async #delete(): Promise<void> {
    if (await this.#isEmpty()) return;
    const client = startDataProcess('job');
    await client.request('sweep', { cacheDir: this.folder }, { deadlineMs: SWEEP_DEADLINE_MS });
    client.close();
  }

  async #isEmpty(): Promise<boolean> {
    const names = await readdir(this.folder).catch(() => []);
    return names.length === 0;
  }
}
