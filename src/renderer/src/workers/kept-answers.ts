/** Answers that took a while, kept so that what is scrolled back to has them at once. */
export class KeptAnswers<Answer> {
  readonly #mostWeight: number;
  /** The first is the one kept longest ago. */
  readonly #kept = new Map<string, { readonly answer: Answer; readonly weight: number }>();
  #weight = 0;

  /** Keeps answers of this weight in all; the last one always stays. */
  constructor(mostWeight: number) {
    this.#mostWeight = mostWeight;
  }

  /** The answer for a key; undefined where none is kept. */
  get(key: string): Answer | undefined {
    return this.#kept.get(key)?.answer;
  }

  keep(key: string, answer: Answer, weight: number): void {
    if (this.#kept.has(key)) return;
    this.#kept.set(key, { answer, weight });
    this.#weight += weight;
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= this.#mostWeight || oldest === key) break;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }
}
