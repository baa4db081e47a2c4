import type { RemovalPreview } from '../../shared/contract/editing';
import { openForWriting } from '../sqlite/open-for-writing';
import type { ReadDatabase, ReadFailure, ReadResult, RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import { isReplay } from '../stores/append-once';
import { appendCommit, appendPayloads, clearSession, type ItemRange, popNewest } from '../stores/sqlite-rows';
import { prepareSchema } from '../stores/sqlite-schema';
import { SessionStoreError } from '../stores/store-error';
import { makeBackup } from './backup';
import { cutText } from './edit-input';
import {
  type Cleared,
  type EditableStore,
  type Popped,
  type UndoStep,
  WRITTEN_SINCE,
} from './editable-store';
import { RemovedRows } from './removed-rows';
import { counted } from './store-editor';
import { isSameState, readState, type StoreState } from './store-state';

interface FileOptions {
  /** Whether the first write may make the file. */
  readonly create: boolean;
  readonly busyTimeoutMs?: number;
  /** The file as it was looked at before: answers what only reads without touching the file, while it is unchanged. */
  readonly reader: ReadDatabase | null;
}

/** A vv-agent store in a SQLite file, opened for each write alone: between writes nothing of it is held. */
export class EditableFile implements EditableStore {
  readonly #path: string;
  readonly #options: FileOptions;
  readonly #removed = new Set<RemovedRows>();

  constructor(path: string, options: FileOptions) {
    this.#path = path;
    this.#options = options;
  }

  async knownDigest(sessionId: string, commitId: string): Promise<string | undefined> {
    const sql = 'SELECT payload_digest FROM session_commits WHERE session_id = ? AND commit_id = ?';
    const row = this.#read((rows) => rows.get(sql, sessionId, commitId));
    return row && String(row.payload_digest);
  }

  async removal(sessionId: string): Promise<RemovalPreview> {
    const empty = { itemCount: 0, commitCount: 0, newest: null };
    return this.#read((rows) => readRemoval(rows, sessionId)) ?? empty;
  }

  async append(sessionId: string, payloads: readonly string[]): Promise<UndoStep> {
    const { range, state } = this.#write((rows) => {
      const appended = appendPayloads(rows, sessionId, payloads);
      return { range: appended, state: readState(rows) };
    });
    this.#readBack(sessionId, range, payloads);
    const label = `append ${counted(payloads.length, 'item')}`;
    return this.#step(label, state, (rows) => removeRange(rows, sessionId, range));
  }

  async appendOnce(
    sessionId: string,
    commitId: string,
    digest: string,
    payloads: readonly string[],
  ): Promise<UndoStep | null> {
    // A replay or a conflict is told without opening the file for writing; the transaction asks again.
    if (this.#options.reader && isReplay(await this.knownDigest(sessionId, commitId), digest)) return null;
    const { step, state } = this.#write((rows) => {
      const made = appendCommit(rows, sessionId, commitId, digest, payloads);
      return { step: made, state: readState(rows) };
    });
    if (step.outcome === 'replayed') return null;
    this.#readBack(sessionId, step.range, payloads);
    return this.#step(`commit ${counted(payloads.length, 'item')}`, state, (rows) => {
      removeRange(rows, sessionId, step.range);
      rows.run('DELETE FROM session_commits WHERE session_id = ? AND commit_id = ?', sessionId, commitId);
    });
  }

  async pop(sessionId: string): Promise<Popped | null> {
    const removed = this.#keepRemoved();
    const popped = this.#write((rows) => {
      removed.keepNewest(rows, sessionId);
      const item = popNewest(rows, sessionId);
      return item && { payload: item.payload, state: readState(rows) };
    });
    if (!popped) return null;
    const step = this.#step('pop 1 item', popped.state, (rows) => removed.restore(rows));
    return { payload: popped.payload, step };
  }

  async clear(sessionId: string): Promise<Cleared> {
    const removed = this.#keepRemoved();
    const { items, commits, state } = this.#write((rows) => {
      removed.keepSession(rows, sessionId);
      return { ...clearSession(rows, sessionId), state: readState(rows) };
    });
    const label = `clear ${counted(items, 'item')} and ${counted(commits, 'commit')}`;
    const step = this.#step(label, state, (rows) => removed.restore(rows));
    return { itemCount: items, commitCount: commits, step };
  }

  async backUp(): Promise<string> {
    const { busyTimeoutMs } = this.#options;
    const waiting = busyTimeoutMs === undefined ? {} : { busyTimeoutMs };
    const quiet = { signal: new AbortController().signal, onProgress: () => {} };
    return orThrow(await makeBackup(this.#path, { now: new Date(), ...quiet, ...waiting }));
  }

  async close(): Promise<void> {
    this.#options.reader?.close();
    for (const removed of this.#removed) removed.close();
  }

  /** Undefined where there is no file yet. */
  #read<T>(work: (rows: RowReader) => T): T | undefined {
    const { reader, create, busyTimeoutMs } = this.#options;
    if (reader && !reader.hasChanged()) {
      const read = reader.read(work);
      if (read.ok || read.code !== 'changed-while-reading') return orThrow(read);
    }
    const opened = openForWriting(this.#path, busyTimeoutMs === undefined ? {} : { busyTimeoutMs });
    if (!opened.ok && create && (opened.code === 'missing' || opened.code === 'empty')) return undefined;
    const database = orThrow(opened);
    try {
      return orThrow(database.read(work));
    } finally {
      database.close();
    }
  }

  #write<T>(work: (rows: RowWriter) => T): T {
    const { create, busyTimeoutMs } = this.#options;
    const database = orThrow(
      openForWriting(this.#path, {
        create: create ? 'if-missing' : 'never',
        ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
      }),
    );
    try {
      return orThrow(
        database.write((rows) => {
          prepareSchema(rows, { create });
          return work(rows);
        }),
      );
    } finally {
      database.close();
    }
  }

  /** What was committed is looked at once more, in a transaction of its own. */
  #readBack(sessionId: string, range: ItemRange | null, payloads: readonly string[]): void {
    if (range === null) return;
    const isSame = this.#read((rows) => {
      const sql = `SELECT payload FROM session_items
        WHERE session_id = ? AND item_index BETWEEN ? AND ? ORDER BY item_index`;
      let index = 0;
      for (const { payload } of rows.iterate(sql, sessionId, range.first, range.last))
        if (payload !== payloads[index++]) return false;
      return index === payloads.length;
    });
    if (!isSame) {
      const message = 'What was written reads back differently. Run the checks of this file.';
      throw new SessionStoreError('changed-meanwhile', message);
    }
  }

  #keepRemoved(): RemovedRows {
    const removed = new RemovedRows();
    this.#removed.add(removed);
    return removed;
  }

  #step(label: string, state: StoreState, takeBack: (rows: RowWriter) => void): UndoStep {
    const isUntouched = (rows: RowReader) => isSameState(readState(rows), state);
    return {
      label,
      refusal: async () => (this.#read(isUntouched) ? null : WRITTEN_SINCE),
      undo: async () =>
        this.#write((rows) => {
          if (!isUntouched(rows)) throw new SessionStoreError('changed-meanwhile', WRITTEN_SINCE);
          takeBack(rows);
        }),
    };
  }
}

function readRemoval(rows: RowReader, sessionId: string): RemovalPreview {
  const count = (table: string) =>
    Number(rows.get(`SELECT count(*) AS count FROM ${table} WHERE session_id = ?`, sessionId)?.count ?? 0);
  const newest = rows.get(
    'SELECT item_index, payload FROM session_items WHERE session_id = ? ORDER BY item_index DESC LIMIT 1',
    sessionId,
  );
  return {
    itemCount: count('session_items'),
    commitCount: count('session_commits'),
    newest: newest ? { id: String(newest.item_index), ...cutText(String(newest.payload)) } : null,
  };
}

function removeRange(rows: RowWriter, sessionId: string, range: ItemRange | null): void {
  if (range === null) return;
  const sql = 'DELETE FROM session_items WHERE session_id = ? AND item_index BETWEEN ? AND ?';
  rows.run(sql, sessionId, range.first, range.last);
}

/** The value of what worked; a failure of the file as the error of a store. */
function orThrow<T>(result: ReadResult<T>): T {
  if (result.ok) return result.value;
  const { code, message, detail }: ReadFailure = result;
  throw new SessionStoreError(code, message, detail);
}
