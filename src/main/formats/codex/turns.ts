/** Where a session stood: the entry that the next one hangs on, and the last one it could go on from. */
export interface Standing {
  readonly previousId: string | null;
  readonly leafId: string | null;
}

/** What the user asked, one after the other, as far as that was not taken back. */
export class Turns {
  readonly #before: { readonly standing: Standing; hasUser: boolean }[] = [];

  /** A turn begins, as a session tells that does. */
  start(standing: Standing): void {
    this.#before.push({ standing, hasUser: false });
  }

  /** The user said something: the first time in a turn that is what the turn is about; else it counts as one itself. */
  ask(standing: Standing): void {
    const last = this.#before.at(-1);
    if (last !== undefined && !last.hasUser) last.hasUser = true;
    else this.#before.push({ standing, hasUser: true });
  }

  /** How many there are, to come back to by {@link cutTo}. */
  get count(): number {
    return this.#before.length;
  }

  /** Forgets those behind the first so many. */
  cutTo(count: number): void {
    this.#before.length = Math.min(count, this.#before.length);
  }

  /** Takes back as many turns of the user; where the session stood before them, null where there were none. */
  takeBack(count: number): Standing | null {
    let standing: Standing | null = null;
    for (let left = count; left > 0; ) {
      const last = this.#before.pop();
      if (last === undefined) break;
      if (!last.hasUser) continue;
      left -= 1;
      standing = last.standing;
    }
    return standing;
  }
}
