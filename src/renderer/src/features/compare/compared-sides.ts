import type { OpenFile } from '../../../../shared/contract/state';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import type { LeafRef } from '../../app/main-view';
import type { SessionPaneProps } from '../../app/session-pane';
import { rowOfRef } from '../../app/view-state';

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
