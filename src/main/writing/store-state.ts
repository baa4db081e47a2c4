import type { RowReader } from '../sqlite/types';

/**
 * What tells whether anything was appended or removed since: how much there is, and the newest of each. The counter of
 * AUTOINCREMENT is left out, since taking an append back does not turn it back.
 */
export interface StoreState {
  readonly itemCount: number;
  readonly newestItem: string;
  readonly commitCount: number;
  readonly newestCommit: string;
}

/** The state of a whole file, inside a transaction. */
export function readState(rows: RowReader): StoreState {
  const items = rows.get('SELECT count(*) AS count, max(item_index) AS newest FROM session_items');
  const commits = rows.get('SELECT count(*) AS count, max(rowid) AS newest FROM session_commits');
  return {
    itemCount: Number(items?.count ?? 0),
    newestItem: String(items?.newest),
    commitCount: Number(commits?.count ?? 0),
    newestCommit: String(commits?.newest),
  };
}

export function isSameState(one: StoreState, other: StoreState): boolean {
  return (
    one.itemCount === other.itemCount &&
    one.newestItem === other.newestItem &&
    one.commitCount === other.commitCount &&
    one.newestCommit === other.newestCommit
  );
}
