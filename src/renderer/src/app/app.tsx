import { useEffect, useMemo } from 'react';
import type { OpenFile, RecentFile, Theme } from '../../../shared/contract/state';
import { EditingDialog } from '../features/editing/editing-dialog';
import { keepFolderScans } from '../features/folder/folder-scans';
import { FolderView } from '../features/folder/folder-view';
import { LibraryPane } from '../features/library/library-pane';
import { Welcome } from '../features/library/welcome';
import { OpenLinkDialog } from '../features/navigation/open-link-dialog';
import { OpenAddressDialog } from '../features/servers/open-address-dialog';
import { ImportDialog } from '../features/session-editing/import-dialog';
import { SessionDialog } from '../features/session-editing/session-dialog';
import { AppearanceDialog } from '../features/settings/appearance-dialog';
import { Announcer } from '../ui/announcer';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { ErrorNotice } from '../ui/error-notice';
import { Toasts } from '../ui/toast';
import { runAction, useActions, useShortcuts } from './actions';
import { sessionToShow, useActivePlace } from './active-file';
import styles from './app.module.css';
import { errorOf, useAppEvent, useFiles, useFolders, useRecents } from './bridge';
import { CommandPalette } from './command-palette';
import { DropTarget } from './drop-target';
import { FileView } from './file-view';
import { useFocusKeeper } from './focus-keeper';
import { useViewHistory } from './history';
import { useLinks } from './linked-place';
import { type TaskOverlay, useOverlay } from './overlay';
import { shellActions } from './shell-actions';
import { ShortcutSheet } from './shortcut-sheet';
import { useTheme } from './theme';
import { TitleBar } from './title-bar';
import { useViewState } from './view-state';
import { useToldVisibility } from './visibility';

const NO_FILES: readonly never[] = [];

/** The window: title bar, session list, and what is open in the rest. */
export function App() {
  const theme = useTheme();
  const filesAnswer = useFiles();
  const files = filesAnswer.data ?? NO_FILES;
  const recents = useRecents().data ?? NO_FILES;
  const folders = useFolders().data ?? NO_FILES;
  const { file, folder } = useActivePlace(files, folders);
  const isListShown =
    useViewState((state) => state.panes.sessions) && (files.length > 0 || folders.length > 0);
  const chosenSession = useViewState((state) => (file ? state.activeSessions[file.fileId] : undefined));
  const session = file?.status === 'open' ? sessionToShow(file, chosenSession) : null;

  const { back, forward } = useViewHistory(
    { files, folders },
    { fileId: file?.fileId ?? folder?.folderId ?? null, sessionId: session?.id ?? null },
  );
  useLinks(files, { fileId: file?.fileId, sessionId: session?.id });

  const actions = useMemo(
    () => shellActions({ file, session, files, folder, folders, recents, history: { back, forward } }),
    [file, session, files, folder, folders, recents, back, forward],
  );
  useActions('shell', actions);
  useShortcuts();
  useFocusKeeper();
  useToldVisibility();
  useAppEvent('command', (command) => runAction(command));
  useAppEvent('archive', (chosen) => useOverlay.getState().show({ task: 'import-archive', chosen }));
  useAppEvent('showFile', ({ fileId }) => useViewState.getState().selectFile(fileId));
  useAppEvent('showFolder', ({ folderId }) => useViewState.getState().selectFile(folderId));
  useEffect(() => keepFolderScans(folders), [folders]);

  return (
    <div className={classNames(styles.window, session && styles.hasStatus)}>
      <TitleBar
        file={file}
        folder={folder}
        session={session}
        theme={theme}
        canGoBack={back >= 0}
        canGoForward={forward >= 0}
      />
      <div className={styles.body}>
        {isListShown && (
          <LibraryPane
            files={files}
            folders={folders}
            recents={recents}
            activeFile={file}
            activeFolder={folder}
            activeSession={session}
          />
        )}
        {folder ? (
          <FolderView key={folder.folderId} folder={folder} />
        ) : file ? (
          <FileView key={file.fileId} file={file} session={session} />
        ) : (
          <NoFile answer={filesAnswer} recents={recents} />
        )}
      </div>
      <DropTarget />
      <OpenDialog files={files} theme={theme} />
      <Toasts />
      <Announcer />
    </div>
  );
}

/** The dialog that is open, if one is. */
function OpenDialog({ files, theme }: { files: readonly OpenFile[]; theme: Theme }) {
  const overlay = useOverlay((state) => state.overlay);
  switch (overlay) {
    case null:
    case 'labels':
    case 'outline':
      return null;
    case 'commands':
      return <CommandPalette files={files} />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'appearance':
      return <AppearanceDialog theme={theme} />;
    default:
      return <TaskDialog overlay={overlay} files={files} />;
  }
}

function TaskDialog({ overlay, files }: { overlay: TaskOverlay; files: readonly OpenFile[] }) {
  switch (overlay.task) {
    case 'open-address':
      return <OpenAddressDialog overlay={overlay} />;
    case 'open-link':
      return <OpenLinkDialog />;
    case 'import-archive':
      return <ImportDialog key={overlay.chosen.archiveId} chosen={overlay.chosen} />;
    case 'allow':
    case 'append':
    case 'commit':
    case 'pop':
    case 'clear':
    case 'upgrade':
      return <EditingDialog key={overlay.task} overlay={overlay} files={files} />;
    default:
      return <SessionDialog key={overlay.task} overlay={overlay} files={files} />;
  }
}

/** Nothing is open, or it is not known what is. */
function NoFile({
  answer,
  recents,
}: {
  answer: ReturnType<typeof useFiles>;
  recents: readonly RecentFile[];
}) {
  if (answer.isPending) return null;
  if (answer.isSuccess) return <Welcome recents={recents} />;
  return (
    <main className={styles.fault} tabIndex={-1}>
      <ErrorNotice error={errorOf(answer.error)}>
        <Button onClick={() => void answer.refetch()}>Try again</Button>
      </ErrorNotice>
    </main>
  );
}
