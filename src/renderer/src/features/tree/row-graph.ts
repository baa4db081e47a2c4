import { BROKEN_PARENT } from '../../../../shared/model/heads';
import type { VisibleTree } from '../../../../shared/tree/visible-tree';
import type { ViewedPath } from '../entry/viewed-path';
import { laneX } from './lane-geometry';

/** One stroke of a row's drawing. */
export interface GraphLine {
  /** SVG path data, in px of the row. */
  readonly d: string;
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
  readonly lines: readonly GraphLine[];
  readonly x: number;
  readonly branch: number;
  /** Nothing follows in what is shown: the lane ends here. */
  readonly isEnd: boolean;
}

/**
 * What is drawn left of one line of `height` px: the lanes open beside it, the line it hangs on, the line down from
 * it.
 */
export function rowGraph(drawn: DrawnTree, place: number, height: number): RowGraph {
  const { shown, path } = drawn;
  const x = laneX(shown.layout.lane[place] ?? 0);
  const branch = branchAt(drawn, place);
  const lines = passingLines(drawn, place, height);
  const upper = upperLine(shown, place, height);
  if (upper) lines.push({ ...upper, branch, isViewed: path.has(place) });
  const isEnd = shown.shape.childCount[place] === 0;
  if (!isEnd) {
    const d = `M${x} ${height / 2}V${height}`;
    lines.push({ d, branch, isViewed: path.next(place) >= 0, isBreak: false });
  }
  // The viewed path is painted last: it lies on top where lines meet.
  lines.sort((a, b) => Number(a.isViewed) - Number(b.isViewed));
  return { lines, x, branch, isEnd };
}

function branchAt({ shown, numbers }: DrawnTree, place: number): number {
  return numbers[shown.rows[place] ?? 0] ?? 0;
}

/** The lanes of forks further up that have a branch still to come below this line. */
function passingLines(drawn: DrawnTree, place: number, height: number): GraphLine[] {
  const { shown, path } = drawn;
  const { layout } = shown;
  const lines: GraphLine[] = [];
  const line = layout.lineOf[place] ?? 0;
  let lastX = Number.POSITIVE_INFINITY;
  for (let fork = layout.outer[place] ?? -1; fork >= 0; fork = layout.outer[fork] ?? -1) {
    const x = laneX(layout.lane[fork] ?? 0);
    const next = path.next(fork);
    const isViewed = next >= 0 && (layout.lineOf[next] ?? 0) > line;
    // Squeezed lanes that fall on the same pixels are drawn once; the viewed one always is.
    if (!isViewed && lastX - x < 2) continue;
    lastX = x;
    lines.push({ d: `M${x} 0V${height}`, branch: branchAt(drawn, fork), isViewed, isBreak: false });
  }
  return lines;
}

function upperLine(
  { shape, layout }: DrawnTree['shown'],
  place: number,
  height: number,
): Pick<GraphLine, 'd' | 'isBreak'> | null {
  const x = laneX(layout.lane[place] ?? 0);
  const middle = height / 2;
  const parent = shape.parents[place] ?? -1;
  if (parent === BROKEN_PARENT) return { d: `M${x} 0V${middle}`, isBreak: true };
  if (parent < 0) return null;
  // `outer` is the parent itself exactly where a place branches off.
  if (layout.outer[place] !== parent) return { d: `M${x} 0V${middle}`, isBreak: false };
  const from = laneX(layout.lane[parent] ?? 0);
  return { d: `M${from} 0C${from} ${middle} ${x} 2 ${x} ${middle}`, isBreak: false };
}
