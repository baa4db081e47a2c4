/** One hit: its entry, and the how-manieth of that entry it is, from 0. */
export interface HitPlace {
  readonly row: number;
  readonly ordinal: number;
}

/** The hits of a search in the order they are gone through: by entry as stored, and within one as they stand in it. */
export interface HitList {
  /** Rows that have hits, ascending. */
  readonly rows: Int32Array;
  /** Number of the first hit of each row; the last value counts all. */
  readonly starts: Float64Array;
  /** How many of all hits, listed or not, stand on the viewed path. */
  readonly onPath: number;
  readonly elsewhere: number;
}

/** Lists the hits of a search: all of them, or those of a path, which is given by its ascending rows. */
export function listHits(
  found: { readonly rows: Int32Array; readonly counts: Uint32Array },
  path: Int32Array,
  isPathOnly: boolean,
): HitList {
  const rows = new Int32Array(found.rows.length);
  const starts = new Float64Array(found.rows.length + 1);
  let listed = 0;
  let onPath = 0;
  let elsewhere = 0;
  let at = 0;
  for (let place = 0; place < found.rows.length; place += 1) {
    const row = found.rows[place] ?? -1;
    const count = found.counts[place] ?? 0;
    // Both ascend: one walk along the path for all rows.
    while (at < path.length && (path[at] ?? 0) < row) at += 1;
    const isOnPath = path[at] === row;
    if (isOnPath) onPath += count;
    else elsewhere += count;
    if (isPathOnly && !isOnPath) continue;
    rows[listed] = row;
    starts[listed + 1] = (starts[listed] ?? 0) + count;
    listed += 1;
  }
  return { rows: rows.subarray(0, listed), starts: starts.subarray(0, listed + 1), onPath, elsewhere };
}

/** How many hits are listed. */
export function totalOf({ starts }: HitList): number {
  return starts[starts.length - 1] ?? 0;
}

/** The number of a hit in the list, from 0; -1 when it is not in it. */
export function numberOf({ rows, starts }: HitList, { row, ordinal }: HitPlace): number {
  const at = firstFrom(rows, row);
  if (rows[at] !== row) return -1;
  const number = (starts[at] ?? 0) + ordinal;
  return number < (starts[at + 1] ?? 0) ? number : -1;
}

/** The hit with a number; null when there is none. */
export function hitAt({ rows, starts }: HitList, number: number): HitPlace | null {
  if (number < 0 || number >= (starts[starts.length - 1] ?? 0)) return null;
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return { row: rows[low] ?? -1, ordinal: number - (starts[low] ?? 0) };
}

/** The hit after or before another one, around the ends; from where that is not listed, the nearest in that direction. */
export function stepFrom(list: HitList, from: HitPlace, step: 1 | -1): HitPlace | null {
  const total = totalOf(list);
  if (total === 0) return null;
  const number = numberOf(list, from);
  if (number >= 0) return hitAt(list, (number + step + total) % total);
  const next = list.starts[firstFrom(list.rows, from.row)] ?? 0;
  return hitAt(list, (step === 1 ? next : next - 1 + total) % total);
}

/** The first hit on the path at or after a row; null when there is none. */
export function firstOnPath({ rows }: HitList, path: Int32Array, from: number): HitPlace | null {
  let at = firstFrom(path, from);
  for (let place = firstFrom(rows, from); place < rows.length; place += 1) {
    const row = rows[place] ?? -1;
    while (at < path.length && (path[at] ?? 0) < row) at += 1;
    if (path[at] === row) return { row, ordinal: 0 };
  }
  return null;
}

/** Position of the first of ascending rows that is not below a row. */
function firstFrom(rows: Int32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
