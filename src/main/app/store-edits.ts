import type { EditDone, Undo } from '../../shared/contract/editing';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { DataInput, DataOutput } from '../data-process/protocol';
import { type HostedClient, startDataProcess } from './data-host';
import type { DatabaseCopies } from './database-copies';
import type { OpenFiles } from './open-files';

/** A write holds no lock for long, but may wait for another program's and then write much. */
const WRITE_DEADLINE_MS = 120_000;

type Look = 'edit.preview' | 'edit.previewRemoval' | 'session.preview';
type Write = 'edit.append' | 'edit.commit' | 'edit.pop' | 'edit.clear' | 'session.apply';

/** A process that may change one file, and what it remembers to take back. */
interface Editor {
  readonly client: HostedClient;
  isOn: boolean;
}

/**
 * Changes files: each in a process of its own that lives from when editing is switched on until the file is closed, and
 * remembers what can be undone. A process that only reads never writes.
 */
export class StoreEdits {
  readonly #files: OpenFiles;
  readonly #copies: DatabaseCopies;
  readonly #onProgress: (fileId: string, progress: Progress) => void;
  readonly #editors = new Map<string, Editor>();
  readonly #upgrades = new Map<string, AbortController>();

  constructor(
    files: OpenFiles,
    copies: DatabaseCopies,
    onProgress: (fileId: string, progress: Progress) => void,
  ) {
    this.#files = files;
    this.#copies = copies;
    this.#onProgress = onProgress;
  }

  /** Switches editing on or off. What was written stays undoable while it is off. */
  async set(fileId: string, isOn: boolean): Promise<Result<null>> {
    const editor = this.#editors.get(fileId);
    if (editor) {
      editor.isOn = isOn;
      await this.refreshUndo(fileId);
      return ok(null);
    }
    if (!isOn) return ok(null);
    const target = this.#files.targetOf(fileId);
    if (!target || this.#files.editingOf(fileId) !== 'off')
      return fail('not-editable', 'This file cannot be changed here.');
    const client = startDataProcess('edit');
    const input = { target, cacheDir: this.#copies.folder, create: false };
    const opened = await client.request('edit.open', input, { deadlineMs: WRITE_DEADLINE_MS });
    // It may have been switched on twice, or the file closed in the meantime.
    const isWanted = !this.#editors.has(fileId) && this.#files.editingOf(fileId) === 'off';
    if (!opened.ok || !isWanted) {
      client.close();
      this.#copies.deleteSoon();
      return opened;
    }
    this.#keep(fileId, client, true);
    await this.refreshUndo(fileId);
    return ok(null);
  }

  /** Asks what a write would do. */
  look<N extends Look>(fileId: string, operation: N, input: DataInput<N>): Promise<Result<DataOutput<N>>> {
    const editor = this.#editors.get(fileId);
    return editor?.isOn ? editor.client.request(operation, input) : Promise.resolve(editingOff());
  }

  async write<N extends Write>(fileId: string, operation: N, input: DataInput<N>): Promise<Result<EditDone>> {
    const editor = this.#editors.get(fileId);
    if (!editor?.isOn) return editingOff();
    // What it stands for is another key than what it is called: the write would go elsewhere.
    if ('sessionId' in input && this.#files.hasStandInName(fileId, input.sessionId))
      return fail('not-editable', 'The id of this session is no plain text, so it can only be read here.');
    return this.#change(fileId, editor, operation, input);
  }

  async undo(fileId: string): Promise<Result<EditDone>> {
    const editor = this.#editors.get(fileId);
    if (!editor) return fail('nothing-to-undo', 'There is nothing to undo.');
    return this.#change(fileId, editor, 'edit.undo', {});
  }

  /** What an upgrade would change. */
  previewUpgrade(fileId: string): Promise<Result<DataOutput<'upgrade.preview'>>> {
    return this.#upgrade(fileId, async (client, input, options) => {
      const preview = await client.request('upgrade.preview', input, options);
      client.close();
      return preview;
    });
  }

  /** Upgrades a file. The process stays: it remembers how to take that back. */
  upgrade(fileId: string): Promise<Result<EditDone>> {
    return this.#upgrade(fileId, (client, input, options) =>
      this.#files.whileWriting(fileId, async () => {
        // The transaction in the file has no pause: ended there, it would be left to the next program to roll back.
        const patient = { ...options, cancelGraceMs: WRITE_DEADLINE_MS };
        const done = await client.request('upgrade.run', input, patient);
        if (done.ok) this.#keep(fileId, client, false);
        else client.close();
        await this.refreshUndo(fileId);
        return done;
      }),
    );
  }

  cancelUpgrade(fileId: string): void {
    this.#upgrades.get(fileId)?.abort();
  }

  /** Finds out what can be undone now; asked again when somebody else changed the file. */
  async refreshUndo(fileId: string): Promise<void> {
    const editor = this.#editors.get(fileId);
    const undo = editor ? await editor.client.request('edit.undoState', {}) : ok(null);
    if (this.#editors.get(fileId) !== editor) return;
    const known: Undo | null = undo.ok ? undo.value : null;
    this.#files.setEditing(fileId, { isEditing: editor?.isOn ?? false, undo: known });
  }

  close(fileId: string): void {
    this.cancelUpgrade(fileId);
    this.#editors.get(fileId)?.client.close();
    this.#editors.delete(fileId);
    this.#copies.deleteSoon();
  }

  closeAll(): void {
    for (const fileId of [...this.#editors.keys(), ...this.#upgrades.keys()]) this.close(fileId);
  }

  #change<N extends Write | 'edit.undo'>(
    fileId: string,
    editor: Editor,
    operation: N,
    input: DataInput<N>,
  ): Promise<Result<EditDone>> {
    return this.#files.whileWriting(fileId, async () => {
      const done = await editor.client.request(operation, input, { deadlineMs: WRITE_DEADLINE_MS });
      await this.refreshUndo(fileId);
      // Every write's output is the same; the table's type does not tell for a name that is open.
      return done as Result<EditDone>;
    });
  }

  async #upgrade<T>(
    fileId: string,
    run: (
      client: HostedClient,
      input: { path: string; cacheDir: string },
      options: { signal: AbortSignal; deadlineMs: number; onProgress: (progress: Progress) => void },
    ) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const path = this.#files.pathOf(fileId);
    if (path === undefined || this.#files.editingOf(fileId) !== 'upgrade-first')
      return fail('not-editable', 'This file cannot be upgraded.');
    this.cancelUpgrade(fileId);
    const abort = new AbortController();
    this.#upgrades.set(fileId, abort);
    try {
      return await run(
        startDataProcess('job'),
        { path, cacheDir: this.#copies.folder },
        {
          signal: abort.signal,
          deadlineMs: WRITE_DEADLINE_MS,
          onProgress: (progress) => this.#onProgress(fileId, progress),
        },
      );
    } finally {
      if (this.#upgrades.get(fileId) === abort) this.#upgrades.delete(fileId);
      this.#copies.deleteSoon();
    }
  }

  #keep(fileId: string, client: HostedClient, isOn: boolean): void {
    const editor = { client, isOn };
    // After an upgrade was taken back and made again there is one already, whose memory ends with it.
    this.#editors.get(fileId)?.client.close();
    this.#editors.set(fileId, editor);
    client.onDeath(() => {
      if (this.#editors.get(fileId) !== editor) return;
      this.#editors.delete(fileId);
      void this.refreshUndo(fileId);
    });
  }
}

function editingOff(): Result<never> {
  return fail('editing-off', 'Editing is switched off for this file. Switch it on first.');
}
