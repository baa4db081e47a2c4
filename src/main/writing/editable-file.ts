import type { RemovalPreview } from '../../shared/contract/editing';
import type { RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import { isReplay } from '../stores/append-once';
import { appendCommit, appendPayloads, clearSession, popNewest } from '../stores/sqlite-rows';
import { SessionStoreError } from '../stores/store-error';
import { AppendedRows } from './appended-rows';
import {
  type Cleared,
  type EditableStore,
  type Popped,
  type UndoStep,
  WRITTEN_SINCE,
} from './editable-store';
import { expectSameContent, expectSameNewest, readRemoval } from './removal';
import { RemovedRows } from './removed-rows';
import { isStandIn } from './stand-in';
import { counted } from './store-editor';
import { StoreFile, type StoreFileOptions } from './store-file';
import { isSameState, readState, type StoreState } from './store-state';

/** A vv-agent store in a SQLite file, opened for each write alone: between writes nothing of it is held. */
export class EditableFile implements EditableStore {
  readonly #file: StoreFile;
  readonly #removed = new Set<RemovedRows>();

  constructor(path: string, options: StoreFileOptions) {
    this.#file = new StoreFile(path, options);
  }

  async isStandIn(sessionId: string): Promise<boolean> {
    return this.#file.read((rows) => isStandIn(rows, sessionId)) ?? false;
  }

  async knownDigest(sessionId: string, commitId: string): Promise<string | undefined> {
    const sql = 'SELECT payload_digest FROM session_commits WHERE session_id = ? AND commit_id = ?';
    const row = this.#file.read((rows) => rows.get(sql, sessionId, commitId));
    return row && String(row.payload_digest);
  }

  async removal(sessionId: string): Promise<RemovalPreview> {
    const empty = { itemCount: 0, commitCount: 0, newest: null };
    return this.#file.read((rows) => readRemoval(rows, sessionId)) ?? empty;
  }

  async append(sessionId: string, payloads: readonly string[]): Promise<UndoStep> {
    const { range, state } = this.#file.write((rows) => {
      const appended = appendPayloads(rows, sessionId, payloads);
      return { range: appended, state: this.#stateOf(rows) };
    });
    const appended = new AppendedRows(sessionId, range, payloads, null);
    return this.#appendedStep(`append ${counted(payloads.length, 'item')}`, state, appended);
  }

  async appendOnce(
    sessionId: string,
    commitId: string,
    digest: string,
    payloads: readonly string[],
  ): Promise<UndoStep | null> {
    // A replay or a conflict is told without opening the file for writing; the transaction asks again.
    if (this.#file.isLookedAt && isReplay(await this.knownDigest(sessionId, commitId), digest)) return null;
    const { step, state } = this.#file.write((rows) => {
      const made = appendCommit(rows, sessionId, commitId, digest, payloads);
      return { step: made, state: this.#stateOf(rows) };
    });
    if (step.outcome === 'replayed') return null;
    const appended = new AppendedRows(sessionId, step.range, payloads, { commitId, digest });
    return this.#appendedStep(`commit ${counted(payloads.length, 'item')}`, state, appended);
  }

  async pop(sessionId: string, shown: RemovalPreview | null): Promise<Popped | null> {
    const { value: popped, removed } = this.#remove((rows, kept) => {
      if (shown) expectSameNewest(shown, readRemoval(rows, sessionId));
      kept.keepNewest(rows, sessionId);
      const item = popNewest(rows, sessionId);
      return item && { payload: item.payload, state: this.#stateOf(rows) };
    });
    if (!popped) {
      removed.close();
      return null;
    }
    return { payload: popped.payload, step: this.#removedStep('pop 1 item', popped.state, removed) };
  }

  async clear(sessionId: string, shown: RemovalPreview | null): Promise<Cleared> {
    const { value: cleared, removed } = this.#remove((rows, kept) => {
      if (shown) expectSameContent(shown, readRemoval(rows, sessionId));
      kept.keepSession(rows, sessionId);
      return { ...clearSession(rows, sessionId), state: this.#stateOf(rows) };
    });
    const { items, commits, state } = cleared;
    const label = `clear ${counted(items, 'item')} and ${counted(commits, 'commit')}`;
    return {
      itemCount: items,
      commitCount: commits,
      step: this.#removedStep(label, state, removed),
    };
  }

  backUp(): Promise<string> {
    return this.#file.backUp();
  }

  async close(): Promise<void> {
    this.#file.close();
    for (const removed of this.#removed) removed.close();
  }

  /** Runs a removal with something to keep the rows in; that is let go of again when it fails. */
  #remove<T>(work: (rows: RowWriter, kept: RemovedRows) => T): { value: T; removed: RemovedRows } {
    const removed = new RemovedRows();
    try {
      return { value: this.#file.write((rows) => work(rows, removed)), removed };
    } catch (error) {
      removed.close();
      throw error;
    }
  }

  #stateOf(rows: RowReader): StoreState {
    return readState(this.#file.path, rows);
  }

  /** What was committed is looked at once more, in a transaction of its own, before it can be taken back. */
  #appendedStep(label: string, state: StoreState, appended: AppendedRows): UndoStep {
    this.#expectWritten(appended);
    return this.#step(label, (rows) => isSameState(this.#stateOf(rows), state) && appended.areThere(rows), {
      takeBack: (rows) => appended.remove(rows),
    });
  }

  #removedStep(label: string, state: StoreState, removed: RemovedRows): UndoStep {
    this.#removed.add(removed);
    return this.#step(label, (rows) => isSameState(this.#stateOf(rows), state), {
      takeBack: (rows) => removed.restore(rows),
      taken: () => {
        this.#removed.delete(removed);
        removed.close();
      },
    });
  }

  #expectWritten(appended: AppendedRows): void {
    let isThere: boolean | undefined;
    try {
      isThere = this.#file.read((rows) => appended.areThere(rows));
    } catch (error) {
      if (!(error instanceof SessionStoreError)) throw error;
      // Not under its own code, which would say that nothing was written and that it can be tried again.
      const message = `This was written, but could not be read back. ${error.message}`;
      throw new SessionStoreError('changed-meanwhile', message, error.detail);
    }
    if (isThere) return;
    const message =
      'This was written, but another program has changed it since. Reload to see what is there.';
    throw new SessionStoreError('changed-meanwhile', message);
  }

  #step(
    label: string,
    isAsLeft: (rows: RowReader) => boolean,
    { takeBack, taken }: { takeBack: (rows: RowWriter) => void; taken?: () => void },
  ): UndoStep {
    return {
      label,
      refusal: async () => (this.#file.read(isAsLeft) ? null : WRITTEN_SINCE),
      undo: async () => {
        this.#file.write((rows) => {
          if (!isAsLeft(rows)) throw new SessionStoreError('changed-meanwhile', WRITTEN_SINCE);
          takeBack(rows);
        });
        taken?.();
      },
    };
  }
}
