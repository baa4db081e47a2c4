import type { SessionSummary } from '../../../shared/model/session';
import { FindBar } from '../features/find/find-bar';
import { InspectorPane } from '../features/inspector/inspector-pane';
import { LabelDialog } from '../features/navigation/label-dialog';
import { TranscriptPane } from '../features/transcript/transcript-pane';
import { TreePane } from '../features/tree/tree-pane';
import { Splitter, usePaneSize } from '../ui/splitter';
import type { ReadFile } from './active-file';
import { ChangedBar } from './changed-bar';
import { useFollowedFile } from './follow-file';
import { useSessionIndex } from './heads';
import { HeadsBar } from './heads-bar';
import { useHeldPane } from './held-pane';
import { useLinkedEntry } from './linked-place';
import { useShownView } from './main-view';
import { AsideBar, MainViewPane, useLeaveComparison } from './main-view-pane';
import { useOverlay } from './overlay';
import { PaneBoundary } from './pane-boundary';
import styles from './session-screen.module.css';
import { StatusBar } from './status-bar';
import { useSessionView, useViewState } from './view-state';

interface SessionScreenProps {
  file: ReadFile;
  session: SessionSummary;
}

/** A session in its three panes. */
export function SessionScreen({ file, session }: SessionScreenProps) {
  const heads = useSessionIndex(file, session);
  const view = useSessionView(file.fileId, session.id, heads);
  useLinkedEntry(file.fileId, session, heads, view);
  const isLabelListShown = useOverlay((state) => state.overlay === 'labels');
  const closeOverlay = useOverlay((state) => state.close);
  const hasInspector = useViewState((state) => state.panes.inspector);
  const tree = usePaneSize('pane-tree', 412, 200, 960);
  const inspector = usePaneSize('pane-inspector', 324, 200, 960);
  const isFollowed = useFollowedFile(file, heads.status === 'loading');
  const pane = useHeldPane({ file, session, heads });
  const shown = useShownView(file.fileId, session.id);
  const mainView = shown?.view ?? null;
  const isCovered = mainView !== null && !shown?.isAside;
  useLeaveComparison(file.fileId, session.id);
  // Panes give way in a narrow window; the transcript keeps what it needs to be read.
  const columns = [
    `minmax(min(10rem, 25%), ${tree.size}px)`,
    // Two columns of text need more than one.
    isCovered ? 'minmax(min(30rem, 70%), 1fr)' : 'minmax(min(26rem, 45%), 1fr)',
    ...(hasInspector && !isCovered ? [`minmax(min(11.25rem, 30%), ${inspector.size}px)`] : []),
  ];
  return (
    <>
      {file.change !== null && !(isFollowed && file.change === 'written') && (
        <ChangedBar fileId={file.fileId} place={file.place} change={file.change} />
      )}
      <HeadsBar heads={pane.heads} />
      <div className={styles.panes} style={{ gridTemplateColumns: columns.join(' ') }}>
        <section className={styles.pane} aria-label="Tree" data-pane>
          <PaneBoundary>
            <TreePane {...pane} />
          </PaneBoundary>
          <Splitter label="Width of the tree" pane={tree} side="right" />
        </section>
        {mainView && isCovered ? (
          <MainViewPane pane={pane} view={mainView} />
        ) : (
          <>
            <section className={styles.pane} aria-label="Transcript" data-pane>
              <PaneBoundary>
                {mainView && <AsideBar {...pane} view={mainView} />}
                <FindBar {...pane} />
                <TranscriptPane {...pane} />
              </PaneBoundary>
            </section>
            {hasInspector && (
              <section className={styles.pane} aria-label="Inspector" data-pane>
                <PaneBoundary>
                  <InspectorPane {...pane} />
                </PaneBoundary>
                <Splitter label="Width of the inspector" pane={inspector} side="left" />
              </section>
            )}
          </>
        )}
      </div>
      <StatusBar {...pane} />
      {isLabelListShown && <LabelDialog heads={heads} view={view} onClose={closeOverlay} />}
    </>
  );
}
