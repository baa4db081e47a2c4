import { useCallback, useEffect, useMemo, useState } from 'react';
import { forkPosition } from '../../../../shared/tree/branches';
import { useActions } from '../../app/actions';
import { entryActions } from '../../app/entry-actions';
import type { SessionPaneProps } from '../../app/session-pane';
import { useRemPx } from '../../app/text-size';
import { useSessionView } from '../../app/view-state';
import { announce } from '../../ui/announcer';
import { EmptyState } from '../../ui/empty-state';
import { BranchIcon } from '../../ui/icons';
import { entryContext, useEntryMenu } from '../entry/entry-menu';
import { labelsByRow } from '../entry/labels';
import { sessionTree } from '../entry/session-tree';
import { useViewedPath } from '../entry/viewed-path';
import { branchActions } from './branch-actions';
import { neighbourBranch } from './navigation';
import { TreeHeader } from './tree-header';
import { TreeRows } from './tree-rows';

/** Row height in rem: 28 px at the normal text size. */
const ROW_REM = 1.75;

/** The whole session as a tree of branches. */
export function TreePane(pane: SessionPaneProps) {
  const { file, session, heads } = pane;
  const view = useSessionView(file.fileId, session.id, heads);
  const tree = sessionTree(heads);
  const path = useViewedPath(file.fileId, session.id, heads, view);
  const labels = useMemo(() => labelsByRow(heads.index.end?.labels ?? []), [heads.index.end]);
  const [activeRow, setActiveRow] = useState(-1);
  const rowHeight = Math.round(ROW_REM * useRemPx());

  // What is selected elsewhere is where the arrow keys go on; before that, the end of the viewed path.
  const start = view.selectedRow >= 0 ? view.selectedRow : tree.isComplete ? view.viewedLeafRow : -1;
  useEffect(() => setActiveRow(start), [start]);

  const { selectEntry } = view;
  const pick = useCallback(
    (row: number) => {
      setActiveRow(row);
      selectEntry(row);
    },
    [selectEntry],
  );
  const showBranch = useCallback(
    (step: -1 | 1) => {
      const row = neighbourBranch(tree.shape, tree.branches, Math.max(activeRow, 0), step);
      if (row === activeRow) return;
      pick(row);
      const fork = forkPosition(tree.branches, tree.shape, Math.max(tree.shape.parents[row] ?? -1, -1), row);
      if (fork) announce(`Branch ${fork.position} of ${fork.count}`);
    },
    [tree, activeRow, pick],
  );
  const hasEntries = tree.count > 0;
  const sessionId = session.id;
  const entry = entryContext(pane, view, activeRow);
  const entryKey = JSON.stringify(entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the entry
  const actions = useMemo(
    () => [...branchActions(hasEntries, showBranch), ...entryActions(file, sessionId, entry)],
    [hasEntries, showBranch, file, sessionId, entryKey],
  );
  useActions('tree', actions);
  const { menu, open: openMenu } = useEntryMenu(pane, view);

  if (tree.count === 0 && heads.status === 'complete') {
    return <EmptyState icon={<BranchIcon sizeRem={1.5} />} title="This session has no entries" />;
  }
  return (
    <>
      <TreeHeader
        tree={tree}
        format={file.summary.format}
        heads={heads}
        activeRow={activeRow}
        onPick={pick}
      />
      <TreeRows
        key={rowHeight}
        tree={tree}
        path={path}
        rowHeight={rowHeight}
        labels={labels}
        selectedRow={view.selectedRow}
        storedLeafRow={view.storedLeafRow}
        activeRow={activeRow < tree.count ? activeRow : -1}
        onActivate={setActiveRow}
        onPick={pick}
        onMenu={openMenu}
      />
      {menu}
    </>
  );
}
