import { createHash } from 'node:crypto';
import type { RowReader } from '../sqlite/types';
import type { RowWriter } from '../sqlite/write-types';
import type { ItemRange } from '../stores/sqlite-rows';

interface CommitRow {
  readonly commitId: string;
  readonly digest: string;
}

/** The very rows a write appended, known again by their bytes: a hash of them is kept, not the payloads. */
export class AppendedRows {
  readonly #sessionId: string;
  readonly #range: ItemRange | null;
  readonly #hash: string;
  readonly #commit: CommitRow | null;

  constructor(
    sessionId: string,
    range: ItemRange | null,
    payloads: readonly string[],
    commit: CommitRow | null,
  ) {
    this.#sessionId = sessionId;
    this.#range = range;
    this.#hash = hashOf(payloads);
    this.#commit = commit;
  }

  /** Whether all of them are there, as they were written. */
  areThere(rows: RowReader): boolean {
    return this.#hasCommit(rows) && hashOf(this.#payloads(rows)) === this.#hash;
  }

  remove(rows: RowWriter): void {
    if (this.#range) {
      const { first, last } = this.#range;
      const sql = 'DELETE FROM session_items WHERE session_id = ? AND item_index BETWEEN ? AND ?';
      rows.run(sql, this.#sessionId, first, last);
    }
    if (this.#commit) {
      const sql = 'DELETE FROM session_commits WHERE session_id = ? AND commit_id = ?';
      rows.run(sql, this.#sessionId, this.#commit.commitId);
    }
  }

  #hasCommit(rows: RowReader): boolean {
    if (!this.#commit) return true;
    const { commitId, digest } = this.#commit;
    const sql = 'SELECT payload_digest FROM session_commits WHERE session_id = ? AND commit_id = ?';
    return rows.get(sql, this.#sessionId, commitId)?.payload_digest === digest;
  }

  *#payloads(rows: RowReader): Iterable<unknown> {
    if (!this.#range) return;
    const sql = `SELECT payload FROM session_items
      WHERE session_id = ? AND item_index BETWEEN ? AND ? ORDER BY item_index`;
    for (const { payload } of rows.iterate(sql, this.#sessionId, this.#range.first, this.#range.last))
      yield payload;
  }
}

/** Each text with its length, so that no two lists of texts come out alike. */
function hashOf(payloads: Iterable<unknown>): string {
  const hash = createHash('sha256');
  for (const payload of payloads) {
    const text = typeof payload === 'string' ? payload : `no text: ${typeof payload}`;
    hash.update(`${text.length} `).update(text);
  }
  return hash.digest('hex');
}
