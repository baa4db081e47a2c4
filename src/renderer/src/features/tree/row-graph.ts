import { BROKEN_PARENT } from '../../../../shared/model/heads';
import type { LaneLayout } from '../../../../shared/tree/lanes';
import type { TreeShape } from '../../../../shared/tree/shape';
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

interface DrawnTree {
  readonly shape: TreeShape;
  readonly layout: LaneLayout;
}

export interface RowGraph {
  readonly lines: readonly GraphLine[];
  readonly x: number;
  readonly branch: number;
}

/**
 * What is drawn left of one row of `height` px: the lanes open beside it, the line it hangs on, the
 * line down from it.
 */
export function rowGraph(
  { shape, layout }: DrawnTree,
  path: ViewedPath,
  row: number,
  height: number,
): RowGraph {
  const x = laneX(layout.lane[row] ?? 0);
  const branch = layout.branch[row] ?? 0;
  const lines = passingLines(layout, path, row, height);
  const upper = upperLine(shape, layout, row, height);
  if (upper) lines.push({ ...upper, branch, isViewed: path.has(row) });
  if ((shape.childCount[row] ?? 0) > 0) {
    const d = `M${x} ${height / 2}V${height}`;
    lines.push({ d, branch, isViewed: path.next(row) >= 0, isBreak: false });
  }
  // The viewed path is painted last: it lies on top where lines meet.
  lines.sort((a, b) => Number(a.isViewed) - Number(b.isViewed));
  return { lines, x, branch };
}

/** The lanes of forks further up that have a branch still to come below this row. */
function passingLines(layout: LaneLayout, path: ViewedPath, row: number, height: number): GraphLine[] {
  const lines: GraphLine[] = [];
  const line = layout.lineOf[row] ?? 0;
  let lastX = Number.POSITIVE_INFINITY;
  for (let fork = layout.outer[row] ?? -1; fork >= 0; fork = layout.outer[fork] ?? -1) {
    const x = laneX(layout.lane[fork] ?? 0);
    const next = path.next(fork);
    const isViewed = next >= 0 && (layout.lineOf[next] ?? 0) > line;
    // Squeezed lanes that fall on the same pixels are drawn once; the viewed one always is.
    if (!isViewed && lastX - x < 2) continue;
    lastX = x;
    lines.push({ d: `M${x} 0V${height}`, branch: layout.branch[fork] ?? 0, isViewed, isBreak: false });
  }
  return lines;
}

function upperLine(
  shape: TreeShape,
  layout: LaneLayout,
  row: number,
  height: number,
): Pick<GraphLine, 'd' | 'isBreak'> | null {
  const x = laneX(layout.lane[row] ?? 0);
  const middle = height / 2;
  const parent = shape.parents[row] ?? -1;
  if (parent === BROKEN_PARENT) return { d: `M${x} 0V${middle}`, isBreak: true };
  if (parent < 0) return null;
  // `outer` is the parent itself exactly where a row branches off.
  if (layout.outer[row] !== parent) return { d: `M${x} 0V${middle}`, isBreak: false };
  const from = laneX(layout.lane[parent] ?? 0);
  return { d: `M${from} 0C${from} ${middle} ${x} 2 ${x} ${middle}`, isBreak: false };
}
