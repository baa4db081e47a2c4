import type { OpenFile } from '../../../../shared/contract/state';
import { type Branches, branchEnd } from '../../../../shared/tree/branches';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import type { SessionHeads } from '../../app/heads';
import type { ComparisonView, LeafRef } from '../../app/main-view';
import type { SessionPaneProps } from '../../app/session-pane';
import { rowOfRef } from '../../app/view-state';
import { sessionTree } from '../entry/session-tree';

/** One side of a comparison: a session, and the entry its path ends with. */
export interface ComparedPath extends SessionPaneProps {
  readonly row: number;
}

/** Row of a side's end; -1 while it is not known, or when it is not there. */
export function rowOfLeaf(index: SessionIndex, ref: LeafRef, viewedLeafRow: number): number {
  const storedLeafRow = index.end?.storedLeafRow ?? -1;
  if (ref === 'viewed') return viewedLeafRow;
  if (ref === 'stored') return storedLeafRow;
  return rowOfRef(index, ref);
}

/** What a comparison is asked with, and kept under. */
export function pathInput({ file, session, heads, row }: ComparedPath) {
  return { fileId: file.fileId, sessionId: session.id, entryId: heads.index.id(row), row };
}

/** Whether both sides are of one session. */
export function isOneSession(left: ComparedPath, right: ComparedPath): boolean {
  return left.file.fileId === right.file.fileId && left.session.id === right.session.id;
}

/** The open file at a path; null when none is. */
export function fileAt(files: readonly OpenFile[], path: string): OpenFile | null {
  return files.find((file) => file.path === path) ?? null;
}

/** The view with the leaves it means by `viewed` and `stored` named; two different ones, where there are two. */
export function settledSides(
  heads: Pick<SessionHeads, 'index' | 'status'>,
  view: ComparisonView,
  viewedLeafRow: number,
): ComparisonView {
  const { index } = heads;
  const refTo = (row: number) => ({ id: index.id(row), row });
  const leftRow = rowOfLeaf(index, view.left, viewedLeafRow);
  const left = typeof view.left === 'string' && leftRow >= 0 ? refTo(leftRow) : view.left;
  if (view.otherPath !== null) return left === view.left ? view : { ...view, left };
  let rightRow = rowOfLeaf(index, view.right, viewedLeafRow);
  if (
    typeof view.right === 'string' &&
    typeof view.left === 'string' &&
    (rightRow < 0 || rightRow === leftRow)
  )
    rightRow = otherBranch(sessionTree(heads).branches, leftRow);
  const right = typeof view.right === 'string' && rightRow >= 0 ? refTo(rightRow) : view.right;
  return left === view.left && right === view.right ? view : { ...view, left, right };
}

/** End of the newest branch that an entry is not on; the entry itself where there is none. */
function otherBranch(branches: Branches, row: number): number {
  const own = branchEnd(branches, row);
  return branches.ends.findLast((end) => end !== own && end !== row) ?? row;
}
