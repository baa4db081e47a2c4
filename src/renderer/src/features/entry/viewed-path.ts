import { useMemo } from 'react';
import { pathTo } from '../../../../shared/tree/shape';
import type { SessionHeads } from '../../app/heads';
import { choiceKey, type SessionView, useViewState } from '../../app/view-state';

const OFF_PATH = -2;
const LEAF = -1;

/** The path from a root to the viewed leaf, with answers in constant time. 4 bytes an entry. */
export class ViewedPath {
  /** Rows from the root down to the leaf. */
  readonly rows: Int32Array;
  readonly leaf: number;
  readonly #next: Int32Array;

  constructor(parents: Int32Array, leaf: number) {
    this.rows = pathTo(parents, leaf);
    this.leaf = leaf;
    this.#next = new Int32Array(parents.length).fill(OFF_PATH);
    for (let at = 0; at < this.rows.length; at++) {
      const row = this.rows[at];
      if (row !== undefined) this.#next[row] = this.rows[at + 1] ?? LEAF;
    }
  }

  has(row: number): boolean {
    return (this.#next[row] ?? OFF_PATH) !== OFF_PATH;
  }

  /** The row after this one on the path; -1 at the leaf and off the path. */
  next(row: number): number {
    return Math.max(this.#next[row] ?? LEAF, LEAF);
  }
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
