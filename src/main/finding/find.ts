import { setImmediate as immediate } from 'node:timers/promises';
import type { FindEnd } from '../../shared/contract/find';
import type { EntryText } from '../../shared/find/entry-texts';
import type { Matcher } from '../../shared/find/matcher';
import type { ReadResult, SessionSource } from '../formats/format';
import { readTexts } from '../formats/read-texts';
import { runWithin } from './time-limit';

/** Entries that were found since the last time, in stored order. */
interface FoundEntries {
  readonly rows: Int32Array<ArrayBuffer>;
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Entries looked through so far. */
  readonly doneEntries: number;
}

interface FindOptions {
  readonly sessionId: string;
  readonly matcher: Matcher;
  /** Entries that are looked through: those that whoever asks knows of. */
  readonly entryCount: number;
  readonly signal: AbortSignal;
  onFound(found: FoundEntries): void;
}

/** How long one turn of the event loop is worked, in ms: requests for what is in view come in between. */
const TURN_MS = 12;
/** How often is told what was found; the first time at once. */
const TELL_MS = 60;
/** Texts looked through by a pattern in one go: fewer cost more watchdogs, each a thread; more outlive the young garbage. */
const BATCH_CHARS = 96 * 1024;
const BATCH_MS = 100;
/** How long a pattern may take in one entry: so much, and more for each megabyte. */
const ENTRY_MS = 250;
const MEGABYTE_MS = 30;
/** A pattern that took too long in so many entries is given up. */
const MAX_SLOW_ENTRIES = 5;

/** Looks through the texts of a session in stored order and tells how often each entry has what is looked for. */
export async function findInSession(
  source: SessionSource,
  options: FindOptions,
): Promise<ReadResult<FindEnd>> {
  const search = new Search(options);
  const read = await readTexts(source, options.sessionId, {
    entryCount: options.entryCount,
    mayHold: (record) => options.matcher.mayBeIn(record),
    entry: (row, texts) => search.entry(row, texts),
  }).catch((reason: unknown) => {
    if (reason === GIVEN_UP) return { ok: true, value: null } as const;
    throw reason;
  });
  return read.ok ? { ok: true, value: await search.end() } : read;
}

/** How long a pattern may take in texts of so many characters, in ms. */
export function limitMs(texts: readonly EntryText[]): number {
  const chars = texts.reduce((sum, { text }) => sum + text.length, 0);
  return ENTRY_MS + (chars / 1e6) * MEGABYTE_MS;
}

/** Thrown through a source to leave it. */
const GIVEN_UP = new Error('The pattern takes too long.');

interface Waiting {
  readonly row: number;
  readonly texts: readonly EntryText[];
}

class Search {
  readonly #options: FindOptions;
  readonly #matcher: Matcher;
  #rows: number[] = [];
  #counts: number[] = [];
  #doneEntries = 0;
  #slowEntries = 0;
  /** Entries that a pattern has still to look through. */
  #waiting: Waiting[] = [];
  #waitingChars = 0;
  #turnStartMs = performance.now();
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(options: FindOptions) {
    this.#options = options;
    this.#matcher = options.matcher;
  }

  /** Takes the next entry; gives a promise when it is time for a pause. */
  entry(row: number, texts: readonly EntryText[]): Promise<void> | undefined {
    if (this.#matcher.isLinear) {
      this.#add(row, this.#countIn(texts));
      return performance.now() - this.#turnStartMs > TURN_MS ? this.#pause() : undefined;
    }
    this.#waiting.push({ row, texts });
    for (const { text } of texts) this.#waitingChars += text.length;
    // An empty entry weighs something, too.
    this.#waitingChars += 64;
    return this.#waitingChars > BATCH_CHARS ? this.#work() : undefined;
  }

  async end(): Promise<FindEnd> {
    const isGivenUp = this.#isGivenUp;
    if (!isGivenUp) await this.#work().catch(ignoreGivenUp);
    this.#tell();
    return {
      type: 'end',
      doneEntries: this.#doneEntries,
      slowEntries: this.#slowEntries,
      isGivenUp: this.#isGivenUp,
    };
  }

  get #isGivenUp(): boolean {
    return this.#slowEntries >= MAX_SLOW_ENTRIES;
  }

  /** Looks through what waits, never longer than its time. */
  async #work(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingChars = 0;
    const counts: number[] = [];
    let at = 0;
    const work = () => {
      for (; at < waiting.length; at += 1) counts[at] = this.#countIn(waiting[at]?.texts ?? []);
    };
    let added = 0;
    while (added < waiting.length) {
      const first = waiting[at];
      runWithin(BATCH_MS, work);
      for (; added < at; added += 1) this.#add(waiting[added]?.row ?? -1, counts[added] ?? 0);
      const slow = waiting[at];
      // Not even the first of them was done: it gets a time of its own.
      if (slow !== undefined && slow === first) {
        await this.#pause();
        let count = 0;
        const isDone = runWithin(limitMs(slow.texts), () => {
          count = this.#countIn(slow.texts);
        });
        if (!isDone) this.#slowEntries += 1;
        this.#add(slow.row, isDone ? count : 0);
        at += 1;
        added = at;
      }
      await this.#pause();
      if (this.#isGivenUp) throw GIVEN_UP;
    }
  }

  #countIn(texts: readonly EntryText[]): number {
    let count = 0;
    for (const { text } of texts) count += this.#matcher.count(text);
    return count;
  }

  #add(row: number, count: number): void {
    this.#doneEntries = row + 1;
    if (count === 0) return;
    this.#rows.push(row);
    this.#counts.push(count);
  }

  async #pause(): Promise<void> {
    if (performance.now() - this.#toldMs > TELL_MS) this.#tell();
    await immediate();
    this.#options.signal.throwIfAborted();
    this.#turnStartMs = performance.now();
  }

  #tell(): void {
    this.#toldMs = performance.now();
    this.#options.onFound({
      rows: Int32Array.from(this.#rows),
      counts: Uint32Array.from(this.#counts),
      doneEntries: this.#doneEntries,
    });
    this.#rows = [];
    this.#counts = [];
  }
}

function ignoreGivenUp(reason: unknown): void {
  if (reason !== GIVEN_UP) throw reason;
}
