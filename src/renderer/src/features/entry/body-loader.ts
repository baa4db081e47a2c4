import type { OperationError, Result } from '../../../../shared/contract/errors';
import type { Body } from '../../../../shared/model/body';

type FetchBodies = (rows: readonly number[]) => Promise<Result<Body[]>>;

interface Wanted {
  readonly row: number;
  readonly signal: AbortSignal;
  readonly settle: (result: Result<Body>) => void;
}

/** How long rows are collected before they are asked for: a frame or two, so that a screenful goes at once. */
const COLLECT_MS = 24;
/** Rows asked for at once: about two screens. More would keep the rows now in view waiting. */
const PAGE_ROWS = 32;

/**
 * Turns the bodies that rows in view want one by one into few requests. One request is under way at
 * a time, and a row that went out of view while waiting for its turn is never asked for.
 */
export class BodyLoader {
  readonly #fetch: FetchBodies;
  #waiting: Wanted[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isBusy = false;

  constructor(fetch: FetchBodies) {
    this.#fetch = fetch;
  }

  /** Body of a row; does not settle when the signal aborts before its turn. */
  load(row: number, signal: AbortSignal): Promise<Result<Body>> {
    return new Promise((settle) => {
      this.#waiting.push({ row, signal, settle });
      if (!this.#isBusy) this.#timer ??= setTimeout(() => void this.#run(), COLLECT_MS);
    });
  }

  async #run(): Promise<void> {
    this.#timer = null;
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

const MISSING: OperationError = {
  code: 'internal',
  message: 'The answer had fewer entries than were asked for.',
  detail: null,
};

function isAboutOneRow(error: OperationError): boolean {
  return error.code === 'damaged' || error.code === 'unknown-entry' || error.code === 'too-large';
}
