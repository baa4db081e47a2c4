import type { PathCall } from '../entry/call-table';

/** Which way one goes along a path. */
export type Step = -1 | 1;

/** Where a search along a path ended, and whether it went past an end of the path on its way. */
export interface Found<T> {
  readonly at: T;
  readonly hasWrapped: boolean;
}

/**
 * The rows of a path in the order in which they are searched from a row, which itself comes last: on to the end, then from
 * the other end. A row that is not on the path stands where it would.
 */
function* rowsAround(
  rows: Int32Array,
  from: number,
  step: Step,
): Generator<{ row: number; hasWrapped: boolean }> {
  let low = 0;
  while (low < rows.length && (rows[low] ?? 0) < from) low += 1;
  const start = rows[low] === from ? low + step : step > 0 ? low : low - 1;
  for (let count = 0, at = start; count < rows.length; count++, at += step) {
    const hasWrapped = at < 0 || at >= rows.length;
    yield { row: rows[(at + rows.length) % rows.length] ?? -1, hasWrapped };
  }
}

/** The next row of a path that is meant; null where no other is. */
export function nextRow(
  rows: Int32Array,
  from: number,
  step: Step,
  isMeant: (row: number) => boolean,
): Found<number> | null {
  for (const { row, hasWrapped } of rowsAround(rows, from, step))
    if (isMeant(row)) return { at: row, hasWrapped };
  return null;
}

interface CallSearch {
  readonly rows: Int32Array;
  /** The call one is at; its block is null to begin before or behind all of the entry's. */
  readonly from: { readonly row: number; readonly block: number | null };
  readonly step: Step;
  /** Whether an entry may make such a call, as far as its head tells. */
  mayCall(row: number): boolean;
  isMeant(call: PathCall): boolean;
  /** The calls of an entry; reads them where they are not known. */
  callsOf(row: number): Promise<readonly PathCall[]>;
}

/** The next call along a path that is meant, the one it began at last of all; null where there is none. */
export async function nextCall(search: CallSearch): Promise<Found<PathCall> | null> {
  const { rows, from, step, mayCall, isMeant, callsOf } = search;
  const meantIn = async (row: number) => {
    const meant = mayCall(row) ? (await callsOf(row)).filter(isMeant) : [];
    return step > 0 ? meant : meant.toReversed();
  };
  const isPast = (call: PathCall) =>
    from.block === null || (step > 0 ? call.block > from.block : call.block < from.block);
  const own = await meantIn(from.row);
  // The rest of the entry comes first; what stands before in it comes after all other entries.
  const rest = from.block === null ? undefined : own.find(isPast);
  if (rest) return { at: rest, hasWrapped: false };
  for (const { row, hasWrapped } of rowsAround(rows, from.row, step)) {
    const first = (row === from.row ? own : await meantIn(row))[0];
    if (first) return { at: first, hasWrapped: hasWrapped || row === from.row };
  }
  return null;
}
