import type { SessionPaneProps } from '../../app/session-pane';
import { PROGRESS_AFTER_MS, useElapsed } from '../../app/use-elapsed';
import { choiceKey, useSessionView, useViewState } from '../../app/view-state';
import { EmptyState } from '../../ui/empty-state';
import { useEntryMenu } from '../entry/entry-menu';
import { SessionScopeProvider } from '../entry/session-scope';
import { sessionTree } from '../entry/session-tree';
import { useViewedPath } from '../entry/viewed-path';
import { TranscriptHeader } from './transcript-header';
import { TranscriptList } from './transcript-list';

/** The conversation from a root to the viewed leaf. */
export function TranscriptPane(pane: SessionPaneProps) {
  const { file, session, heads } = pane;
  const view = useSessionView(file.fileId, session.id, heads);
  const choice = useViewState((state) => state.choices[choiceKey(file.fileId, session.id)]);
  const path = useViewedPath(file.fileId, session.id, heads, view);
  const { menu, open: openMenu } = useEntryMenu(pane, view);
  const isSlow = useElapsed(PROGRESS_AFTER_MS, heads.status);

  if (path.rows.length === 0) {
    if (heads.status !== 'loading')
      return <EmptyState title="Nothing to show">This session has no entries.</EmptyState>;
    return (
      isSlow && (
        <EmptyState title="Reading entries">
          Choose one in the tree, or wait for the end of the session.
        </EmptyState>
      )
    );
  }
  return (
    <SessionScopeProvider file={file} sessionId={session.id}>
      <TranscriptHeader
        format={file.summary.format}
        heads={heads}
        path={path}
        view={view}
        onMenu={openMenu}
      />
      <TranscriptList
        key={file.generation}
        tree={sessionTree(heads)}
        heads={heads}
        path={path}
        view={view}
        // A new object each time an entry is chosen, the same entry included.
        chosen={choice?.selected ?? null}
        onMenu={openMenu}
      />
      {menu}
    </SessionScopeProvider>
  );
}
