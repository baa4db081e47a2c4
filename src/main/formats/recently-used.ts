/** Keeps what was used last of what can be made anew; the least recently used is dropped for more than `most`. */
export class RecentlyUsed<T> {
  readonly #most: number;
  readonly #kept = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    return this.#kept.get(key);
  }

  /** Keeps a value as the one used last, and gives it back. */
  keep(key: string, value: T): T {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }
}
