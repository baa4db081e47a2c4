import path from 'node:path';
import Database from 'better-sqlite3';
import { VvAgentFile } from '../../samples/vv-agent-file';
import { makeFolders, type TestFolders } from '../../sqlite/test-support/files';
import { openFileEditor } from '../open-editor';
import { StoreEditor } from '../store-editor';

export const user = (content: string) => `{"role":"user","content":"${content}"}`;
export const list = (...contents: string[]) => `[${contents.map(user).join(',')}]`;
export const named = (commitId: string) => ({ type: 'id', commitId }) as const;

/** A store with two sessions, one of them with a commit, and its editors: what a test of editing starts from. */
export class EditedStore {
  readonly folders: TestFolders = makeFolders();
  file = path.join(this.folders.user, 'store.db');
  readonly #editors: StoreEditor[] = [];

  constructor() {
    this.make();
  }

  /** Writes the store, the same each time. */
  make(): void {
    const store = new VvAgentFile(this.file);
    store.add('other', [user('bystander')]);
    store.add('s', [user('one'), user('two')]);
    store.commit('s', 'key', [user('three')]);
    store.close();
  }

  async open({ create = false, ...rest }: { create?: boolean; busyTimeoutMs?: number } = {}) {
    const signal = new AbortController().signal;
    const options = { cacheDir: this.folders.cache, create, signal, onProgress: () => {}, ...rest };
    const editor = await openFileEditor(this.file, options);
    if (!(editor instanceof StoreEditor)) throw new Error('Not taken for a vv-agent store');
    this.#editors.push(editor);
    return editor;
  }

  /** As another program would. */
  change(sql: string): void {
    const database = new Database(this.file);
    database.exec(sql);
    database.close();
  }

  /** Every row of both tables, byte for byte. */
  dump(): unknown {
    const database = new Database(this.file, { readonly: true });
    const items = 'SELECT item_index, session_id, hex(payload), typeof(payload) FROM session_items';
    const commits = `SELECT rowid, session_id, hex(commit_id), typeof(commit_id), hex(payload_digest)
      FROM session_commits ORDER BY rowid`;
    const rows = [database.prepare(items).all(), database.prepare(commits).all()];
    database.close();
    return rows;
  }

  /** Index and content of the items of the session `s`. */
  contents(): unknown {
    const database = new Database(this.file, { readonly: true });
    const sql =
      "SELECT item_index || ' ' || (payload ->> 'content') FROM session_items WHERE session_id = 's'";
    const rows = database.prepare(sql).pluck().all();
    database.close();
    return rows;
  }

  async remove(): Promise<void> {
    for (const editor of this.#editors) await editor.close();
    this.folders.remove();
  }
}
