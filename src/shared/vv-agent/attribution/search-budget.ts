/** What the search for missing commits may cost: one budget for all sessions of a file, however damaged each is. */
export class SearchBudget {
  #leftBytes: number;

  /** In bytes of hashing, or work that takes as long. */
  constructor(bytes: number) {
    this.#leftBytes = bytes;
  }

  get isSpent(): boolean {
    return this.#leftBytes <= 0;
  }

  spend(bytes: number): void {
    this.#leftBytes -= bytes;
  }
}
