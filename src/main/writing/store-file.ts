import { openForWriting } from '../sqlite/open-for-writing';
import type { ReadDatabase, RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import { prepareSchema } from '../stores/sqlite-schema';
import { valueOrThrow } from '../stores/store-error';
import { makeBackup } from './backup';

export interface StoreFileOptions {
  /** Whether the first write may make the file. */
  readonly create: boolean;
  readonly busyTimeoutMs?: number;
  /** The file as it was looked at before: answers what only reads without touching the file, while it is unchanged. */
  readonly reader: ReadDatabase | null;
}

/** The file of a store, opened for each use alone. What fails is thrown as a `SessionStoreError`. */
export class StoreFile {
  readonly path: string;
  readonly #options: StoreFileOptions;
  #mayCreate: boolean;

  constructor(path: string, options: StoreFileOptions) {
    this.path = path;
    this.#options = options;
    this.#mayCreate = options.create;
  }

  /** Whether the file was there, and looked at, when it was opened for editing. */
  get isLookedAt(): boolean {
    return this.#options.reader !== null;
  }

  /** Undefined where there is no file yet. */
  read<T>(work: (rows: RowReader) => T): T | undefined {
    const { reader, busyTimeoutMs } = this.#options;
    if (reader && !reader.hasChanged()) {
      const read = reader.read(work);
      if (read.ok || read.code !== 'changed-while-reading') return valueOrThrow(read);
    }
    const opened = openForWriting(this.path, busyTimeoutMs === undefined ? {} : { busyTimeoutMs });
    const isNew = !opened.ok && (opened.code === 'missing' || opened.code === 'empty');
    if (isNew && this.#mayCreate) return undefined;
    const database = valueOrThrow(opened);
    try {
      return valueOrThrow(database.read(work));
    } finally {
      database.close();
    }
  }

  /** Runs `work` in one write transaction, over a schema that passes every check there and then. */
  write<T>(work: (rows: RowWriter) => T): T {
    const { busyTimeoutMs } = this.#options;
    const create = this.#mayCreate;
    const database = valueOrThrow(
      openForWriting(this.path, {
        create: create ? 'if-missing' : 'never',
        ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
      }),
    );
    try {
      const written = database.write((rows) => {
        prepareSchema(rows, { create });
        return work(rows);
      });
      // What was made once and is gone was removed by somebody, who is not to find it again.
      if (written.ok) this.#mayCreate = false;
      return valueOrThrow(written);
    } finally {
      database.close();
    }
  }

  /** Writes a copy of the whole file beside it, and gives its path. */
  async backUp(): Promise<string> {
    const { busyTimeoutMs } = this.#options;
    const waiting = busyTimeoutMs === undefined ? {} : { busyTimeoutMs };
    const quiet = { signal: new AbortController().signal, onProgress: () => {} };
    return valueOrThrow(await makeBackup(this.path, { now: new Date(), ...quiet, ...waiting }));
  }

  close(): void {
    this.#options.reader?.close();
  }
}
