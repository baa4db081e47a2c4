/** Lets so many tasks run at a time; the others wait, in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs a task once it is its turn. Gives null, and at once, if `signal` is aborted before that. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T | null> {
    if (!(await this.#turn(signal))) return null;
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #turn(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.delete(start);
        resolve(false);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #next(): void {
    const [start] = this.#waiting;
    if (!start) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(start);
    start();
  }
}
