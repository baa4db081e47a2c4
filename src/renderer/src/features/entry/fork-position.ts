import type { SessionIndex } from '../../../../shared/tree/session-index';
import type { TreeShape } from '../../../../shared/tree/shape';

/** Which of the branches at a fork is the viewed one, and where its neighbours start. */
export interface ForkPosition {
  /** From 1. */
  readonly position: number;
  readonly count: number;
  /** First rows of the branches before and after; -1 at either end. */
  readonly previous: number;
  readonly next: number;
}

/**
 * Place of `child` among the branches that start below `fork` (-1: among the beginnings of the
 * session); null where nothing forks. An entry that only moved the leaf away is no branch, unless it
 * is the one being viewed.
 */
export function forkPosition(
  shape: TreeShape,
  index: SessionIndex,
  fork: number,
  child: number,
): ForkPosition | null {
  const first = fork >= 0 ? (shape.firstChild[fork] ?? -1) : -1;
  if (fork >= 0 ? (shape.childCount[fork] ?? 0) < 2 : shape.roots.length < 2) return null;
  let count = 0;
  let position = 0;
  let previous = -1;
  let next = -1;
  let before = -1;
  const visit = (row: number) => {
    if (row !== child && isPointerMove(shape, index, row)) return;
    count += 1;
    if (row === child) {
      position = count;
      previous = before;
    } else if (position > 0 && next < 0) {
      next = row;
    }
    before = row;
  };
  if (fork >= 0) for (let row = first; row >= 0; row = shape.nextSibling[row] ?? -1) visit(row);
  else for (const root of shape.roots) visit(root);
  return count > 1 && position > 0 ? { position, count, previous, next } : null;
}

/** Whether an entry did nothing but move the leaf: it hangs at the end of a branch and is none itself. */
function isPointerMove(shape: TreeShape, index: SessionIndex, row: number): boolean {
  return (shape.childCount[row] ?? 0) === 0 && index.isKind(row, 'leaf_move');
}
