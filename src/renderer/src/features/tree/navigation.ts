import { type Branches, forkPosition } from '../../../../shared/tree/branches';
import type { TreeShape } from '../../../../shared/tree/shape';
import { lineOfRow, rowOnLine, type VisibleTree } from '../../../../shared/tree/visible-tree';

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

/** Row a move leads to among those that are shown; the row itself where there is nowhere to go. */
export function moveFrom(shown: VisibleTree, row: number, move: TreeMove): number {
  const { shape, rows } = shown;
  const place = shown.places[row] ?? -1;
  switch (move.to) {
    case 'line': {
      const line = lineOfRow(shown, row) + move.by;
      return orRow(rowOnLine(shown, Math.min(Math.max(line, 0), shape.count - 1)), row);
    }
    case 'first':
      return orRow(rowOnLine(shown, 0), row);
    case 'last':
      return orRow(rowOnLine(shown, shape.count - 1), row);
    case 'parent':
      return rows[shape.parents[place] ?? -1] ?? row;
    case 'first-child':
      return rows[shape.firstChild[place] ?? -1] ?? row;
  }
}

function orRow(found: number, row: number): number {
  return found >= 0 ? found : row;
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
