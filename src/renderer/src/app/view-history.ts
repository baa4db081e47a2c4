import type { EntryRef, ViewedPlace } from './view-state';

/** What was looked at, in the order it was, and where among it the user is; `at` is -1 while there is nothing. */
export interface ViewHistory {
  readonly places: readonly ViewedPlace[];
  readonly at: number;
}

export const NO_HISTORY: ViewHistory = { places: [], at: -1 };

/** Places kept; the oldest make room. */
export const MAX_PLACES = 200;

/**
 * Goes on to a place: what lay ahead is dropped, as in a browser. The place the user is at stays as it is, and the
 * moment in which a file shows no session is no place of its own.
 */
export function visit(history: ViewHistory, place: ViewedPlace): ViewHistory {
  const current = history.places[history.at];
  if (current && isSamePlace(current, place)) return history;
  const isSameFile = current?.fileId === place.fileId;
  // Its file is being read again.
  if (isSameFile && place.sessionId === null) return history;
  const isArrival = isSameFile && current.sessionId === null;
  const before = history.places.slice(0, isArrival ? history.at : history.at + 1);
  const places = [...before, place].slice(-MAX_PLACES);
  return { places, at: places.length - 1 };
}

/** Index of the next place before (-1) or after (1) this one that is still there; -1 when there is none. */
export function nextPlace(
  { places, at }: ViewHistory,
  step: -1 | 1,
  isThere: (place: ViewedPlace) => boolean,
): number {
  for (let next = at + step; next >= 0 && next < places.length; next += step) {
    const place = places[next];
    if (place && isThere(place)) return next;
  }
  return -1;
}

/** Drops the places of files that are no longer open, and what then stands twice in a row. */
export function keepPlaces(history: ViewHistory, fileIds: readonly string[]): ViewHistory {
  if (history.places.every((place) => fileIds.includes(place.fileId))) return history;
  const places: ViewedPlace[] = [];
  let at = -1;
  for (const [index, place] of history.places.entries()) {
    const last = places.at(-1);
    const isKept = fileIds.includes(place.fileId) && !(last && isSamePlace(last, place));
    if (isKept) places.push(place);
    if (index <= history.at) at = places.length - 1;
  }
  return { places, at };
}

function isSamePlace(one: ViewedPlace, other: ViewedPlace): boolean {
  return (
    one.fileId === other.fileId &&
    one.sessionId === other.sessionId &&
    isSameEntry(one.selected, other.selected) &&
    isSameEntry(one.viewedLeaf, other.viewedLeaf)
  );
}

function isSameEntry(one: EntryRef | null, other: EntryRef | null): boolean {
  return one === other || (one !== null && other !== null && one.id === other.id && one.row === other.row);
}
