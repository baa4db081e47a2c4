import type { OpenFolder } from '../../../shared/contract/folder';
import type { OpenFile, RecentFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { copyText } from '../ui/clipboard';
import { showToast } from '../ui/toast-store';
import type { Action } from './actions';
import { sessionToShow } from './active-file';
import { call, errorOf } from './bridge';
import { editingActions } from './editing-actions';
import { useFindState } from './find-state';
import { type HistorySteps, historyActions } from './history';
import { useOverlay } from './overlay';
import { focusNextPane } from './pane-focus';
import { perform } from './perform';
import { isThewayFile } from './session-actions';
import { setTextSize, stepTextSize } from './text-size';
import { setTheme } from './theme';
import { sessionViewActions } from './view-actions';
import { useViewState } from './view-state';

interface ShellState {
  file: OpenFile | null;
  /** The session on screen. */
  session: SessionSummary | null;
  files: readonly OpenFile[];
  /** The folder on screen, where there is no file. */
  folder: OpenFolder | null;
  folders: readonly OpenFolder[];
  recents: readonly RecentFile[];
  history: HistorySteps;
}

/** Every action of the window itself; the panes add their own. */
export function shellActions(state: ShellState): readonly Action[] {
  return [
    ...fileActions(state),
    ...editingActions(state),
    ...sessionActions(state),
    ...sessionViewActions(state.file, state.session),
    ...historyActions(state, state.history),
    ...viewActions(state),
    ...HELP_ACTIONS,
  ];
}

const NO_FILE = 'No file is open.';

function fileActions({ file, folder, recents }: ShellState): readonly Action[] {
  const needsFile = { section: 'File', disabledReason: file ? null : NO_FILE } as const;
  const needsPlace = { section: 'File', disabledReason: file || folder ? null : NO_FILE } as const;
  const fileId = file?.fileId ?? '';
  const folderId = folder?.folderId ?? '';
  return [
    {
      id: 'open-file',
      title: 'Open file…',
      section: 'File',
      shortcut: 'Mod+O',
      run: () => perform('files.choose', {}),
    },
    {
      id: 'open-folder',
      title: 'Open folder…',
      section: 'File',
      shortcut: 'Mod+Alt+O',
      run: () => perform('folders.choose', {}),
    },
    {
      id: 'open-address',
      title: 'Open Redis Server…',
      section: 'File',
      run: () => useOverlay.getState().show({ task: 'open-address', address: '' }),
    },
    {
      id: 'open-link',
      title: 'Open link…',
      section: 'File',
      run: () => useOverlay.getState().show({ task: 'open-link' }),
    },
    {
      id: 'import-archive',
      title: 'Import archive…',
      section: 'File',
      run: chooseArchive,
    },
    {
      id: 'open-sample-theway',
      title: 'Open the theway sample',
      section: 'File',
      run: () => perform('files.openSample', { sample: 'theway' }),
    },
    {
      id: 'open-sample-vv-agent',
      title: 'Open the vv-agent sample',
      section: 'File',
      run: () => perform('files.openSample', { sample: 'vv-agent' }),
    },
    {
      id: 'reload-file',
      title: folder ? 'Look through the folder again' : 'Reload file',
      shortcut: 'Mod+R',
      ...needsPlace,
      run: () => (folder ? perform('folders.reload', { folderId }) : perform('files.reload', { fileId })),
    },
    {
      id: 'close-file',
      title: folder ? 'Close folder' : 'Close file',
      shortcut: 'Mod+W',
      ...needsPlace,
      run: () => (folder ? perform('folders.close', { folderId }) : perform('files.close', { fileId })),
    },
    {
      id: 'reveal-file',
      title: 'Show file in folder',
      section: 'File',
      disabledReason: file?.place === 'server' ? 'A server has no folder.' : needsFile.disabledReason,
      run: () => perform('files.reveal', { fileId }),
    },
    {
      id: 'copy-path',
      title: file?.place === 'server' ? 'Copy address of server' : 'Copy path of file',
      ...needsFile,
      run: () => copyText(file?.path ?? '', file?.place === 'server' ? 'Address copied.' : 'Path copied.'),
    },
    {
      id: 'clear-recents',
      title: 'Clear recent files',
      section: 'File',
      disabledReason: recents.length > 0 ? null : 'There are no recent files.',
      run: () => perform('recents.clear', {}),
    },
  ];
}

function sessionActions({ file, folder, session }: ShellState): readonly Action[] {
  const disabledReason =
    file?.status === 'open' && file.summary.sessions.length > 1 ? null : 'This file has no other session.';
  const needsSession = {
    section: 'Session',
    disabledReason: session === null ? 'No session is shown.' : null,
  } as const;
  return [
    {
      id: 'find',
      title: 'Find in session…',
      shortcut: 'Mod+F',
      ...needsSession,
      run: () => useFindState.getState().open(),
    },
    {
      id: 'find-next',
      title: 'Find next',
      shortcut: 'F3',
      macShortcut: 'Mod+G',
      ...needsSession,
      run: () => useFindState.getState().step(1),
    },
    {
      id: 'find-previous',
      title: 'Find previous',
      shortcut: 'Shift+F3',
      macShortcut: 'Mod+Shift+G',
      ...needsSession,
      run: () => useFindState.getState().step(-1),
    },
    {
      id: 'find-session',
      title: 'Filter sessions',
      section: 'Session',
      shortcut: '/',
      disabledReason: file || folder ? null : NO_FILE,
      run: focusSessionFilter,
    },
    {
      id: 'previous-session',
      title: 'Previous session of this file',
      section: 'Session',
      shortcut: 'Mod+PageUp',
      disabledReason,
      run: () => stepSession(file, -1),
    },
    {
      id: 'next-session',
      title: 'Next session of this file',
      section: 'Session',
      shortcut: 'Mod+PageDown',
      disabledReason,
      run: () => stepSession(file, 1),
    },
  ];
}

function viewActions({ file, folder }: ShellState): readonly Action[] {
  const needsSession = {
    section: 'View',
    disabledReason: file?.status === 'open' ? null : 'No session is shown.',
  } as const;
  const { showInspectorTab, togglePane } = useViewState.getState();
  return [
    {
      id: 'toggle-sessions',
      title: 'Show or hide the session list',
      section: 'View',
      shortcut: 'Mod+B',
      disabledReason: file || folder ? null : NO_FILE,
      run: () => togglePane('sessions'),
    },
    {
      id: 'toggle-inspector',
      title: 'Show or hide the inspector',
      shortcut: 'Mod+I',
      ...needsSession,
      run: () => togglePane('inspector'),
    },
    { id: 'show-entry', title: 'Inspector: entry', ...needsSession, run: () => showInspectorTab('entry') },
    { id: 'show-raw', title: 'Inspector: raw record', ...needsSession, run: () => showInspectorTab('raw') },
    {
      id: 'show-files',
      title: 'Inspector: files touched on this path',
      ...needsSession,
      run: () => showInspectorTab('files'),
    },
    {
      id: 'show-session',
      title: 'Inspector: session and its family',
      section: 'View',
      disabledReason: file && isThewayFile(file) ? null : 'Only theway sessions have this.',
      run: () => showInspectorTab('session'),
    },
    { id: 'show-checks', title: 'Inspector: checks', ...needsSession, run: () => showInspectorTab('checks') },
    {
      id: 'go-to-label',
      title: 'Go to label…',
      shortcut: 'Mod+L',
      ...needsSession,
      run: () => useOverlay.getState().show('labels'),
    },
    {
      id: 'outline',
      title: 'Outline…',
      shortcut: 'Mod+Shift+O',
      ...needsSession,
      run: showOutline,
    },
    {
      id: 'next-pane',
      title: 'Go to the next pane',
      section: 'View',
      shortcut: 'F6',
      run: () => focusNextPane(1),
    },
    {
      id: 'previous-pane',
      title: 'Go to the previous pane',
      section: 'View',
      shortcut: 'Shift+F6',
      run: () => focusNextPane(-1),
    },
    {
      id: 'appearance',
      title: 'Appearance…',
      section: 'View',
      run: () => useOverlay.getState().show('appearance'),
    },
    { id: 'theme-system', title: 'Theme: as the system', section: 'View', run: () => setTheme('system') },
    { id: 'theme-light', title: 'Theme: light', section: 'View', run: () => setTheme('light') },
    { id: 'theme-dark', title: 'Theme: dark', section: 'View', run: () => setTheme('dark') },
    { id: 'text-larger', title: 'Text: larger', section: 'View', run: () => stepTextSize(1) },
    { id: 'text-smaller', title: 'Text: smaller', section: 'View', run: () => stepTextSize(-1) },
    { id: 'text-normal', title: 'Text: normal size', section: 'View', run: () => setTextSize(100) },
  ];
}

const HELP_ACTIONS: readonly Action[] = [
  {
    id: 'show-commands',
    title: 'Commands…',
    section: 'Help',
    shortcut: 'Mod+K',
    run: () => useOverlay.getState().show('commands'),
  },
  {
    id: 'show-shortcuts',
    title: 'Keyboard shortcuts',
    section: 'Help',
    shortcut: '?',
    run: () => useOverlay.getState().show('shortcuts'),
  },
  { id: 'show-logs', title: 'Show the log folder', section: 'Help', run: () => perform('app.showLogs', {}) },
];

/** Id of the filter field of the session list. */
export const SESSION_FILTER_ID = 'session-filter';
/** Id of the filter field of a folder. */
export const FOLDER_FILTER_ID = 'folder-filter';

/** The transcript shows it: in the place of the transcript there may be a comparison. */
function showOutline(): void {
  if (document.querySelector('[data-pane][aria-label="Transcript"]')) useOverlay.getState().show('outline');
  else showToast('The outline is of the transcript, which is not on screen.');
}

/** Shows what the archive holds before anything is written. */
function chooseArchive(): void {
  call('archive.choose', {}).then(
    (chosen) => chosen && useOverlay.getState().show({ task: 'import-archive', chosen }),
    (reason: unknown) => showToast(errorOf(reason).message, 'err'),
  );
}

/** That of the folder on screen, else that of the session list. */
function focusSessionFilter(): void {
  const ofFolder = document.getElementById(FOLDER_FILTER_ID);
  if (ofFolder) {
    ofFolder.focus();
    return;
  }
  const { panes, togglePane } = useViewState.getState();
  if (!panes.sessions) togglePane('sessions');
  // The list may have to come up first.
  requestAnimationFrame(() => document.getElementById(SESSION_FILTER_ID)?.focus());
}

function stepSession(file: OpenFile | null, step: 1 | -1): void {
  if (file?.status !== 'open') return;
  const { sessions } = file.summary;
  const { activeSessions, selectSession } = useViewState.getState();
  const shown = sessionToShow(file, activeSessions[file.fileId]);
  const at = shown ? sessions.indexOf(shown) : -1;
  const next = sessions[(at + step + sessions.length) % sessions.length];
  if (next) selectSession(file.fileId, next.id);
}
