import { textField } from '../content/fields';
import type { SessionEntry } from './session-entry';

/**
 * What a model would see from the end of a path, in order: messages, custom messages whatever their `display` says, and
 * summaries of branches that say something. After a compaction, the last one on the path, comes its summary first, then
 * what stands from `firstKeptEntryId` up to it, then what follows it; nothing is kept from before when that entry is not
 * there. Contract, section 2.
 */
export function replayContext(path: readonly SessionEntry[]): SessionEntry[] {
  const at = path.findLastIndex(({ type }) => type === 'compaction');
  const compaction = path[at];
  if (compaction === undefined) return path.filter(isSeen);
  const firstKeptId = textField(compaction.object, 'firstKeptEntryId');
  const before = path.slice(0, at);
  const firstKept = before.findIndex(({ id }) => id === firstKeptId);
  const kept = firstKept < 0 ? [] : before.slice(firstKept);
  return [compaction, ...kept.filter(isSeen), ...path.slice(at + 1).filter(isSeen)];
}

function isSeen({ type, object }: SessionEntry): boolean {
  if (type === 'branch_summary') return textField(object, 'summary') !== '';
  return type === 'message' || type === 'custom_message';
}
