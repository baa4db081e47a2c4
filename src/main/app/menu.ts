import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { EventPayload } from '../../shared/contract/operations';
import type { RecentFile, Theme } from '../../shared/contract/state';
import type { Sample } from './samples';

/** What the menu can do; the app gives it. */
export interface MenuActions {
  chooseFiles(): void;
  chooseFolder(): void;
  openRecent(path: string): void;
  clearRecents(): void;
  openSample(sample: Sample): void;
  setTheme(theme: Theme): void;
  showLogs(): void;
  /** Carried out by the page. */
  command(command: EventPayload<'command'>): void;
}

export interface MenuState {
  readonly recents: readonly RecentFile[];
  readonly theme: Theme;
}

const isMac = process.platform === 'darwin';

/** Builds the application menu anew: recent files and the theme are part of it. */
export function installMenu(state: MenuState, actions: MenuActions): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      fileMenu(state, actions),
      editMenu(actions),
      viewMenu(state, actions),
      goMenu(actions),
      { role: 'windowMenu' },
      helpMenu(actions),
    ]),
  );
}

function fileMenu({ recents }: MenuState, actions: MenuActions): MenuItemConstructorOptions {
  const recentItems: MenuItemConstructorOptions[] = recents.map((recent) => ({
    // An ampersand would mark the next letter as a mnemonic.
    label: `${recent.name}  —  ${recent.folder}`.replaceAll('&', '&&'),
    click: () => actions.openRecent(recent.path),
  }));
  return {
    label: '&File',
    submenu: [
      { label: 'Open…', accelerator: 'CmdOrCtrl+O', click: () => actions.chooseFiles() },
      { label: 'Open Folder…', accelerator: 'CmdOrCtrl+Alt+O', click: () => actions.chooseFolder() },
      { label: 'Import Archive…', click: () => actions.command('import-archive') },
      { label: 'Open Redis Server…', click: () => actions.command('open-address') },
      { label: 'Open Link…', click: () => actions.command('open-link') },
      {
        label: 'Open Recent',
        enabled: recents.length > 0,
        submenu: [
          ...recentItems,
          { type: 'separator' },
          { label: 'Clear Recent Files', click: () => actions.clearRecents() },
        ],
      },
      {
        label: 'Open Sample',
        submenu: [
          { label: 'theway Session', click: () => actions.openSample('theway') },
          { label: 'vv-agent Store', click: () => actions.openSample('vv-agent') },
        ],
      },
      { type: 'separator' },
      { label: 'Reload File', accelerator: 'CmdOrCtrl+R', click: () => actions.command('reload-file') },
      { label: 'Close File', accelerator: 'CmdOrCtrl+W', click: () => actions.command('close-file') },
      ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'quit' } as const]),
    ],
  };
}

function editMenu(actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { label: 'Undo Last Write', click: () => actions.command('undo-edit') },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'delete' },
      { role: 'selectAll' },
      { type: 'separator' },
      { label: 'Find in Session…', accelerator: 'CmdOrCtrl+F', click: () => actions.command('find') },
      { label: 'Find Next', click: () => actions.command('find-next') },
      { label: 'Find Previous', click: () => actions.command('find-previous') },
    ],
  };
}

function viewMenu({ theme }: MenuState, actions: MenuActions): MenuItemConstructorOptions {
  const themeItem = (label: string, value: Theme): MenuItemConstructorOptions => ({
    label,
    type: 'radio',
    checked: theme === value,
    click: () => actions.setTheme(value),
  });
  return {
    label: '&View',
    submenu: [
      { label: 'Commands…', accelerator: 'CmdOrCtrl+K', click: () => actions.command('show-commands') },
      { label: 'Filter Sessions', click: () => actions.command('find-session') },
      { label: 'Checks', click: () => actions.command('show-checks') },
      { type: 'separator' },
      {
        label: 'Toggle Session List',
        accelerator: 'CmdOrCtrl+B',
        click: () => actions.command('toggle-sessions'),
      },
      {
        label: 'Toggle Inspector',
        accelerator: 'CmdOrCtrl+I',
        click: () => actions.command('toggle-inspector'),
      },
      { type: 'separator' },
      {
        label: 'Theme',
        submenu: [themeItem('System', 'system'), themeItem('Light', 'light'), themeItem('Dark', 'dark')],
      },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
}

/** The keys of back and forward are the page's: in a text field they may move the cursor. */
function goMenu(actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: '&Go',
    submenu: [
      { label: 'Back', click: () => actions.command('go-back') },
      { label: 'Forward', click: () => actions.command('go-forward') },
      { type: 'separator' },
      { label: 'Go to Label…', click: () => actions.command('go-to-label') },
      { label: 'Copy Link to Entry', click: () => actions.command('copy-link') },
    ],
  };
}

function helpMenu(actions: MenuActions): MenuItemConstructorOptions {
  return {
    role: 'help',
    label: '&Help',
    submenu: [
      { label: 'Keyboard Shortcuts', click: () => actions.command('show-shortcuts') },
      { label: 'Show Log Folder', click: () => actions.showLogs() },
      ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
    ],
  };
}
