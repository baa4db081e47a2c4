import type { TreeShape } from './shape';

/**
 * Where each entry is drawn: one display line an entry, lanes as in a git client.
 *
 * The rule: entries stand in depth-first order, children in stored order. The last child of a fork
 * goes on in its parent's lane, the earlier ones branch off into the next lane. So an entry's lane is
 * the number of forks above it that still have a branch to come, and every lane left of an entry is
 * open beside it: `outer` names the innermost of those forks, and following it names them all.
 */
export interface LaneLayout {
  /** Row shown on each display line. */
  readonly rowAt: Int32Array;
  /** Display line of each row. */
  readonly lineOf: Int32Array;
  /** Lane of each row, from 0. */
  readonly lane: Int32Array;
  /** Innermost fork above a row whose later branches are still to come; -1 when there is none. */
  readonly outer: Int32Array;
  readonly laneCount: number;
}

/** Lays out a tree in linear time; 16 bytes an entry. */
export function layoutLanes(shape: TreeShape): LaneLayout {
  const { count, parents, nextSibling } = shape;
  // Entries of each subtree; once a row has its line, the next free line inside of its subtree.
  const room = subtreeSizes(parents);
  const rowAt = new Int32Array(count);
  const lineOf = new Int32Array(count);
  const lane = new Int32Array(count);
  const outer = new Int32Array(count).fill(-1);
  let freeRootLine = 0;
  let laneCount = 0;
  for (let row = 0; row < count; row++) {
    const parent = parents[row] ?? -1;
    const size = room[row] ?? 1;
    let line: number;
    if (parent < 0) {
      line = freeRootLine;
      freeRootLine += size;
    } else {
      line = room[parent] ?? 0;
      room[parent] = line + size;
      const isLast = nextSibling[row] === -1;
      lane[row] = (lane[parent] ?? 0) + (isLast ? 0 : 1);
      outer[row] = isLast ? (outer[parent] ?? -1) : parent;
    }
    room[row] = line + 1;
    lineOf[row] = line;
    rowAt[line] = row;
    laneCount = Math.max(laneCount, (lane[row] ?? 0) + 1);
  }
  return { rowAt, lineOf, lane, outer, laneCount };
}

/** How many entries hang at each row, itself included. */
function subtreeSizes(parents: Int32Array): Int32Array {
  const size = new Int32Array(parents.length).fill(1);
  for (let row = parents.length - 1; row >= 0; row--) {
    const parent = parents[row] ?? -1;
    if (parent >= 0) size[parent] = (size[parent] ?? 1) + (size[row] ?? 1);
  }
  return size;
}
