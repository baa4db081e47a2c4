import { basename } from 'node:path';
import type { CommitName, EditDone, EditPreview, RemovalPreview, Undo } from '../../shared/contract/editing';
import { payloadDigest } from '../../shared/vv-agent/digest';
import { checkSessionId, payloadsToAdd, payloadsToCommit } from '../stores/append-once';
import { newSha256 } from '../stores/sha256';
import { SessionStoreError } from '../stores/store-error';
import { commitIdOf, previewItems, readItems } from './edit-input';
import type { Cleared, EditableStore, UndoStep } from './editable-store';

/** What most writes have nothing to say of. */
export const NOTHING = {
  itemCount: 0,
  commitCount: 0,
  commitId: null,
  digest: null,
  popped: null,
  entries: [] as string[],
  backupPath: null,
} as const;

/**
 * Changes a store by hand, one write at a time, and takes the last ones back while nothing else was written since.
 * Everything fails with a `SessionStoreError`, and then nothing was changed unless its sentence says so.
 */
export class StoreEditor {
  readonly #store: EditableStore;
  /** The latest write last. */
  readonly #steps: UndoStep[] = [];
  /** What was shown last of what a removal would take, until it is done: nothing else may go than what was seen. */
  #shown: { readonly sessionId: string; readonly removal: RemovalPreview } | null = null;

  constructor(store: EditableStore) {
    this.#store = store;
  }

  /** What items would become and a commit would meet; writes nothing. */
  async preview(sessionId: string, itemsText: string, commit: CommitName | null): Promise<EditPreview> {
    const preview = previewItems(itemsText, commit);
    const { commitId, digest } = preview;
    if (commitId === null || digest === null) return preview;
    const known = await this.#store.knownDigest(sessionId, commitId);
    if (known === undefined) return { ...preview, meets: 'nothing' };
    return { ...preview, meets: known === digest ? 'same-digest' : 'another-digest' };
  }

  async previewRemoval(sessionId: string): Promise<RemovalPreview> {
    await this.#expectId(sessionId);
    const removal = await this.#store.removal(sessionId);
    this.#shown = { sessionId, removal };
    return removal;
  }

  async append(sessionId: string, itemsText: string): Promise<EditDone> {
    await this.#expectId(sessionId);
    const payloads = payloadsToAdd(readItems(itemsText));
    if (payloads.length > 0) this.#steps.push(await this.#store.append(sessionId, payloads));
    const itemCount = payloads.length;
    return { ...NOTHING, outcome: 'appended', message: `${counted(itemCount, 'item')} appended.`, itemCount };
  }

  /** Appends once for a commit id; without a digest, by that of the items. */
  async commit(
    sessionId: string,
    itemsText: string,
    commit: CommitName,
    digest: string | null,
  ): Promise<EditDone> {
    await this.#expectId(sessionId);
    const items = readItems(itemsText);
    const commitId = commitIdOf(commit);
    const ofItems = digest === null ? payloadDigest(items, newSha256) : null;
    if (ofItems?.ok === false)
      throw new SessionStoreError('checkpoint_definition_not_i_json', ofItems.message);
    const wanted = digest ?? ofItems?.digest ?? '';
    const payloads = payloadsToCommit(commitId, wanted, items);
    const step = await this.#store.appendOnce(sessionId, commitId, wanted, payloads);
    if (step === null) {
      const message = 'This commit was made before, with the same digest: nothing was appended.';
      return { ...NOTHING, outcome: 'replayed', message, commitId, digest: wanted };
    }
    this.#steps.push(step);
    const message = `${counted(payloads.length, 'item')} committed.`;
    const counts = { itemCount: payloads.length, commitCount: 1 };
    return { ...NOTHING, outcome: 'committed', message, ...counts, commitId, digest: wanted };
  }

  /** Removes the newest item; `popped` is null when there was none. */
  async pop(sessionId: string): Promise<EditDone> {
    await this.#expectId(sessionId);
    const popped = await this.#store.pop(sessionId, this.#shownOf(sessionId));
    this.#shown = null;
    if (popped === null) return { ...NOTHING, outcome: 'popped', message: 'The session has no items.' };
    this.#steps.push(popped.step);
    const message = 'The newest item was removed.';
    return { ...NOTHING, outcome: 'popped', message, itemCount: 1, popped: popped.payload };
  }

  /** Removes the items and commits of a session, after a backup if one is wanted. */
  async clear(sessionId: string, withBackup: boolean): Promise<EditDone> {
    await this.#expectId(sessionId);
    const backupPath = withBackup ? await this.#store.backUp() : null;
    const { itemCount, commitCount, step } = await this.#clear(sessionId, backupPath);
    this.#shown = null;
    if (itemCount + commitCount > 0) this.#steps.push(step);
    const message = `${counted(itemCount, 'item')} and ${counted(commitCount, 'commit')} removed.`;
    return { ...NOTHING, outcome: 'cleared', message, itemCount, commitCount, backupPath };
  }

  /** Takes the last write back. One that cannot be taken back any more is kept: its reason stays true. */
  async undo(): Promise<EditDone> {
    const step = this.#steps.at(-1);
    if (!step) throw new SessionStoreError('nothing-to-undo', 'There is nothing to undo.');
    await step.undo();
    this.#steps.pop();
    return { ...NOTHING, outcome: 'undone', message: `Undone: ${step.label}.` };
  }

  /** Remembers a write that was made elsewhere, to be taken back here. */
  add(step: UndoStep): void {
    this.#steps.push(step);
  }

  /** The write that could be taken back now. */
  async undoState(): Promise<Undo | null> {
    const step = this.#steps.at(-1);
    return step ? { label: `Undo: ${step.label}`, refusal: await step.refusal() } : null;
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #expectId(sessionId: string): Promise<void> {
    checkSessionId(sessionId);
    if (await this.#store.isStandIn(sessionId))
      throw new SessionStoreError(
        'not-editable',
        'The id of this session is no plain text, so it can only be read here.',
      );
  }

  async #clear(sessionId: string, backupPath: string | null): Promise<Cleared> {
    try {
      return await this.#store.clear(sessionId, this.#shownOf(sessionId));
    } catch (error) {
      if (backupPath === null || !(error instanceof SessionStoreError)) throw error;
      const message = `${error.message} The backup ${JSON.stringify(basename(backupPath))} stays beside the file.`;
      throw new SessionStoreError(error.code, message, error.detail);
    }
  }

  #shownOf(sessionId: string): RemovalPreview | null {
    return this.#shown?.sessionId === sessionId ? this.#shown.removal : null;
  }
}

/** `1 item`, `3 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
