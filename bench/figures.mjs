// What a benchmark prints: a time or a rate, and beside it the ratio to the bare loop with the limit it has to keep.

let missed = 0;

/** How many limits have been missed so far. */
export function missedLimits() {
  return missed;
}

/** A time, with a note. */
export function printTime(what, ms, note = '') {
  console.log(`${`${ms.toFixed(0)} ms`.padStart(12)}  ${what}${note === '' ? '' : `: ${note}`}`);
}

/** Units a second. */
export function printRate(what, perSecond, unit, note = '') {
  const rate = `${Math.round(perSecond).toLocaleString('en')} ${unit}/s`;
  console.log(`${rate.padStart(12)}  ${what}${note === '' ? '' : `: ${note}`}`);
}

/** A figure that must be at most `limit`, for example `2.10 × bare (at most 4)`. */
export function atMost(limit, figure, of) {
  return judged(figure <= limit, `${figure.toFixed(2)} × ${of} (at most ${limit})`);
}

/** Milliseconds that must be at most `limit`. */
export function atMostMs(limit, ms) {
  return judged(ms <= limit, `${ms.toFixed(1)} ms (at most ${limit})`);
}

/** Bytes that must be at most `limit`. */
export function atMostBytes(limit, bytes) {
  return judged(bytes <= limit, `${bytes.toFixed(0)} bytes (at most ${limit})`);
}

/** A figure that is no time and no rate, in a line of its own. */
export function printNote(text) {
  console.log(`${''.padStart(12)}  ${text}`);
}

/** A figure that must be at least `limit`. */
export function atLeast(limit, figure, of) {
  return judged(figure >= limit, `${figure.toFixed(2)} × ${of} (at least ${limit})`);
}

/** Megabytes that must be at most `limit`. */
export function atMostMegabytes(limit, bytes) {
  const megabytes = bytes / 1e6;
  return judged(megabytes <= limit, `${megabytes.toFixed(0)} MB (at most ${limit})`);
}

function judged(isKept, text) {
  if (!isKept) missed += 1;
  return isKept ? text : `${text} MISSED`;
}

/** The median time of some runs, in milliseconds. */
export function median(runs, work) {
  return middle(Array.from({ length: runs }, () => timed(work)));
}

export function middle(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

export function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/**
 * The best time of each of several ways to do the same, in milliseconds. They take turns, so that whatever else the
 * machine does meets all of them; each may first `prepare` what it does not want to be timed for.
 */
export async function bestTimes(rounds, ways) {
  const best = new Map();
  for (let round = 0; round < rounds; round++)
    for (const [name, { prepare, work, finish }] of Object.entries(ways)) {
      const prepared = await prepare?.(round);
      globalThis.gc?.();
      const started = performance.now();
      const made = await work(prepared);
      const ms = performance.now() - started;
      await finish?.(prepared, made);
      best.set(name, Math.min(best.get(name) ?? ms, ms));
    }
  return Object.fromEntries(best);
}

/**
 * How two ways to do the same that wait for the disk compare. Best times would be luck there, and from one moment to the
 * next a disk may take twice as long: so they take short turns, and each turn is compared with the other
 * way's neighbouring one. Gives the median time of a turn in milliseconds for each, and the median of `b` ÷ `a`.
 */
export async function compareInTurns(turns, a, b) {
  const ways = [];
  for (const way of [a, b]) ways.push({ ...way, prepared: await way.prepare(), times: [] });
  for (let turn = 0; turn < turns; turn++)
    // Either is first every other time.
    for (const { work, prepared, times } of turn % 2 === 0 ? ways : ways.toReversed()) {
      const started = performance.now();
      await work(prepared, turn);
      times.push(performance.now() - started);
    }
  for (const { finish, prepared } of ways) await finish(prepared);
  const [timesOfA, timesOfB] = ways.map(({ times }) => times);
  const ratio = middle(timesOfB.map((ms, turn) => ms / timesOfA[turn]));
  return { a: middle(timesOfA), b: middle(timesOfB), ratio };
}
