/** The lines in view; fractions are parts of a line. */
export interface ViewRange {
  readonly firstLine: number;
  readonly lineCount: number;
}

const NOTHING_IN_VIEW: ViewRange = { firstLine: 0, lineCount: 0 };

/**
 * Where the list of the tree is scrolled to, for what stands beside it. It changes with every frame of a scroll: whoever
 * listens draws by itself, and no pane renders anew.
 */
export class TreeViewport {
  #range = NOTHING_IN_VIEW;
  #scroll: ((firstLine: number) => void) | null = null;
  readonly #listeners = new Set<() => void>();

  /** The same object until it changes. */
  readonly range = (): ViewRange => this.#range;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Brings a line to the top of the view, as far as the list goes. */
  scrollTo(firstLine: number): void {
    this.#scroll?.(firstLine);
  }

  /** For the list: how it is scrolled. Gives what ends that. */
  attach(scroll: (firstLine: number) => void): () => void {
    this.#scroll = scroll;
    return () => {
      if (this.#scroll === scroll) this.#scroll = null;
    };
  }

  /** For the list: what is in view now. */
  report(firstLine: number, lineCount: number): void {
    if (firstLine === this.#range.firstLine && lineCount === this.#range.lineCount) return;
    this.#range = { firstLine, lineCount };
    for (const listener of this.#listeners) listener();
  }
}
