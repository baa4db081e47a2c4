import type { TreeShape } from './shape';

/** Entries a run has at least: folding fewer would save no line worth having. */
const LEAST_ENTRIES = 3;

/**
 * The linear runs of a tree, by place: for each place in a run, the place where it starts; -1 elsewhere.
 *
 * A run lies between a first and a last entry that stay to be read: what begins the session or a branch, forks, ends
 * a branch, or is set apart (`apart`, by row: labels, problems, the stored leaf) is in no run. So each run hangs
 * below an entry with no other child, and one entry follows it. Linear in time, 4 bytes a place.
 */
export function findRuns(shape: TreeShape, rows: Int32Array, apart: Uint8Array): Int32Array {
  const { count, parents, childCount } = shape;
  const starts = new Int32Array(count).fill(-1);
  // Counted no further than it matters.
  const length = new Uint8Array(count);
  for (let place = 0; place < count; place++) {
    const parent = parents[place] ?? -1;
    const isInside = parent >= 0 && childCount[parent] === 1 && childCount[place] === 1;
    if (!isInside || apart[rows[place] ?? 0] === 1) continue;
    const above = starts[parent] ?? -1;
    const start = above < 0 ? place : above;
    starts[place] = start;
    length[start] = Math.min((length[start] ?? 0) + 1, LEAST_ENTRIES);
  }
  for (let place = 0; place < count; place++) {
    const start = starts[place] ?? -1;
    // The start's own length stays, so that every place of a short run finds it.
    if (start >= 0 && (length[start] ?? 0) < LEAST_ENTRIES) starts[place] = -1;
  }
  return starts;
}
