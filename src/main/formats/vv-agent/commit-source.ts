import type { ReadDatabase, SqlValue } from '../../sqlite/types';
import { ChangeGuard } from '../change-guard';
import { unwrap } from '../database-error';
import { type DatabaseCommits, NO_COMMITS, type SessionCommits } from '../format';
import { MAX_PAGE_ROWS } from '../read-limits';
import { boundedColumn } from '../stored-id';
import { listItems } from './commit-items';
import type { ItemTable } from './item-table';
import type { Layout } from './layout';
import { commitsTable, GROUP_BY_SESSION, keyColumns, type SessionKey, sessionKeyOf } from './session-key';
import { distinctKey } from './session-list';

/** What commit attribution reads: the commits of each session, and its items in stored order. */
export class VvAgentCommits implements DatabaseCommits {
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
    const table = commitsTable(this.#layout);
    const sql = `SELECT ${keyColumns(table)} FROM session_commits ${GROUP_BY_SESSION}
      ORDER BY min(${commitOrder ?? 'commit_id'})`;
    return unwrap(
      this.#db.read((rows) =>
        rows.all(sql).map((row) => distinctKey(rows, this.#layout, sessionKeyOf(rows, row, table)).id),
      ),
    );
  }

  read(sessionId: string): SessionCommits {
    const key = this.#find(sessionId);
    if (!key) return NO_COMMITS;
    const guard = new ChangeGuard(this.#db);
    return {
      commits: this.#commitsOf(key),
      isOrdered: true,
      items: () => listItems({ db: this.#db, table: this.#items, layout: this.#layout, key, guard }),
    };
  }

  #commitsOf({ where, value }: SessionKey): SessionCommits['commits'] {
    const { hasCommits, commitOrder } = this.#layout;
    if (!hasCommits) return [];
    const select = `SELECT ${boundedColumn('commit_id')}, ${boundedColumn('payload_digest')} FROM session_commits`;
    const commits: { commitId: string; digest: string }[] = [];
    const take = (sql: string, ...params: readonly SqlValue[]) => {
      for (const [commitId, digest] of unwrap(this.#db.read((rows) => rows.values(sql, ...params))))
        commits.push({ commitId: textOf(commitId), digest: textOf(digest) });
    };
    if (commitOrder === null) {
      const sql = `${select} WHERE ${where} ORDER BY commit_id LIMIT ? OFFSET ?`;
      for (let before = -1; before < commits.length; ) {
        before = commits.length;
        take(sql, value, BigInt(MAX_PAGE_ROWS), BigInt(before));
      }
      return commits;
    }
    // Their order is not that of the index: the row numbers, 8 bytes each, are sorted once and not for every page.
    const numbersSql = `SELECT ${commitOrder} FROM session_commits WHERE ${where} ORDER BY ${commitOrder}`;
    const numbers = unwrap(this.#db.read((rows) => rows.column(numbersSql, value)));
    const sql = `${select} WHERE ${commitOrder} IN (SELECT value FROM json_each(?)) ORDER BY ${commitOrder}`;
    for (let start = 0; start < numbers.length; start += MAX_PAGE_ROWS)
      take(sql, `[${numbers.slice(start, start + MAX_PAGE_ROWS).join(',')}]`);
    return commits;
  }

  itemCountOf(sessionId: string): number {
    const key = this.#find(sessionId);
    if (!key || !this.#layout.hasItems) return 0;
    const sql = `SELECT count(*) AS items FROM session_items WHERE ${key.where}`;
    return Number(unwrap(this.#db.read((rows) => rows.get(sql, key.value)))?.items ?? 0);
  }
}

/** A blob in place of a text is no digest and no id; shown in a form that cannot be one either. */
function textOf(value: SqlValue | undefined): string {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? '[blob]' : `[${String(value)}]`;
}
