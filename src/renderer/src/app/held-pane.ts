import { useLayoutEffect, useRef } from 'react';
import { branchEnd } from '../../../shared/tree/branches';
import { sessionTree } from '../features/entry/session-tree';
import type { SessionHeads } from './heads';
import type { SessionPaneProps } from './session-pane';
import { useElapsed } from './use-elapsed';
import { choiceKey, refTo, rowOfRef, useViewState } from './view-state';

/** How long what was read before stays while a file is read again; from then on the new entries are shown as they come. */
const HELD_MS = 2_000;

/**
 * What the panes show of a session. A file that comes again, after a write or a reload, is read anew: while this takes, they
 * show what was there, rather than nothing. When entries were only added, what is on screen stays as it is.
 */
export function useHeldPane(read: SessionPaneProps): SessionPaneProps {
  const { file, heads, session } = read;
  const { generation } = file;
  const last = useRef<HeldPane | null>(null);
  const isSlow = useElapsed(HELD_MS, String(generation));
  const pane = nextPane(last.current, read, isSlow);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = pane;
    if (before && before.heads !== heads && pane.heads === heads && pane.since < generation)
      followBranch(file.fileId, session.id, before.heads, heads);
  });
  return pane;
}

type HeldPane = Required<SessionPaneProps>;

function nextPane(last: HeldPane | null, read: SessionPaneProps, isSlow: boolean): HeldPane {
  const { generation } = read.file;
  if (last === null) return { ...read, since: generation };
  if (last.file.generation === generation) return { ...read, since: last.since };
  if (read.heads.status === 'loading' && !isSlow) return last;
  return { ...read, since: isContinued(last.heads, read.heads) ? last.since : generation };
}

function isContinued(before: SessionHeads, now: SessionHeads): boolean {
  return (
    before.status === 'complete' && now.status === 'complete' && now.index.isContinuationOf(before.index)
  );
}

/** Who looks at the end of a branch goes on to do so when entries are added to it. */
function followBranch(fileId: string, sessionId: string, before: SessionHeads, now: SessionHeads): void {
  if (before.index === now.index) return;
  const { choices, choose } = useViewState.getState();
  const viewed = choices[choiceKey(fileId, sessionId)]?.viewedLeaf ?? null;
  const row = viewed === null ? -1 : rowOfRef(before.index, viewed);
  if (row < 0 || branchEnd(sessionTree(before).branches, row) !== row) return;
  const end = branchEnd(sessionTree(now).branches, row);
  if (end !== row) choose(fileId, sessionId, { viewedLeaf: refTo(now.index, end) });
}
