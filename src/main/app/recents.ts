import os from 'node:os';
import path from 'node:path';
import { app } from 'electron';
import type { RecentFile } from '../../shared/contract/state';
import type { Recent, SettingsStore } from './settings';

const MAX_RECENTS = 20;

/** The files and folders opened last, newest first. */
export class RecentFiles {
  readonly #settings: SettingsStore;
  readonly #onChange: () => void;

  constructor(settings: SettingsStore, onChange: () => void) {
    this.#settings = settings;
    this.#onChange = onChange;
  }

  list(): RecentFile[] {
    const home = os.homedir();
    return this.#settings.read().recents.map(({ path: file, openedAt, isFolder }) => {
      const folder = path.dirname(file);
      const isInHome = folder === home || folder.startsWith(home + path.sep);
      return {
        path: file,
        name: path.basename(file),
        folder: isInHome ? `~${folder.slice(home.length)}` : folder,
        openedAt,
        isFolder,
      };
    });
  }

  has(file: string): boolean {
    return this.#settings.read().recents.some((recent) => recent.path === file);
  }

  add(file: string, isFolder = false): void {
    const others = this.#settings.read().recents.filter((recent) => recent.path !== file);
    this.#write(
      [{ path: file, openedAt: new Date().toISOString(), isFolder }, ...others].slice(0, MAX_RECENTS),
    );
    app.addRecentDocument(file);
  }

  remove(file: string): void {
    this.#write(this.#settings.read().recents.filter((recent) => recent.path !== file));
  }

  clear(): void {
    this.#write([]);
    app.clearRecentDocuments();
  }

  #write(recents: Recent[]): void {
    this.#settings.write({ recents });
    this.#onChange();
  }
}
