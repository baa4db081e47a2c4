import type { ReadDatabase, SqlValue } from '../../sqlite/types';
import { unwrap } from '../database-error';
import type { CommitSource } from '../format';
import { FIRST_POSITION, type ItemTable } from './item-table';
import type { Layout } from './layout';
import { GROUP_BY_SESSION, KEY_COLUMNS, type SessionKey, sessionKeyOf } from './session-key';

const ITEMS_A_READ = 1_000;

/** What commit attribution reads: the commits of each session, and its items' payloads in stored order. */
export class VvAgentCommits implements CommitSource {
  readonly #db: ReadDatabase;
  readonly #layout: Layout;
  readonly #items: ItemTable;
  readonly #find: (sessionId: string) => SessionKey | undefined;

  constructor(
    db: ReadDatabase,
    layout: Layout,
    items: ItemTable,
    find: (sessionId: string) => SessionKey | undefined,
  ) {
    this.#db = db;
    this.#layout = layout;
    this.#items = items;
    this.#find = find;
  }

  /** The sessions that have commits, in the order of their first. */
  sessionIds(): string[] {
    const { hasCommits, commitOrder } = this.#layout;
    if (!hasCommits) return [];
    const sql = `SELECT ${KEY_COLUMNS} FROM session_commits ${GROUP_BY_SESSION}
      ORDER BY min(${commitOrder ?? 'commit_id'})`;
    return unwrap(this.#db.read((rows) => rows.all(sql).map((row) => sessionKeyOf(row).id)));
  }

  commitsOf(sessionId: string): { commitId: string; digest: string }[] {
    const key = this.#find(sessionId);
    const { hasCommits, commitOrder } = this.#layout;
    if (!key || !hasCommits) return [];
    const sql = `SELECT commit_id AS commitId, payload_digest AS digest FROM session_commits
      WHERE ${key.where} ORDER BY ${commitOrder ?? 'commit_id'}`;
    const found = unwrap(this.#db.read((rows) => rows.all(sql, key.value)));
    return found.map(({ commitId, digest }) => ({ commitId: textOf(commitId), digest: textOf(digest) }));
  }

  itemCountOf(sessionId: string): number {
    const key = this.#find(sessionId);
    if (!key || !this.#layout.hasItems) return 0;
    const sql = `SELECT count(*) AS items FROM session_items WHERE ${key.where}`;
    return Number(unwrap(this.#db.read((rows) => rows.get(sql, key.value)))?.items ?? 0);
  }

  *itemsOf(sessionId: string): Generator<{ itemIndex: bigint; payload: string }> {
    const key = this.#find(sessionId);
    let position: bigint | null = key ? FIRST_POSITION : null;
    while (key && position !== null) {
      const from: bigint = position;
      const page = unwrap(this.#db.read((rows) => this.#items.page(rows, key, from, ITEMS_A_READ)));
      for (const { id, payload } of page.items) {
        // An empty text is no item either: what is no text, or too long to parse, stays undecodable.
        yield { itemIndex: integerOf(id), payload: payload.type === 'text' ? payload.text : '' };
      }
      position = page.next;
    }
  }
}

function integerOf(id: string): bigint {
  return /^-?\d+$/.test(id) ? BigInt(id) : 0n;
}

/** A blob in place of a text is no digest and no id; shown in a form that cannot be one either. */
function textOf(value: SqlValue | undefined): string {
  return typeof value === 'string' ? value : value instanceof Uint8Array ? '[blob]' : `[${String(value)}]`;
}
