import path from 'node:path';
import { type BrowserWindow, dialog } from 'electron';

type Window = BrowserWindow | null;

/** The session files a user picks; none when the dialog was left. */
export async function chooseSessionFiles(window: Window): Promise<string[]> {
  return choose(window, {
    title: 'Open sessions',
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: 'Session files', extensions: ['db', 'sqlite', 'sqlite3', 'jsonl', 'theway-session'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
}

/** The folder to look through that a user picks; null when the dialog was left. */
export async function chooseFolderToOpen(window: Window): Promise<string | null> {
  const [folder] = await choose(window, {
    title: 'Open a folder of sessions',
    properties: ['openDirectory'],
  });
  return folder ?? null;
}

/** A folder the user picks to write into, beside a file to begin with; null when the dialog was left. */
export async function chooseFolder(
  window: Window,
  title: string,
  besideFile: string | undefined,
): Promise<string | null> {
  const [folder] = await choose(window, {
    title,
    properties: ['openDirectory', 'createDirectory'],
    ...(besideFile === undefined ? {} : { defaultPath: path.dirname(besideFile) }),
  });
  return folder ?? null;
}

/** A session archive the user picks; null when the dialog was left. */
export async function chooseArchive(window: Window): Promise<string | null> {
  const [archive] = await choose(window, {
    title: 'Import a session archive',
    properties: ['openFile'],
    filters: [
      { name: 'Session archives', extensions: ['theway-session'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return archive ?? null;
}

/** Where an archive of a session goes, beside it to begin with; null when the dialog was left. */
export async function nameArchive(window: Window, session: string): Promise<string | null> {
  const { dir, name } = path.parse(session);
  const options: Electron.SaveDialogOptions = {
    title: 'Export the session as an archive',
    defaultPath: path.join(dir, `${name}.theway-session`),
    filters: [{ name: 'Session archives', extensions: ['theway-session'] }],
  };
  const named = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return named.canceled || named.filePath === '' ? null : named.filePath;
}

async function choose(window: Window, options: Electron.OpenDialogOptions): Promise<string[]> {
  const chosen = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return chosen.canceled ? [] : chosen.filePaths;
}
