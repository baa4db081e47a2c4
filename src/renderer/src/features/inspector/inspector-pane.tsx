import { useId } from 'react';
import type { SessionPaneProps } from '../../app/session-pane';
import { type InspectorTab, useSessionView, useViewState } from '../../app/view-state';
import { EmptyState } from '../../ui/empty-state';
import { type Segment, SegmentedControl, tabId } from '../../ui/segmented-control';
import { ChecksPanel } from '../checks/checks-panel';
import { SessionScopeProvider } from '../entry/session-scope';
import { EntryPanel } from './entry-panel';
import styles from './inspector-pane.module.css';
import { RawPanel } from './raw-panel';

const TABS: readonly Segment<InspectorTab>[] = [
  { value: 'entry', label: 'Entry', title: 'What the selected entry holds' },
  { value: 'raw', label: 'Raw', title: 'Its record as it is stored' },
  { value: 'checks', label: 'Checks', title: 'Whether the file is sound' },
];

/** The selected entry in every detail, and the checks of the file. */
export function InspectorPane({ file, session, heads }: SessionPaneProps) {
  const panelId = useId();
  const tab = useViewState((state) => state.inspectorTab);
  const showTab = useViewState((state) => state.showInspectorTab);
  const view = useSessionView(file.fileId, session.id, heads);
  const row = view.selectedRow;
  return (
    <>
      <header className={styles.header}>
        <SegmentedControl
          label="Inspector"
          segments={TABS}
          value={tab}
          onChange={showTab}
          panelId={panelId}
        />
      </header>
      <div
        id={panelId}
        className={styles.panel}
        role="tabpanel"
        aria-labelledby={tabId(panelId, tab)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
      >
        <SessionScopeProvider file={file} sessionId={session.id}>
          {tab === 'checks' && <ChecksPanel key={file.fileId} file={file} session={session} heads={heads} />}
          {tab !== 'checks' && row < 0 && (
            <EmptyState title="No entry selected">Choose one in the tree or in the transcript.</EmptyState>
          )}
          {tab === 'entry' && row >= 0 && (
            <EntryPanel key={row} file={file} session={session} heads={heads} row={row} view={view} />
          )}
          {tab === 'raw' && row >= 0 && <RawPanel key={row} row={row} />}
        </SessionScopeProvider>
      </div>
    </>
  );
}
