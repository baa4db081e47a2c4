import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { forkPosition } from '../../../../shared/tree/branches';
import { twoWriterForks } from '../../../../shared/tree/two-writers';
import type { VisibleTree } from '../../../../shared/tree/visible-tree';
import { type Action, runAction, useActions } from '../../app/actions';
import { entryActions } from '../../app/entry-actions';
import type { SessionPaneProps } from '../../app/session-pane';
import { useRemPx } from '../../app/text-size';
import { useSessionView, useViewState } from '../../app/view-state';
import { announce } from '../../ui/announcer';
import { EmptyState } from '../../ui/empty-state';
import { BranchIcon } from '../../ui/icons';
import { showToast } from '../../ui/toast-store';
import { entryContext, useEntryMenu } from '../entry/entry-menu';
import { labelsByRow } from '../entry/labels';
import { sessionTree } from '../entry/session-tree';
import { useViewedLeaf, ViewedPath } from '../entry/viewed-path';
import { filterWords } from './filter-words';
import { type Landmark, nextLandmark } from './landmarks';
import { neighbourBranch } from './navigation';
import { NothingShown } from './nothing-shown';
import { WithOverview } from './overview';
import { runHere } from './run-keys';
import { useShownTree } from './shown-tree';
import { treeActions } from './tree-actions';
import { TREE_FILTER_ID, TreeHeader } from './tree-header';
import { TreeKeys } from './tree-keys';
import { useTreeOptions, withRunTurned } from './tree-options';
import type { DrawnSession } from './tree-row';
import { TREE_GRID_ID, TreeRows } from './tree-rows';
import { TreeViewport } from './tree-viewport';

/** Row height in rem: 28 px at the normal text size. */
const ROW_REM = 1.75;
const NO_EXCEPTIONS: ReadonlySet<number> = new Set();

/** The whole session as a tree of branches. */
export function TreePane(pane: SessionPaneProps) {
  const { file, session, heads } = pane;
  const view = useSessionView(file.fileId, session.id, heads);
  const tree = sessionTree(heads);
  const leaf = useViewedLeaf(file.fileId, session.id, heads, view);
  const labels = useMemo(() => labelsByRow(heads.index.end?.labels ?? []), [heads.index.end]);
  const { filter, isFolded } = useTreeOptions();
  const [text, setText] = useState('');
  const [except, setExcept] = useState(NO_EXCEPTIONS);
  const folding = useMemo(() => ({ isFolded, except }), [isFolded, except]);
  const { shown, table } = useShownTree(tree, {
    filter,
    text,
    folding,
    labels,
    storedLeafRow: view.storedLeafRow,
  });
  const twoWriters = useMemo(() => forksWithTwoWriters(tree), [tree]);
  const drawn = useMemo<DrawnSession>(
    () => ({
      tree,
      shown,
      labels,
      twoWriters,
      numbers: tree.branches.numbers,
      path: new ViewedPath(shown.shape.parents, shown.places[leaf] ?? -1),
    }),
    [tree, shown, labels, twoWriters, leaf],
  );
  const [viewport] = useState(() => new TreeViewport());
  const [keys] = useState(() => new TreeKeys());
  const [activeRow, setActiveRow] = useState(-1);
  const rowHeight = Math.round(ROW_REM * useRemPx());

  const turnRun = useCallback((start: number) => setExcept((last) => withRunTurned(last, start)), []);

  // What is selected elsewhere is where the arrow keys go on; before that, the end of the viewed path.
  const start = view.selectedRow >= 0 ? view.selectedRow : tree.isComplete ? view.viewedLeafRow : -1;
  const lastShown = useRef(shown);
  useEffect(() => {
    lastShown.current = shown;
  });
  const lastIndex = useRef(heads.index);
  const keepsPlace = useEffectEvent(
    () =>
      lastIndex.current !== heads.index &&
      view.selectedRow < 0 &&
      activeRow >= 0 &&
      activeRow < heads.index.count,
  );
  useEffect(() => {
    // Entries that are added move neither the list nor where the arrow keys go on.
    if (keepsPlace()) return;
    setActiveRow(start);
    // An entry that is chosen elsewhere comes out of the run it is folded away in.
    const { runs, places } = lastShown.current;
    const run = start < 0 ? -1 : runs.startOf(start);
    if (run >= 0 && runs.entriesAt(places[start] ?? -1) > 1) turnRun(run);
  }, [start, turnRun]);
  useEffect(() => {
    lastIndex.current = heads.index;
  });

  const { selectEntry } = view;
  const pick = useCallback(
    (row: number) => {
      setActiveRow(row);
      selectEntry(row);
    },
    [selectEntry],
  );

  const hasEntries = tree.count > 0;
  const commands = useMemo(
    () => ({
      showBranch(step: -1 | 1) {
        const row = neighbourBranch(tree.shape, tree.branches, Math.max(activeRow, 0), step);
        if (row === activeRow) return;
        pick(row);
        const above = Math.max(tree.shape.parents[row] ?? -1, -1);
        const fork = forkPosition(tree.branches, tree.shape, above, row);
        if (fork) announce(`Branch ${fork.position} of ${fork.count}`);
      },
      goTo(landmark: Landmark, step: -1 | 1) {
        const row = nextLandmark(tree, shown, activeRow, landmark, step);
        if (row >= 0) pick(row);
        else showToast(`${NONE_WORDS[landmark]} ${step < 0 ? 'above' : 'below'}.`);
      },
      focusFilter: () => document.getElementById(TREE_FILTER_ID)?.focus(),
      show: (next: typeof filter) => useTreeOptions.getState().show(next),
      turnRuns() {
        setExcept(NO_EXCEPTIONS);
        useTreeOptions.getState().fold(shown.runs.foldedCount === 0);
      },
      unfoldAll() {
        setExcept(NO_EXCEPTIONS);
        useTreeOptions.getState().fold(false);
      },
      turnRun() {
        const run = runHere(shown, activeRow);
        if (run) turnRun(run.start);
        else showToast('This entry is in no run.');
      },
    }),
    [tree, shown, activeRow, pick, turnRun],
  );
  const sessionId = session.id;
  const entry = entryContext(pane, view, activeRow);
  const entryKey = JSON.stringify(entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the entry
  const actions = useMemo(
    () => [...treeActions(hasEntries, commands), ...entryActions(file, sessionId, entry)],
    [hasEntries, commands, file, sessionId, entryKey],
  );
  useActions('tree', actions);
  const runActions = useCallback((row: number) => runMenu(shown, row, turnRun), [shown, turnRun]);
  const { menu, open: openMenu } = useEntryMenu(pane, view, runActions);
  const keyTarget = {
    index: tree.index,
    shown,
    activate: setActiveRow,
    turnRun,
    unfoldAll: commands.unfoldAll,
    label: () => runAction('label-entry'),
  };

  const problemCount = Math.max(heads.index.end?.problemCount ?? 0, table.counts.problems);
  function showNextProblem() {
    const next = nextLandmark(tree, shown, activeRow, 'problem', 1);
    const row = next >= 0 ? next : nextLandmark(tree, shown, -1, 'problem', 1);
    // A problem of the session as a whole has no row; the list of all is with the checks.
    if (row < 0) useViewState.getState().showInspectorTab('checks');
    else pick(row);
  }

  if (tree.count === 0 && heads.status === 'complete') {
    return <EmptyState icon={<BranchIcon sizeRem={1.5} />} title="This session has no entries" />;
  }
  return (
    <>
      <TreeHeader
        table={table}
        isComplete={tree.isComplete}
        text={text}
        onText={setText}
        onLeave={() => document.getElementById(TREE_GRID_ID)?.focus()}
        runs={shown.runs}
        onFold={() => commands.turnRuns()}
        problemCount={problemCount}
        onNextProblem={showNextProblem}
      />
      {shown.shape.count === 0 && tree.count > 0 ? (
        <NothingShown
          filterName={filterWords(filter).name}
          text={text}
          isComplete={tree.isComplete}
          onClear={() => setText('')}
          onEverything={() => commands.show('everything')}
        />
      ) : (
        <WithOverview
          drawn={drawn}
          viewport={viewport}
          storedLeafRow={view.storedLeafRow}
          viewedLeafRow={leaf}
        >
          <TreeRows
            key={rowHeight}
            drawn={drawn}
            viewport={viewport}
            rowHeight={rowHeight}
            selectedRow={view.selectedRow}
            storedLeafRow={view.storedLeafRow}
            viewedLeafRow={leaf}
            activeRow={activeRow < tree.count ? activeRow : -1}
            onActivate={setActiveRow}
            onPick={pick}
            onTurnRun={turnRun}
            onMenu={openMenu}
            onKey={(event, row) => keys.press(event, row, keyTarget)}
          />
        </WithOverview>
      )}
      {menu}
    </>
  );
}

const NONE_WORDS: Readonly<Record<Landmark, string>> = {
  'branch-point': 'No branch point',
  user: 'No user message',
  problem: 'No problem',
};

/** What the menu of an entry has besides: the run it is in, or the one below it. */
function runMenu(shown: VisibleTree, row: number, turnRun: (start: number) => void): readonly Action[] {
  const run = runHere(shown, row);
  if (!run) return [];
  const title = run.isFolded ? 'Unfold this run' : 'Fold this run';
  return [{ id: 'turn-run', title, section: 'Tree', run: () => turnRun(run.start) }];
}

/** Known once all entries are; a session of one branch has none. */
function forksWithTwoWriters({ isComplete, branches, index }: ReturnType<typeof sessionTree>) {
  const isForked = branches.tips.length > 1;
  return new Set(isComplete && isForked ? twoWriterForks(index.parents, index.kinds) : []);
}
