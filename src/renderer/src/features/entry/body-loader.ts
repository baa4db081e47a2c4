import type { OperationError, Result } from '../../../../shared/contract/errors';
import type { Body } from '../../../../shared/model/body';

/** Runs a task once rows were collected for long enough. */
type Later = (task: () => void) => void;
type FetchBodies = (rows: readonly number[]) => Promise<Result<Body[]>>;

interface Wanted {
  readonly row: number;
  readonly signal: AbortSignal;
  readonly settle: (result: Result<Body>) => void;
}

/** Rows asked for at once: about two screens. More would keep the rows now in view waiting. */
const PAGE_ROWS = 32;

/**
 * Turns the bodies that rows in view want one by one into few requests. One request is under way at
 * a time, and a row that went out of view while waiting for its turn is never asked for.
 */
export class BodyLoader {
  readonly #fetch: FetchBodies;
  #waiting: Wanted[] = [];
  readonly #later: Later;
  #isScheduled = false;
  #isBusy = false;

  constructor(fetch: FetchBodies, later: Later = afterTwoFrames) {
    this.#fetch = fetch;
    this.#later = later;
  }

  /** Body of a row; does not settle when the signal aborts before its turn. */
  load(row: number, signal: AbortSignal): Promise<Result<Body>> {
    return new Promise((settle) => {
      this.#waiting.push({ row, signal, settle });
      if (this.#isBusy || this.#isScheduled) return;
      this.#isScheduled = true;
      this.#later(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    this.#isScheduled = false;
    this.#isBusy = true;
    for (let page = this.#nextPage(); page.length > 0; page = this.#nextPage()) await this.#load(page);
    this.#isBusy = false;
  }

  /** What was wanted last goes first: that is where the reader is. */
  #nextPage(): Wanted[] {
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
    return this.#waiting.splice(-PAGE_ROWS);
  }

  async #load(page: readonly Wanted[]): Promise<void> {
    const result = await this.#fetch(page.map(({ row }) => row));
    if (result.ok) {
      page.forEach(({ settle }, at) => {
        const body = result.value[at];
        settle(body ? { ok: true, value: body } : { ok: false, error: MISSING });
      });
      return;
    }
    // One unreadable row must not hide the others of its page.
    if (page.length > 1 && isAboutOneRow(result.error)) {
      for (const wanted of page) await this.#load([wanted]);
      return;
    }
    for (const { settle } of page) settle(result);
  }
}

/** A window that is not drawn has no frames; it must not wait for ever. */
const MOST_WAIT_MS = 250;

/**
 * Runs a task after two frames: by then a screenful of rows has asked, and a jump has taken effect, so
 * that rows which were drawn on the way there are gone again.
 */
function afterTwoFrames(task: () => void): void {
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, MOST_WAIT_MS);
  requestAnimationFrame(() => requestAnimationFrame(run));
}

const MISSING: OperationError = {
  code: 'internal',
  message: 'The answer had fewer entries than were asked for.',
  detail: null,
};

function isAboutOneRow(error: OperationError): boolean {
  return error.code === 'damaged' || error.code === 'unknown-entry' || error.code === 'too-large';
}
