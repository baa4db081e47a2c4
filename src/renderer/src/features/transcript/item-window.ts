/**
 * Most items listed at once. Chromium makes no element taller than 33,554,428 px, and items are of
 * any height: at 1000 px each, this many stay below, and they are measured anew within a frame. Longer paths are
 * listed in part.
 */
export const MAX_ITEMS = 30_000;

/** The part of a path that is listed: items `from` up to, not including, `to`. */
export interface ItemWindow {
  readonly from: number;
  readonly to: number;
}

/** The part of `count` items to list so that `index` is in it: as it is if it has it, else around it. */
export function windowAround(count: number, index: number, current: ItemWindow | null): ItemWindow {
  if (count <= MAX_ITEMS) return { from: 0, to: count };
  if (current && current.to <= count && index >= current.from && index < current.to) return current;
  const from = Math.min(Math.max(index - MAX_ITEMS / 2, 0), count - MAX_ITEMS);
  return { from, to: from + MAX_ITEMS };
}
