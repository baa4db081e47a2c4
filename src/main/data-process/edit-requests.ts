import { fail, ok, type Result } from '../../shared/contract/errors';
import { SessionStoreError } from '../stores/store-error';
import { type FileEditor, openFileEditor, openServerEditor } from '../writing/open-editor';
import { SessionEditor } from '../writing/session-editor';
import { StoreEditor } from '../writing/store-editor';
import { previewStoreUpgrade, runStoreUpgrade } from '../writing/upgrade/requests';
import { byteProgress } from './byte-progress';
import type { DataInput, DataOperation } from './protocol';
import type { RequestContext, RequestHandlers } from './requests';

type EditOperation =
  | Extract<DataOperation, `edit.${string}` | `upgrade.${string}`>
  | 'session.preview'
  | 'session.apply';

/** The writing half of a data process; what fails is thrown as a `SessionStoreError`. */
export class EditRequests {
  readonly handlers: RequestHandlers<EditOperation> = {
    'edit.open': (input, context) => this.#open(input, context),
    'edit.preview': ({ sessionId, itemsText, commit }) =>
      this.#store((editor) => editor.preview(sessionId, itemsText, commit)),
    'edit.previewRemoval': ({ sessionId }) => this.#store((editor) => editor.previewRemoval(sessionId)),
    'edit.append': ({ sessionId, itemsText }) => this.#store((editor) => editor.append(sessionId, itemsText)),
    'edit.commit': ({ sessionId, itemsText, commit, digest }) =>
      this.#store((editor) => editor.commit(sessionId, itemsText, commit, digest)),
    'edit.pop': ({ sessionId }) => this.#store((editor) => editor.pop(sessionId)),
    'edit.clear': ({ sessionId, withBackup }) => this.#store((editor) => editor.clear(sessionId, withBackup)),
    'edit.undo': () => this.#edit((editor) => editor.undo()),
    'edit.undoState': () => this.#edit((editor) => editor.undoState()),
    'session.preview': ({ edit }) => this.#session((editor) => editor.preview(edit)),
    'session.apply': ({ edit }) => this.#session((editor) => editor.apply(edit)),
    'upgrade.preview': async ({ path, cacheDir }, context) => previewStoreUpgrade(path, cacheDir, context),
    'upgrade.run': async ({ path, cacheDir }, context) => {
      const upgraded = await runStoreUpgrade(path, cacheDir, context);
      if (!upgraded.ok) return upgraded;
      this.#editor = upgraded.value.editor;
      return ok(upgraded.value.done);
    },
  };
  #editor: FileEditor | null = null;
  /** One after the other: a write must see what the one before it left. */
  #last: Promise<unknown> = Promise.resolve();

  async #open(input: DataInput<'edit.open'>, { signal, progress }: RequestContext): Promise<Result<null>> {
    if (this.#editor) return fail('internal', 'A data process serves one file.');
    const { target, ...options } = input;
    this.#editor =
      target.type === 'file'
        ? await openFileEditor(target.path, {
            ...options,
            signal,
            onProgress: byteProgress(progress, 'Reading the session'),
          })
        : await openServerEditor(target, signal);
    return ok(null);
  }

  #store<T>(use: (editor: StoreEditor) => Promise<T>): Promise<Result<T>> {
    return this.#edit((editor) => {
      if (editor instanceof StoreEditor) return use(editor);
      throw new SessionStoreError('not-editable', 'This is no vv-agent store.');
    });
  }

  #session<T>(use: (editor: SessionEditor) => Promise<T>): Promise<Result<T>> {
    return this.#edit((editor) => {
      if (editor instanceof SessionEditor) return use(editor);
      throw new SessionStoreError('not-editable', 'This is a vv-agent store, which has no entries to edit.');
    });
  }

  async #edit<T>(use: (editor: FileEditor) => T | Promise<T>): Promise<Result<T>> {
    const editor = this.#editor;
    if (!editor) return fail('file-not-open', 'No file is open for editing.');
    const done = this.#last.then(async () => ok(await use(editor)));
    this.#last = done.catch(() => {});
    return done;
  }
}
