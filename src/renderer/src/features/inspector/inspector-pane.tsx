import { useId, useMemo } from 'react';
import type { EntryKind } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import type { SessionPaneProps } from '../../app/session-pane';
import { type InspectorTab, useSessionView, useViewState } from '../../app/view-state';
import { EmptyState } from '../../ui/empty-state';
import { type Segment, SegmentedControl, tabId } from '../../ui/segmented-control';
import { ChecksPanel } from '../checks/checks-panel';
import { SessionScopeProvider } from '../entry/session-scope';
import { EntryPanel } from './entry-panel';
import { ExtensionsPanel } from './extensions-panel';
import { FilesPanel } from './files-panel';
import styles from './inspector-pane.module.css';
import { LabelList } from './label-list';
import { RawPanel } from './raw-panel';
import { SessionPanel } from './session-panel';

const TABS: readonly Segment<InspectorTab>[] = [
  { value: 'entry', label: 'Entry', title: 'What the selected entry holds' },
  { value: 'raw', label: 'Raw', title: 'Its record as it is stored' },
  { value: 'files', label: 'Files', title: 'The files that the calls on the viewed path read and changed' },
  { value: 'session', label: 'Session', title: 'What the file says of the session, and its family' },
  { value: 'extensions', label: 'Extensions', title: 'What extensions keep on the viewed path' },
  { value: 'checks', label: 'Checks', title: 'Whether the file is sound' },
];

/** The tabs that have something to show: what only some sessions have is left out of the others. */
function tabsFor(isTheway: boolean, hasExtensions: boolean): readonly Segment<InspectorTab>[] {
  return TABS.filter(({ value }) => {
    if (value === 'session') return isTheway;
    return value !== 'extensions' || hasExtensions;
  });
}

/** The selected entry in every detail, and the checks of the file. */
export function InspectorPane(pane: SessionPaneProps) {
  const { file, session, heads } = pane;
  const panelId = useId();
  const chosenTab = useViewState((state) => state.inspectorTab);
  const showTab = useViewState((state) => state.showInspectorTab);
  const view = useSessionView(file.fileId, session.id, heads);
  const row = view.selectedRow;
  const { index, version } = heads;
  const isTheway = file.summary.format === 'theway';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is one growing object, `version` says when it changed
  const hasExtensions = useMemo(() => isTheway && hasKind(index, 'extension'), [isTheway, index, version]);
  const tabs = tabsFor(isTheway, hasExtensions);
  const tab = tabs.some(({ value }) => value === chosenTab) ? chosenTab : 'entry';
  return (
    <>
      <header className={styles.header}>
        <SegmentedControl
          label="Inspector"
          segments={tabs}
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
        <SessionScopeProvider file={file} sessionId={session.id} since={pane.since}>
          {tab === 'checks' && <ChecksPanel key={file.fileId} file={file} session={session} heads={heads} />}
          {tab === 'files' && <FilesPanel {...pane} view={view} />}
          {tab === 'session' && <SessionPanel {...pane} />}
          {tab === 'extensions' && <ExtensionsPanel {...pane} view={view} />}
          {(tab === 'entry' || tab === 'raw') && row < 0 && (
            <EmptyState title="No entry selected">Choose one in the tree or in the transcript.</EmptyState>
          )}
          {tab === 'entry' && row >= 0 && (
            <EntryPanel key={row} file={file} session={session} heads={heads} row={row} view={view} />
          )}
          {tab === 'entry' && <LabelList heads={heads} view={view} />}
          {tab === 'raw' && row >= 0 && <RawPanel key={row} file={file} session={session} row={row} />}
        </SessionScopeProvider>
      </div>
    </>
  );
}

function hasKind(index: SessionIndex, kind: EntryKind): boolean {
  for (let row = 0; row < index.count; row++) if (index.isKind(row, kind)) return true;
  return false;
}
