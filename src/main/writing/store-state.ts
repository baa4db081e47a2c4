import fs from 'node:fs';
import type { RowReader } from '../sqlite/types';

/**
 * What tells whether anything was appended or removed since: which file it is, how much there is, and the newest of
 * each. The counter of AUTOINCREMENT is left out, since taking an append back does not turn it back.
 */
export interface StoreState {
  readonly fileIdentity: string;
  readonly itemCount: number;
  readonly newestItem: string;
  readonly commitCount: number;
  readonly newestCommit: string;
}

/** The state of the whole file at a path, inside a transaction on it. */
export function readState(path: string, rows: RowReader): StoreState {
  const items = rows.get('SELECT count(*) AS count, max(item_index) AS newest FROM session_items');
  const commits = rows.get('SELECT count(*) AS count FROM session_commits');
  // The number of a commit that was removed is given to the next one: only its content tells them apart.
  const newest = rows.get(
    'SELECT rowid, session_id, commit_id, payload_digest FROM session_commits ORDER BY rowid DESC LIMIT 1',
  );
  return {
    fileIdentity: identityOf(path),
    itemCount: Number(items?.count ?? 0),
    newestItem: String(items?.newest),
    commitCount: Number(commits?.count ?? 0),
    newestCommit: JSON.stringify(Object.values(newest ?? {}).map(String)),
  };
}

export function isSameState(one: StoreState, other: StoreState): boolean {
  return (
    one.fileIdentity === other.fileIdentity &&
    one.itemCount === other.itemCount &&
    one.newestItem === other.newestItem &&
    one.commitCount === other.commitCount &&
    one.newestCommit === other.newestCommit
  );
}

/** Another file in the same place is another store, however alike the two are. */
function identityOf(path: string): string {
  const stats = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : 'none';
}
