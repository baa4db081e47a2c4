import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { showToast } from '../ui/toast-store';
import type { Action } from './actions';
import { call, errorOf } from './bridge';
import { type LeafRef, type MainView, useMainView } from './main-view';
import { isThewayFile } from './session-actions';

/** An entry as far as the views depend on it. */
export interface ViewableEntry {
  readonly id: string;
  readonly row: number;
  readonly isStoredLeaf: boolean;
  readonly isViewedLeaf: boolean;
  readonly hasStoredLeaf: boolean;
}

const NO_SESSION = 'No session is shown.';

/** Comparing an entry, and what a model is given there. */
export function entryViewActions(
  file: OpenFile,
  sessionId: string,
  entry: ViewableEntry | null,
): readonly Action[] {
  const missing = entry === null ? 'No entry is shown.' : null;
  const show = (view: (at: LeafRef) => MainView) => () => {
    if (entry) useMainView.getState().show(file.fileId, sessionId, view({ id: entry.id, row: entry.row }));
  };
  return [
    {
      id: 'compare-with-viewed',
      title: 'Compare with viewed leaf',
      section: 'Tree',
      disabledReason: missing ?? (entry?.isViewedLeaf ? 'It is the viewed leaf.' : null),
      run: show((right) => ({ type: 'comparison', left: 'viewed', right, otherPath: null })),
    },
    {
      id: 'compare-with-stored',
      title: 'Compare with stored leaf',
      section: 'Tree',
      disabledReason:
        missing ??
        (entry?.hasStoredLeaf === false
          ? 'This session has no stored leaf.'
          : entry?.isStoredLeaf
            ? 'It is the stored leaf.'
            : null),
      run: show((left) => ({ type: 'comparison', left, right: 'stored', otherPath: null })),
    },
    {
      id: 'context-here',
      title: 'Context here',
      section: 'Tree',
      disabledReason: missing,
      run: show((leaf) => ({ type: 'context', leaf })),
    },
  ];
}

/** Comparing branches of a session, and what a model is given at its viewed leaf. */
export function sessionViewActions(file: OpenFile | null, session: SessionSummary | null): readonly Action[] {
  const missing = file === null || session === null ? NO_SESSION : null;
  const show = (view: MainView) => {
    if (file && session) useMainView.getState().show(file.fileId, session.id, view);
  };
  return [
    {
      id: 'compare-branches',
      title: 'Compare branches…',
      section: 'Session',
      disabledReason: missing,
      run: () => show({ type: 'comparison', left: 'viewed', right: 'stored', otherPath: null }),
    },
    {
      id: 'compare-with-source',
      title: 'Compare with source session',
      section: 'Session',
      disabledReason: missing ?? (file && sourceOf(file) === null ? 'This session names no source.' : null),
      run: () => {
        if (file && session) void compareWithSource(file, session);
      },
    },
    {
      id: 'show-context',
      title: 'Context at the viewed leaf',
      section: 'Session',
      disabledReason: missing,
      run: () => show({ type: 'context', leaf: 'viewed' }),
    },
    {
      id: 'close-view',
      title: 'Back to the transcript',
      section: 'View',
      disabledReason: missing,
      run: () => {
        if (file && session) useMainView.getState().close(file.fileId, session.id);
      },
    },
  ];
}

/** The session a fork says it was made of; null where it says none. */
function sourceOf(file: OpenFile): string | null {
  if (file.status !== 'open' || !isThewayFile(file)) return null;
  return file.summary.facts.find(({ name }) => name === 'Forked from')?.value ?? null;
}

/** A file may name any path as its source: only one beside it is opened. */
async function compareWithSource({ fileId, path }: OpenFile, session: SessionSummary): Promise<void> {
  try {
    const members = await call('session.family', { fileId });
    const place = members.find((member) => member.path === path)?.parent ?? null;
    const source = place === null ? undefined : members[place];
    if (source === undefined) showToast('Its source is not in the folder of this session.', 'err');
    else {
      const view = { type: 'comparison', left: 'viewed', right: 'stored', otherPath: source.path } as const;
      useMainView.getState().show(fileId, session.id, view);
    }
  } catch (reason) {
    showToast(errorOf(reason).message, 'err');
  }
}
