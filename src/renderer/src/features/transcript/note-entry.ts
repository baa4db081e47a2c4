import { isConversation } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';

/** Whether an entry takes one line: bookkeeping and summaries do, unless something is wrong with them. */
export function isNote(index: SessionIndex, row: number): boolean {
  const kind = index.kind(row);
  if (index.hasFlag(row, 'problem') || kind === 'unknown') return false;
  return !isConversation(kind) || kind === 'compaction' || kind === 'branch_summary';
}
