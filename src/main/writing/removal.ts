import type { RemovalPreview } from '../../shared/contract/editing';
import type { RowReader } from '../sqlite/types';
import { SessionStoreError } from '../stores/store-error';
import { cutText } from './edit-input';

/** What there is to remove in a session, inside a transaction. */
export function readRemoval(rows: RowReader, sessionId: string): RemovalPreview {
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

/** Lets a pop go on only while the newest item is the one that was shown. Throws `changed-meanwhile`. */
export function expectSameNewest(shown: RemovalPreview, found: RemovalPreview): void {
  const isSame =
    shown.newest?.id === found.newest?.id &&
    shown.newest?.text === found.newest?.text &&
    shown.newest?.totalChars === found.newest?.totalChars;
  if (!isSame) throw changed();
}

/** The same for a clear, which takes all there is. */
export function expectSameContent(shown: RemovalPreview, found: RemovalPreview): void {
  if (shown.itemCount !== found.itemCount || shown.commitCount !== found.commitCount) throw changed();
  expectSameNewest(shown, found);
}

function changed(): SessionStoreError {
  return new SessionStoreError(
    'changed-meanwhile',
    'Another program has changed this session since you were shown what goes. Nothing was removed: look again.',
  );
}
