import { type LaneLayout, layoutLanes } from './lanes';
import { findRuns } from './runs';
import { type TreeShape, treeShape } from './shape';

/**
 * The part of a tree that is shown. Entries that are left out hand their children to the nearest entry above them
 * that is shown. What is shown has places, counted from 0 in stored order, and the shape and the lanes are of places,
 * not of rows: a place never has more than one row, so the order of both is the same.
 */
export interface VisibleTree {
  /** Row of each place, ascending. A folded run stands at the first row it holds. */
  readonly rows: Int32Array;
  /** Place of each row, or of the nearest row above it that is shown; below 0 when there is none. */
  readonly places: Int32Array;
  /** Parents are places, `NO_PARENT` or `BROKEN_PARENT`: a break above what is left out stays a break. */
  readonly shape: TreeShape;
  readonly layout: LaneLayout;
  readonly runs: VisibleRuns;
}

/** The linear runs of what is shown, folded or not. */
interface VisibleRuns {
  /** First row of the run each row is in; -1 for rows in none, or not shown at all. Also says so of folded rows. */
  startOf(row: number): number;
  /** Entries that a place stands for: 1, or the length of the folded run. */
  entriesAt(place: number): number;
  /** Tool calls of what a place stands for. */
  callsAt(place: number): number;
  readonly count: number;
  readonly foldedCount: number;
}

/** Which runs are folded. */
export interface Folding {
  readonly isFolded: boolean;
  /** First rows of the runs that are the other way round. */
  readonly except: ReadonlySet<number>;
}

/** What the shown part is made from: flat columns of a session, one value a row. */
export interface TreeColumns {
  readonly parents: Int32Array;
  readonly callCounts: Uint16Array;
  /** Rows with a 1 stay out of runs: labels, problems, the stored leaf. */
  readonly apart: Uint8Array;
  /** The shape of the whole tree where it is known: it is not worked out again when nothing is left out. */
  readonly shape?: TreeShape;
}

/** A tree without what is left out, and with its runs found; nothing is folded yet. */
export interface KeptTree {
  readonly kept: Attached;
  readonly shape: TreeShape;
  /** For each place in a run, the place where the run starts; -1 elsewhere. */
  readonly starts: Int32Array;
  readonly columns: TreeColumns;
}

/** Builds what is shown of a tree: rows with a 1 in `keep`, all of them for null. Linear in time. */
export function visibleTree(columns: TreeColumns, keep: Uint8Array | null, folding: Folding): VisibleTree {
  return foldRuns(keepRows(columns, keep), folding);
}

/** The first half of {@link visibleTree}, which stays as it is while runs are folded and unfolded. */
export function keepRows(columns: TreeColumns, keep: Uint8Array | null): KeptTree {
  const kept = attach(columns.parents, keep);
  const shape = (keep === null ? columns.shape : undefined) ?? treeShape(kept.parents);
  return { kept, shape, starts: findRuns(shape, kept.rows, columns.apart), columns };
}

/** The second half of {@link visibleTree}. */
export function foldRuns(tree: KeptTree, folding: Folding): VisibleTree {
  const { kept, shape, starts, columns } = tree;
  const folded = foldedPlaces(kept.rows, starts, folding);
  if (folded === null) return { ...kept, shape, layout: layoutLanes(shape), runs: visibleRuns(tree, null) };

  const rest = attach(kept.parents, folded.keep);
  const restShape = treeShape(rest.parents);
  const places = new Int32Array(kept.places.length);
  for (let row = 0; row < places.length; row++) {
    const place = kept.places[row] ?? -1;
    places[row] = place < 0 ? place : (rest.places[place] ?? -1);
  }
  const entries = new Int32Array(rest.rows.length);
  const calls = new Int32Array(rest.rows.length);
  for (let place = 0; place < kept.rows.length; place++) {
    const at = rest.places[place] ?? 0;
    entries[at] = (entries[at] ?? 0) + 1;
    calls[at] = (calls[at] ?? 0) + (columns.callCounts[kept.rows[place] ?? 0] ?? 0);
  }
  return {
    rows: rest.rows.map((place) => kept.rows[place] ?? 0),
    places,
    shape: restShape,
    layout: layoutLanes(restShape),
    runs: visibleRuns(tree, { entries, calls, count: folded.count }),
  };
}

/** Row shown on a line; -1 beyond the last one. */
export function rowOnLine({ rows, layout }: VisibleTree, line: number): number {
  return rows[layout.rowAt[line] ?? -1] ?? -1;
}

/** Line that shows a row, or the nearest one above it that is shown; -1 when there is none. */
export function lineOfRow({ places, layout }: VisibleTree, row: number): number {
  return layout.lineOf[places[row] ?? -1] ?? -1;
}

/** Whether a row has a line of its own, rather than being left out or inside of a folded run. */
export function isShown({ rows, places }: VisibleTree, row: number): boolean {
  return rows[places[row] ?? -1] === row;
}

interface Attached {
  readonly rows: Int32Array;
  readonly places: Int32Array;
  readonly parents: Int32Array;
}

/** Numbers what is kept, and finds the nearest kept ancestor of the rest. */
function attach(parents: Int32Array, keep: Uint8Array | null): Attached {
  const count = parents.length;
  if (keep === null) {
    const all = new Int32Array(count);
    for (let row = 0; row < count; row++) all[row] = row;
    return { rows: all, places: all, parents };
  }
  let keptCount = 0;
  for (let row = 0; row < count; row++) keptCount += keep[row] === 0 ? 0 : 1;
  const rows = new Int32Array(keptCount);
  const places = new Int32Array(count);
  const placeParents = new Int32Array(keptCount);
  let next = 0;
  for (let row = 0; row < count; row++) {
    const parent = parents[row] ?? -1;
    // For a root this is NO_PARENT or BROKEN_PARENT, which thus reaches the first rows shown below it.
    const above = parent < 0 ? parent : (places[parent] ?? -1);
    if (keep[row] === 0) {
      places[row] = above;
      continue;
    }
    rows[next] = row;
    placeParents[next] = above;
    places[row] = next++;
  }
  return { rows, places, parents: placeParents };
}

/** Of each folded run, the first place is kept to stand for it; null when none is folded. */
function foldedPlaces(rows: Int32Array, starts: Int32Array, { isFolded, except }: Folding) {
  if (!isFolded && except.size === 0) return null;
  const keep = new Uint8Array(rows.length).fill(1);
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    const start = starts[place] ?? -1;
    if (start < 0) continue;
    if (start === place) {
      if (isFolded === except.has(rows[place] ?? -1)) continue;
      // A 2 marks the start of a folded run for the places after it.
      keep[place] = 2;
      count += 1;
    } else if (keep[start] === 2) {
      keep[place] = 0;
    }
  }
  return count === 0 ? null : { keep, count };
}

interface FoldSums {
  readonly entries: Int32Array;
  readonly calls: Int32Array;
  readonly count: number;
}

function visibleRuns({ kept, starts, columns }: KeptTree, folds: FoldSums | null): VisibleRuns {
  let count = 0;
  for (let place = 0; place < starts.length; place++) if (starts[place] === place) count += 1;
  return {
    startOf: (row) => {
      const place = kept.places[row] ?? -1;
      if (kept.rows[place] !== row) return -1;
      return kept.rows[starts[place] ?? -1] ?? -1;
    },
    entriesAt: (place) => folds?.entries[place] ?? 1,
    callsAt: (place) => folds?.calls[place] ?? columns.callCounts[kept.rows[place] ?? -1] ?? 0,
    count,
    foldedCount: folds?.count ?? 0,
  };
}
