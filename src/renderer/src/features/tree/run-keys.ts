import type { VisibleTree } from '../../../../shared/tree/visible-tree';

/** A run as seen from an entry: where it starts, and whether it is folded. */
export interface RunHere {
  readonly start: number;
  readonly isFolded: boolean;
}

/** The run an entry is in, or the one that hangs below it; null for neither. */
export function runHere(shown: VisibleTree, row: number): RunHere | null {
  return runAt(shown, row) ?? runBelow(shown, row);
}

/** The run below an entry that is the head of one; null for others. */
export function runBelow({ places, rows, shape, runs }: VisibleTree, row: number): RunHere | null {
  const place = places[row] ?? -1;
  const child = shape.childCount[place] === 1 ? (shape.firstChild[place] ?? -1) : -1;
  const start = rows[child] ?? -1;
  if (start < 0 || runs.entriesAt(place) > 1 || runs.startOf(start) !== start) return null;
  return { start, isFolded: runs.entriesAt(child) > 1 };
}

/** The run an entry is part of, or stands for; null for an entry in none. */
export function runAt({ places, runs }: VisibleTree, row: number): RunHere | null {
  const start = runs.startOf(row);
  if (start < 0) return null;
  return { start, isFolded: runs.entriesAt(places[row] ?? -1) > 1 };
}
