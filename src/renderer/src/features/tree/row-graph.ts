import { BROKEN_PARENT } from '../../../../shared/model/heads';
import type { LaneLayout } from '../../../../shared/tree/lanes';
import type { VisibleTree } from '../../../../shared/tree/visible-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { laneX } from './lane-geometry';

/** One stroke of a row's drawing: upright where it stays in its lane, a curve where it does not. */
export interface GraphLine {
  /** In px from the left edge. */
  readonly fromX: number;
  readonly toX: number;
  /** In parts of the row's height. */
  readonly top: number;
  readonly bottom: number;
  /** Branch number, for the colour. */
  readonly branch: number;
  /** Part of the viewed path. */
  readonly isViewed: boolean;
  /** Leads up to a parent that is not there. */
  readonly isBreak: boolean;
}

/** What is drawn: the shown part of a tree, the branch number of each row, and the viewed path by places. */
export interface DrawnTree {
  readonly shown: Pick<VisibleTree, 'rows' | 'shape' | 'layout'>;
  readonly numbers: Int32Array;
  readonly path: ViewedPath;
}

export interface RowGraph {
  /** Those of the viewed path last: they lie on top where lines meet. */
  readonly lines: readonly GraphLine[];
  readonly x: number;
  readonly branch: number;
  readonly isViewed: boolean;
  /** Nothing follows in what is shown: the lane ends here. */
  readonly isEnd: boolean;
}

/** What is drawn left of one line: the lanes open beside it, the line it hangs on, the line down from it. */
export function rowGraph(drawn: DrawnTree, place: number): RowGraph {
  const { shown, path } = drawn;
  const x = laneX(shown.layout.lane[place] ?? 0);
  const branch = branchAt(drawn, place);
  const isEnd = shown.shape.childCount[place] === 0;
  const lines = passingLines(drawn, place);
  const upper = upperLine(shown, place);
  const isViewed = path.has(place);
  if (upper) lines.push({ ...upper, toX: x, top: 0, bottom: 0.5, branch, isViewed });
  if (!isEnd) {
    const goesOn = path.next(place) >= 0;
    lines.push({ fromX: x, toX: x, top: 0.5, bottom: 1, branch, isViewed: goesOn, isBreak: false });
  }
  lines.sort((a, b) => Number(a.isViewed) - Number(b.isViewed));
  return { lines, x, branch, isViewed, isEnd };
}

function branchAt({ shown, numbers }: DrawnTree, place: number): number {
  return numbers[shown.rows[place] ?? 0] ?? 0;
}

/** The lanes of forks further up that have a branch still to come below this line. */
function passingLines(drawn: DrawnTree, place: number): GraphLine[] {
  const { layout } = drawn.shown;
  const viewed = viewedFork(drawn, layout.lineOf[place] ?? 0);
  const lines: GraphLine[] = [];
  const push = (fork: number) => {
    const x = laneX(layout.lane[fork] ?? 0);
    const branch = branchAt(drawn, fork);
    lines.push({ fromX: x, toX: x, top: 0, bottom: 1, branch, isViewed: fork === viewed, isBreak: false });
  };
  for (const fork of openForks(layout, layout.outer[place] ?? -1)) if (fork !== viewed) push(fork);
  if (viewed >= 0) push(viewed);
  return lines;
}

/** The fork whose lane the viewed path takes past a line, on its way to a branch further down; -1 for none. */
function viewedFork({ shown, path }: DrawnTree, line: number): number {
  const { lineOf } = shown.layout;
  // Lines go down along a path: the last place above this line is looked up by halving.
  let low = 0;
  let high = path.rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lineOf[path.rows[middle] ?? 0] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  const next = path.rows[low];
  return next === undefined || lineOf[next] === line ? -1 : (path.rows[low - 1] ?? -1);
}

/** For each layout, what {@link openForks} found so far: lines below one fork share it, and a deep tree has long lists. */
const FOUND = new WeakMap<LaneLayout, Map<number, readonly number[]>>();
const MOST_FOUND = 4096;

/** The forks whose lanes are open from `outer` upwards; of those that fall on the same pixels, the innermost. */
function openForks(layout: LaneLayout, outer: number): readonly number[] {
  let found = FOUND.get(layout);
  if (!found || found.size > MOST_FOUND) {
    found = new Map();
    FOUND.set(layout, found);
  }
  const known = found.get(outer);
  if (known) return known;
  const forks: number[] = [];
  let lastX = Number.POSITIVE_INFINITY;
  for (let fork = outer; fork >= 0; fork = layout.outer[fork] ?? -1) {
    const x = laneX(layout.lane[fork] ?? 0);
    if (lastX - x < LEAST_APART_PX) continue;
    lastX = x;
    forks.push(fork);
  }
  found.set(outer, forks);
  return forks;
}

/** Squeezed lanes that are nearer than this are drawn once. */
const LEAST_APART_PX = 2;

/** Where a line comes from above; null for a root. */
function upperLine(
  { shape, layout }: DrawnTree['shown'],
  place: number,
): Pick<GraphLine, 'fromX' | 'isBreak'> | null {
  const parent = shape.parents[place] ?? -1;
  const isBreak = parent === BROKEN_PARENT;
  if (parent < 0 && !isBreak) return null;
  // `outer` is the parent itself exactly where a place branches off.
  const from = parent >= 0 && layout.outer[place] === parent ? parent : place;
  return { fromX: laneX(layout.lane[from] ?? 0), isBreak };
}
