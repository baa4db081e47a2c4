import { BROKEN_PARENT } from '../model/heads';
import type { PathItems } from './path-items';
import type { SessionIndex } from './session-index';

/** Bits of what a stop of an outline is; one entry may be several. */
export const STOP = { user: 1, error: 2, label: 4, fork: 8, summary: 16, problem: 32 } as const;

/** What stands out on a path, root first: flat columns, one value a stop. */
export interface Outline {
  /** Item of the path each stop is in. */
  readonly items: Int32Array;
  /** Row to go to: the entry's, or of the result in it that failed or has the label. */
  readonly rows: Int32Array;
  /** Bits of {@link STOP}. */
  readonly stops: Uint8Array;
}

/** What of a row only the tree and the labels know. */
interface OutlineFacts {
  hasLabel(row: number): boolean;
  /** Whether branches part below the row. */
  isFork(row: number): boolean;
}

/** The outline of a path: what the user said, errors, labels, forks, compactions and summaries. One pass over its heads. */
export function outlineOf(index: SessionIndex, items: PathItems, facts: OutlineFacts): Outline {
  const found: { item: number; row: number; stop: number }[] = [];
  for (let item = 0; item < items.rows.length; item++) {
    const row = items.rows[item] ?? -1;
    const own = stopOf(index, row, facts);
    let stop = own;
    let goal = row;
    for (const result of items.resultsOf.get(row) ?? []) {
      const inside = stopOf(index, result, facts);
      // An entry that has nothing of its own is gone to for the first of its results that has.
      if (inside !== 0 && stop === 0) goal = result;
      stop |= inside;
    }
    if (stop !== 0) found.push({ item, row: goal, stop });
  }
  return {
    items: Int32Array.from(found, ({ item }) => item),
    rows: Int32Array.from(found, ({ row }) => row),
    stops: Uint8Array.from(found, ({ stop }) => stop),
  };
}

function stopOf(index: SessionIndex, row: number, { hasLabel, isFork }: OutlineFacts): number {
  const isSummary = index.isKind(row, 'compaction') || index.isKind(row, 'branch_summary');
  const isProblem = index.hasFlag(row, 'problem') || index.parent(row) === BROKEN_PARENT;
  return (
    (index.isKind(row, 'user') ? STOP.user : 0) |
    (index.hasFlag(row, 'error') ? STOP.error : 0) |
    (hasLabel(row) ? STOP.label : 0) |
    (isFork(row) ? STOP.fork : 0) |
    (isSummary ? STOP.summary : 0) |
    (isProblem ? STOP.problem : 0)
  );
}

/** The last stop at or above an item; -1 where there is none. */
export function stopAt({ items }: Outline, item: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? 0) <= item) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The stops in each of `count` slices of equal height of a path with `itemCount` items, as bits of {@link STOP}: however
 * many there are, no more is drawn than can be seen.
 */
export function stopsBySlice({ items, stops }: Outline, itemCount: number, count: number): Uint8Array {
  const slices = new Uint8Array(count);
  for (let at = 0; at < items.length; at++) {
    const slice = Math.min(Math.floor((((items[at] ?? 0) + 0.5) / itemCount) * count), count - 1);
    slices[slice] = (slices[slice] ?? 0) | (stops[at] ?? 0);
  }
  return slices;
}
