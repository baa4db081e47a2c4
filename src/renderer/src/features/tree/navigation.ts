import { type Branches, forkPosition } from '../../../../shared/tree/branches';
import type { LaneLayout } from '../../../../shared/tree/lanes';
import type { TreeShape } from '../../../../shared/tree/shape';

/** A step of the active row in the tree. */
export type TreeMove =
  | { readonly to: 'first' | 'last' | 'parent' | 'first-child' }
  | { readonly to: 'line'; readonly by: number };

/** The move a key stands for; null for a key that is not the tree's. `pageRows` is how many rows are in view. */
export function moveOfKey(key: string, pageRows: number): TreeMove | null {
  switch (key) {
    case 'ArrowUp':
      return { to: 'line', by: -1 };
    case 'ArrowDown':
      return { to: 'line', by: 1 };
    case 'PageUp':
      return { to: 'line', by: -Math.max(pageRows - 1, 1) };
    case 'PageDown':
      return { to: 'line', by: Math.max(pageRows - 1, 1) };
    case 'Home':
      return { to: 'first' };
    case 'End':
      return { to: 'last' };
    case 'ArrowLeft':
      return { to: 'parent' };
    case 'ArrowRight':
      return { to: 'first-child' };
    default:
      return null;
  }
}

/** Row a move leads to; the row itself where there is nowhere to go. */
export function moveFrom(shape: TreeShape, layout: LaneLayout, row: number, move: TreeMove): number {
  switch (move.to) {
    case 'line': {
      const line = (layout.lineOf[row] ?? 0) + move.by;
      return layout.rowAt[Math.min(Math.max(line, 0), shape.count - 1)] ?? row;
    }
    case 'first':
      return layout.rowAt[0] ?? row;
    case 'last':
      return layout.rowAt[shape.count - 1] ?? row;
    case 'parent': {
      const parent = shape.parents[row] ?? -1;
      return parent >= 0 ? parent : row;
    }
    case 'first-child': {
      const child = shape.firstChild[row] ?? -1;
      return child >= 0 ? child : row;
    }
  }
}

/** First row of the branch beside the one this row is on, at the nearest fork above it; the row where there is none. */
export function neighbourBranch(shape: TreeShape, branches: Branches, row: number, step: -1 | 1): number {
  for (let top = row; top >= 0; top = shape.parents[top] ?? -1) {
    const fork = forkPosition(branches, shape, Math.max(shape.parents[top] ?? -1, -1), top);
    const next = step < 0 ? fork?.previous : fork?.next;
    if (fork) return next !== undefined && next >= 0 ? next : row;
  }
  return row;
}
