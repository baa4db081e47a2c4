/** How often a file is looked at. */
const POLL_MS = 1_000;

/** Looks now and then whether what is stored is no longer what was read, and says so once. Can be paused. */
export class ChangeWatch {
  readonly #onChanged: () => void;
  #isOn = true;
  /** Ends the pause between two looks. */
  #wake: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChanged: () => void) {
    this.#onChanged = onChanged;
  }

  async start(hasChanged: () => boolean | Promise<boolean>): Promise<void> {
    do await this.#rest();
    while (!(await hasChanged()));
    this.#onChanged();
  }

  /** Pauses, or looks at once and goes on. */
  set(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#wake?.();
    else clearTimeout(this.#timer);
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#isOn) this.#timer = setTimeout(resolve, POLL_MS).unref();
    });
  }
}
