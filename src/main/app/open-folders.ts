import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { MessagePortMain } from 'electron';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { OpenFolder } from '../../shared/contract/folder';
import type { DatabaseCopies } from './database-copies';
import { fileInFolder } from './file-in-folder';
import { inJobProcess } from './job-process';

interface OpenFoldersEvents {
  /** The list, or a folder in it, changed. */
  onChange(folders: OpenFolder[]): void;
  /** A folder that was open already was asked for again. */
  onShow(folderId: string): void;
}

/** The folders the window looks through. What is found in them goes straight to the page; kept here is only which. */
export class OpenFolders {
  readonly #folders = new Map<string, OpenFolder>();
  readonly #copies: DatabaseCopies;
  readonly #events: OpenFoldersEvents;
  readonly #scans = new Map<string, AbortController>();

  constructor(copies: DatabaseCopies, events: OpenFoldersEvents) {
    this.#copies = copies;
    this.#events = events;
  }

  list(): OpenFolder[] {
    return [...this.#folders.values()];
  }

  pathOf(folderId: string): string | undefined {
    return this.#folders.get(folderId)?.path;
  }

  /** Opens a folder, or comes back to it when it is open already. */
  open(folder: string): void {
    const known = this.list().find((each) => each.path === folder);
    if (known) {
      this.#events.onShow(known.folderId);
      return;
    }
    const folderId = randomUUID();
    // The root of a drive has no name.
    const name = path.basename(folder) || folder;
    this.#folders.set(folderId, { folderId, path: folder, name, generation: 1 });
    this.#changed();
  }

  /** Has the page look through it anew. */
  reload(folderId: string): void {
    const folder = this.#folders.get(folderId);
    if (!folder) return;
    this.#folders.set(folderId, { ...folder, generation: folder.generation + 1 });
    this.#changed();
  }

  close(folderId: string): void {
    this.#scans.get(folderId)?.abort();
    if (this.#folders.delete(folderId)) this.#changed();
  }

  closeAll(): void {
    for (const scan of this.#scans.values()) scan.abort();
    this.#folders.clear();
  }

  /** Looks through a folder in a process of its own, which ends when the other end of the port is closed. */
  scan(folderId: string, port: MessagePortMain): Result<null> {
    const folder = this.pathOf(folderId);
    if (folder === undefined) return notOpen();
    this.#scans.get(folderId)?.abort();
    const abort = new AbortController();
    this.#scans.set(folderId, abort);
    const input = { folder, cacheDir: this.#copies.folder };
    // What is found, and what goes wrong, the stream itself says.
    void inJobProcess(
      this.#copies,
      abort.signal,
      () => undefined,
      (client, options) => client.request('folder.scan', input, { ...options, ports: [port] }),
    ).finally(() => {
      if (this.#scans.get(folderId) === abort) this.#scans.delete(folderId);
    });
    return ok(null);
  }

  /** Where a folder is, or a file in it. */
  async placeIn(folderId: string, relative: string | null): Promise<Result<string>> {
    if (relative !== null) return this.fileIn(folderId, relative);
    const folder = this.pathOf(folderId);
    return folder === undefined ? notOpen() : ok(folder);
  }

  /** The file of a folder at a path from there; one outside of it is refused, also where a link leads to it. */
  async fileIn(folderId: string, relative: string): Promise<Result<string>> {
    const folder = this.pathOf(folderId);
    if (folder === undefined) return notOpen();
    const file = await fileInFolder(folder, relative);
    return file === null ? fail('invalid-input', 'This file is not in the folder.') : ok(file);
  }

  #changed(): void {
    this.#events.onChange(this.list());
  }
}

function notOpen(): Result<never> {
  return fail('file-not-open', 'This folder is not open.');
}
