import { stat } from 'node:fs/promises';
import path from 'node:path';
import { app, type BrowserWindow, nativeTheme, shell } from 'electron';
import log from 'electron-log/main';
import type { Theme } from '../../shared/contract/state';
import { Archives, isArchiveName } from './archives';
import type { StartArguments } from './arguments';
import { CheckJobs } from './check-jobs';
import { Comparisons } from './comparisons';
import { DatabaseCopies } from './database-copies';
import { chooseArchive, chooseFolder, chooseFolderToOpen, chooseSessionFiles, nameArchive } from './dialogs';
import { EntryLinks } from './entry-links';
import { type AppParts, operationHandlers } from './handlers';
import { sendEvent, serveOperations } from './ipc';
import { installMenu } from './menu';
import { OpenFiles } from './open-files';
import { OpenFolders } from './open-folders';
import { recoverPage } from './page-recovery';
import { RecentFiles } from './recents';
import { copySample, type Sample } from './samples';
import { SessionFamily } from './session-family';
import { SessionTrash } from './session-trash';
import { SettingsStore } from './settings';
import { StoreEdits } from './store-edits';
import { openWindow } from './window';

/** The running app: its parts, put together. Made once Electron is ready. */
export class RamifyApp implements AppParts {
  readonly files: OpenFiles;
  readonly folders: OpenFolders;
  readonly checks: CheckJobs;
  readonly comparisons: Comparisons;
  readonly edits: StoreEdits;
  readonly archives = new Archives();
  readonly family: SessionFamily;
  readonly trash = new SessionTrash(path.join(app.getPath('userData'), 'deleted-sessions'));
  readonly recents: RecentFiles;
  readonly links: EntryLinks;
  readonly #settings = new SettingsStore();
  readonly #copies = new DatabaseCopies(path.join(app.getPath('userData'), 'database-copies'));
  #window: BrowserWindow | null = null;

  constructor() {
    this.files = new OpenFiles(this.#copies, {
      onChange: (files) => sendEvent(this.#window, 'files', files),
      onShow: (fileId) => sendEvent(this.#window, 'showFile', { fileId }),
      onForeignChange: (fileId) => void this.edits.refreshUndo(fileId),
    });
    this.folders = new OpenFolders(this.#copies, {
      onChange: (folders) => sendEvent(this.#window, 'folders', folders),
      onShow: (folderId) => sendEvent(this.#window, 'showFolder', { folderId }),
    });
    this.edits = new StoreEdits(this.files, this.#copies, (fileId, progress) =>
      sendEvent(this.#window, 'editing', { fileId, progress }),
    );
    this.family = new SessionFamily(this.#copies);
    this.checks = new CheckJobs(this.#copies, (fileId, progress) =>
      sendEvent(this.#window, 'checks', { fileId, progress }),
    );
    this.comparisons = new Comparisons(this.#copies, (comparisonId, progress) =>
      sendEvent(this.#window, 'comparison', { comparisonId, progress }),
    );
    this.recents = new RecentFiles(this.#settings, () => {
      sendEvent(this.#window, 'recents', this.recents.list());
      this.#installMenu();
    });
    this.links = new EntryLinks({
      window: () => this.#window,
      isKnown: (file) => this.recents.has(file) || this.files.has(file),
      openFile: (file) => this.openFile(file),
      onOutcome: () => sendEvent(this.#window, 'links', null),
    });
    nativeTheme.themeSource = this.theme();
    this.#deleteCopiesOnQuit();
    serveOperations(operationHandlers(this), (paths) => void this.openPaths(paths));
  }

  /** Shows the window, with what was asked for; on the very first start with a sample. */
  start({ paths, links }: StartArguments): void {
    this.#installMenu();
    this.showWindow();
    // Of a start that was ended by force.
    this.#copies.deleteSoon();
    void this.trash.empty();
    const isFirstStart = !this.#settings.read().hasStartedBefore;
    if (isFirstStart) this.#settings.write({ hasStartedBefore: true });
    if (paths.length > 0 || links.length > 0) void this.open({ paths, links });
    else if (isFirstStart) void this.openSample('theway');
  }

  stop(): void {
    this.checks.cancelAll();
    this.comparisons.cancelAll();
    this.edits.closeAll();
    this.files.closeAll();
    this.folders.closeAll();
  }

  /** Holds the app back from quitting until what the data processes leave behind is deleted. */
  #deleteCopiesOnQuit(): void {
    let hasEnded = false;
    app.on('will-quit', (event) => {
      if (hasEnded) return;
      event.preventDefault();
      this.stop();
      void Promise.allSettled([this.#copies.deleteLast(), this.trash.empty()]).finally(() => {
        hasEnded = true;
        app.quit();
      });
    });
  }

  window(): BrowserWindow | null {
    return this.#window;
  }

  showWindow(): void {
    if (this.#window) {
      if (this.#window.isMinimized()) this.#window.restore();
      this.#window.focus();
      return;
    }
    this.#window = openWindow(this.#settings);
    recoverPage(this.#window, () => this.stop());
    this.#window.on('closed', () => {
      this.#window = null;
    });
  }

  theme(): Theme {
    return this.#settings.read().theme;
  }

  setTheme(theme: Theme): void {
    this.#settings.write({ theme });
    nativeTheme.themeSource = theme;
    sendEvent(this.#window, 'theme', theme);
    this.#installMenu();
  }

  /** Opens what a start, or the system, asks for. The links come last: they say what is shown in the end. */
  async open({ paths, links }: StartArguments): Promise<void> {
    await this.openPaths(paths);
    for (const link of links) await this.links.follow(link);
  }

  async openPaths(paths: readonly string[]): Promise<void> {
    await Promise.all(
      paths.map(async (each) => {
        const file = path.resolve(each);
        if (await isFolder(file)) return this.#openFolder(file);
        if (isArchiveName(file)) return this.#showArchive(file);
        await this.openFile(file);
      }),
    );
  }

  #openFolder(folder: string): void {
    this.folders.open(folder);
    this.recents.add(folder, true);
  }

  /** Opens a file, or comes back to it; gives its id, whether it could be opened or not. */
  async openFile(file: string): Promise<string> {
    const { fileId, isOpen } = await this.files.open({ type: 'file', path: file });
    if (isOpen) this.recents.add(file);
    return fileId;
  }

  /** An archive is looked into first; one that cannot be is opened like a file, which says what it is. */
  async #showArchive(file: string): Promise<void> {
    const archive = await this.archives.look(file);
    if (archive.ok) sendEvent(this.#window, 'archive', archive.value);
    else this.files.fail(file, archive.error);
  }

  async openSample(sample: Sample): Promise<void> {
    await this.files.open({ type: 'file', path: await copySample(sample) }, { isSample: true });
  }

  async chooseFiles(): Promise<void> {
    await this.openPaths(await chooseSessionFiles(this.#window));
  }

  async chooseFolderToOpen(): Promise<void> {
    const folder = await chooseFolderToOpen(this.#window);
    if (folder !== null) await this.openPaths([folder]);
  }

  chooseFolder(title: string, besideFile: string | undefined): Promise<string | null> {
    return chooseFolder(this.#window, title, besideFile);
  }

  chooseArchive(): Promise<string | null> {
    return chooseArchive(this.#window);
  }

  nameArchive(session: string): Promise<string | null> {
    return nameArchive(this.#window, session);
  }

  showLogs(): void {
    shell.showItemInFolder(log.transports.file.getFile().path);
  }

  #installMenu(): void {
    installMenu(
      { recents: this.recents.list(), theme: this.theme() },
      {
        chooseFiles: () => void this.chooseFiles(),
        chooseFolder: () => void this.chooseFolderToOpen(),
        openRecent: (file) => void this.openPaths([file]),
        clearRecents: () => this.recents.clear(),
        openSample: (sample) => void this.openSample(sample),
        setTheme: (theme) => this.setTheme(theme),
        showLogs: () => this.showLogs(),
        command: (command) => sendEvent(this.#window, 'command', command),
      },
    );
  }
}

/** What cannot be looked at is opened like a file, which says why. */
async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
