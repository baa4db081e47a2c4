/** Which of the tasks that wait is the next. */
type Order = 'first-come' | 'latest-first';

/** Lets so many tasks run at a time; the others wait. */
export class Turns {
  #free: number;
  readonly #order: Order;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number, order: Order) {
    this.#free = atOnce;
    this.#order = order;
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
    const start = [...this.#waiting].at(this.#order === 'first-come' ? 0 : -1);
    if (!start) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(start);
    start();
  }
}
