import { useMemo } from 'react';
import { pathTo } from '../../../../shared/tree/shape';
import type { SessionHeads } from '../../app/heads';
import { choiceKey, type SessionView, useViewState } from '../../app/view-state';

/** The path from a root to the viewed leaf; 4 bytes an entry on it. */
export class ViewedPath {
  /** Rows from the root down to the leaf, ascending as on every path. */
  readonly rows: Int32Array;
  readonly leaf: number;

  constructor(parents: Int32Array, leaf: number) {
    this.rows = pathTo(parents, leaf);
    this.leaf = leaf;
  }

  /** Whether a row is on the path; takes a step for each doubling of its length, and no column of marks. */
  has(row: number): boolean {
    return this.rows[positionFrom(this.rows, row)] === row;
  }

  /** The row after this one on the path; -1 at the leaf and off the path. */
  next(row: number): number {
    const at = positionFrom(this.rows, row);
    return this.rows[at] === row ? (this.rows[at + 1] ?? -1) : -1;
  }
}

/** Position of the first of ascending rows that is not below a row. */
function positionFrom(ascending: Int32Array, row: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The path that is viewed; empty while it is not known. Until all heads are there, which leaf the
 * file names is open: only a leaf that was chosen by hand has a path by then.
 */
export function useViewedPath(
  fileId: string,
  sessionId: string,
  heads: SessionHeads,
  view: SessionView,
): ViewedPath {
  const { index } = heads;
  const leaf = useViewedLeaf(fileId, sessionId, heads, view);
  // The parents of entries that are known never change.
  return useMemo(() => new ViewedPath(index.parents, leaf), [index, leaf]);
}

/** Row of the leaf whose path is viewed; -1 while that is not known. */
export function useViewedLeaf(
  fileId: string,
  sessionId: string,
  { status }: SessionHeads,
  { viewedLeafRow }: SessionView,
): number {
  const isChosen = useViewState((state) => state.choices[choiceKey(fileId, sessionId)]?.viewedLeaf != null);
  return isChosen || status !== 'loading' ? viewedLeafRow : -1;
}
