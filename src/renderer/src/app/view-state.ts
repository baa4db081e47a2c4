import { useMemo } from 'react';
import { create } from 'zustand';
import { type Branches, branchEnd } from '../../../shared/tree/branches';
import type { SessionIndex } from '../../../shared/tree/session-index';
import { newestLeafBelow } from '../../../shared/tree/shape';
import { sessionTree } from '../features/entry/session-tree';
import type { SessionHeads } from './heads';

/**
 * An entry the user chose. The id is what stays true when the file is read again; the row saves
 * looking the id up as long as nothing moved, and tells apart two entries with one id.
 */
export interface EntryRef {
  readonly id: string;
  readonly row: number;
  /** Stands in for an entry that was just written, until the file has been read again. */
  readonly until?: EntryRef;
}

/** What the user looks at in one session; null where nothing was chosen. */
export interface SessionChoice {
  readonly viewedLeaf: EntryRef | null;
  readonly selected: EntryRef | null;
}

/** What the user looks at: a session of a file, and what was chosen in it. */
export interface ViewedPlace extends SessionChoice {
  readonly fileId: string;
  /** Null while the file shows none. */
  readonly sessionId: string | null;
}

/** `session` and `extensions` only where a session has them. */
export type InspectorTab = 'entry' | 'raw' | 'files' | 'session' | 'extensions' | 'checks';

interface ViewState {
  /** The file on screen, or the folder. */
  readonly activeFileId: string | null;
  /** By file id. */
  readonly activeSessions: Readonly<Record<string, string>>;
  /** By `choiceKey`. */
  readonly choices: Readonly<Record<string, SessionChoice>>;
  readonly inspectorTab: InspectorTab;
  readonly panes: { readonly sessions: boolean; readonly inspector: boolean };
  selectFile(fileId: string | null): void;
  selectSession(fileId: string, sessionId: string): void;
  choose(fileId: string, sessionId: string, change: Partial<SessionChoice>): void;
  /** Shows what was looked at before. */
  restore(place: ViewedPlace): void;
  showInspectorTab(tab: InspectorTab): void;
  togglePane(pane: 'sessions' | 'inspector'): void;
  /** Forgets what was chosen in files that are no longer open. */
  keepFiles(fileIds: readonly string[]): void;
}

export function choiceKey(fileId: string, sessionId: string): string {
  return `${fileId}\n${sessionId}`;
}

const NOTHING_CHOSEN: SessionChoice = { viewedLeaf: null, selected: null };

/** What the window shows. Kept by ids, so that it survives reading a file again. */
export const useViewState = create<ViewState>()((set) => ({
  activeFileId: null,
  activeSessions: {},
  choices: {},
  inspectorTab: 'entry',
  panes: { sessions: true, inspector: true },
  selectFile: (activeFileId) => set({ activeFileId }),
  selectSession: (fileId, sessionId) =>
    set((state) => ({
      activeFileId: fileId,
      activeSessions: { ...state.activeSessions, [fileId]: sessionId },
    })),
  choose: (fileId, sessionId, change) =>
    set(({ choices }) => {
      const key = choiceKey(fileId, sessionId);
      return { choices: { ...choices, [key]: { ...(choices[key] ?? NOTHING_CHOSEN), ...change } } };
    }),
  restore: ({ fileId, sessionId, selected, viewedLeaf }) =>
    set(({ activeSessions, choices }) => {
      if (sessionId === null) return { activeFileId: fileId };
      // A new object: the entry was chosen again, and comes into view.
      const choice = { viewedLeaf, selected: selected && { ...selected } };
      return {
        activeFileId: fileId,
        activeSessions: { ...activeSessions, [fileId]: sessionId },
        choices: { ...choices, [choiceKey(fileId, sessionId)]: choice },
      };
    }),
  showInspectorTab: (inspectorTab) =>
    set(({ panes }) => ({ inspectorTab, panes: { ...panes, inspector: true } })),
  togglePane: (pane) => set(({ panes }) => ({ panes: { ...panes, [pane]: !panes[pane] } })),
  keepFiles: (fileIds) =>
    set(({ activeFileId, activeSessions, choices }) => ({
      activeFileId: activeFileId !== null && fileIds.includes(activeFileId) ? activeFileId : null,
      activeSessions: Object.fromEntries(
        Object.entries(activeSessions).filter(([fileId]) => fileIds.includes(fileId)),
      ),
      choices: Object.fromEntries(
        Object.entries(choices).filter(([key]) => fileIds.includes(key.split('\n', 1)[0] ?? '')),
      ),
    })),
}));

/** What the user looks at in a session, as rows; -1 where there is none (yet). */
export interface SessionView {
  /** Row of the leaf the user looks at; the stored leaf until another was chosen. */
  readonly viewedLeafRow: number;
  readonly selectedRow: number;
  /** Row of the leaf the file names; -1 while the heads are loading, too. */
  readonly storedLeafRow: number;
  /** Selects an entry and shows its path. */
  selectEntry(row: number): void;
  /** Shows the path to an entry, whatever hangs below it. */
  viewLeaf(row: number): void;
}

/** The viewed leaf and the selection of a session, with the actions that change them. */
export function useSessionView(fileId: string, sessionId: string, heads: SessionHeads): SessionView {
  const { index, version, status } = heads;
  const choice = useViewState((state) => state.choices[choiceKey(fileId, sessionId)] ?? NOTHING_CHOSEN);
  // The index is one growing object: `version` says when it changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const rows = useMemo(() => resolveChoice(index, choice), [index, version, choice]);
  const followsStoredLeaf = status !== 'loading' && choice.viewedLeaf === null;
  return useMemo(
    () => ({
      ...rows,
      selectEntry(row: number) {
        const { branches } = sessionTree({ index, status });
        const leaf = leafToView(index.parents, branches, rows.viewedLeafRow, row);
        useViewState.getState().choose(fileId, sessionId, {
          selected: refTo(index, row),
          // What shows the stored leaf goes on to do so when the file names another one.
          ...(followsStoredLeaf && leaf === rows.viewedLeafRow ? {} : { viewedLeaf: refTo(index, leaf) }),
        });
      },
      viewLeaf(row: number) {
        useViewState.getState().choose(fileId, sessionId, { viewedLeaf: refTo(index, row) });
      },
    }),
    [fileId, sessionId, index, status, rows, followsStoredLeaf],
  );
}

/**
 * The leaf whose path shows an entry: the viewed one if the entry is on its path, else the end of the newest
 * branch below the entry; below bookkeeping that no branch passes, the newest leaf.
 */
export function leafToView(
  parents: Int32Array,
  branches: Branches,
  viewedLeafRow: number,
  row: number,
): number {
  let above = viewedLeafRow;
  // Parents have smaller rows: the walk ends at the entry or passes it.
  while (above > row) above = parents[above] ?? -1;
  if (above === row) return viewedLeafRow;
  return (branches.newest[row] ?? -1) < 0 ? newestLeafBelow(parents, row) : branchEnd(branches, row);
}

/** Turns choices into rows of the index as it is now. Until a leaf is chosen, the stored one is viewed, else the last entry. */
export function resolveChoice(
  index: SessionIndex,
  choice: SessionChoice,
): Pick<SessionView, 'viewedLeafRow' | 'selectedRow' | 'storedLeafRow'> {
  const storedLeafRow = index.end?.storedLeafRow ?? -1;
  const chosen = choice.viewedLeaf === null ? -1 : rowOfRef(index, choice.viewedLeaf);
  const fallback = storedLeafRow >= 0 ? storedLeafRow : index.count - 1;
  return {
    viewedLeafRow: chosen >= 0 ? chosen : fallback,
    selectedRow: choice.selected === null ? -1 : rowOfRef(index, choice.selected),
    storedLeafRow,
  };
}

/** Row of an entry that was chosen, in the index as it is now; -1 when it is not there. */
export function rowOfRef(index: SessionIndex, ref: EntryRef): number {
  const row = ref.row < index.count && index.id(ref.row) === ref.id ? ref.row : index.rowOf(ref.id);
  return row < 0 && ref.until ? rowOfRef(index, ref.until) : row;
}

/** An entry as it is kept. */
export function refTo(index: SessionIndex, row: number): EntryRef {
  return { id: index.id(row), row };
}
