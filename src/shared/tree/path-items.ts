import type { SessionIndex } from './session-index';

/**
 * What the transcript lists for a path: one item an entry, root first, where a tool's result goes
 * into the item of the entry that made the call.
 */
export interface PathItems {
  /** Row of each item. */
  readonly rows: Int32Array;
  /** Results shown inside the item of a row, in stored order. */
  readonly resultsOf: ReadonlyMap<number, readonly number[]>;
}

/**
 * Items of a path. A result stays an item of its own when the entry that made its call is not above
 * it on this path, or when it is in `apart`: results that turned out to answer no call of that entry,
 * or one that has its answer already. Which those are, only the bodies tell.
 */
export function pathItems(index: SessionIndex, path: Int32Array, apart: ReadonlySet<number>): PathItems {
  const rows = new Int32Array(path.length);
  const resultsOf = new Map<number, number[]>();
  let count = 0;
  for (const row of path) {
    const call = apart.has(row) ? -1 : index.callRow(row);
    // Paths go up in row numbers, so the row of the call is looked up by halving.
    if (call >= 0 && positionOf(path, call) >= 0) {
      const results = resultsOf.get(call);
      if (results) results.push(row);
      else resultsOf.set(call, [row]);
    } else {
      rows[count++] = row;
    }
  }
  return { rows: rows.slice(0, count), resultsOf };
}

/** Index of the item that shows a row, its own or the one it is part of; -1 when the path has neither. */
export function itemOf(index: SessionIndex, items: PathItems, row: number): number {
  const own = positionOf(items.rows, row);
  return own >= 0 ? own : positionOf(items.rows, index.callRow(row));
}

/** Where a row stands in ascending rows; -1 when it is not among them. */
function positionOf(ascending: Int32Array, row: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ascending[middle] ?? 0;
    if (found === row) return middle;
    if (found < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
