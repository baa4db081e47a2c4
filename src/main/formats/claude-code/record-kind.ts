import type { EntryKind } from '../../../shared/model/kind';

/** What tells the kind of a record, read from its text in whatever way. */
export interface KindMarks {
  readonly type: string;
  readonly subtype: string;
  readonly isMeta: boolean;
  readonly isCompactSummary: boolean;
  /** Whether its content answers calls of tools. */
  readonly hasResult: boolean;
  /** Whether some of its content is the human's. */
  readonly hasHumanPart: boolean;
}

/** Records that say something of the session as a whole. */
const SESSION_TYPES: ReadonlySet<string> = new Set([
  ...['custom-title', 'ai-title', 'tag', 'agent-name', 'agent-color', 'agent-setting', 'pr-link'],
  ...['last-prompt', 'bridge-session'],
]);
/** Further bookkeeping: settings, queues, backups of files. */
const META_TYPES: ReadonlySet<string> = new Set([
  ...['mode', 'permission-mode', 'queue-operation', 'content-replacement'],
  ...['file-history-snapshot', 'file-history-delta', 'attachment', 'progress'],
]);

/** The kind of entry that a record is. Those of later releases are unknown, and are kept. */
export function kindOf(marks: KindMarks): EntryKind {
  switch (marks.type) {
    case 'assistant':
      return 'assistant';
    case 'user':
      return userKind(marks);
    case 'system':
      return systemKind(marks.subtype);
    default:
      if (SESSION_TYPES.has(marks.type)) return 'session_info';
      return META_TYPES.has(marks.type) ? 'meta' : 'unknown';
  }
}

/** In the role of the user stands much that no human wrote. */
function userKind({ hasResult, isMeta, isCompactSummary, hasHumanPart }: KindMarks): EntryKind {
  if (hasResult) return 'tool_result';
  if (isCompactSummary) return 'custom_message';
  if (isMeta) return 'meta';
  return hasHumanPart ? 'user' : 'custom_message';
}

function systemKind(subtype: string): EntryKind {
  if (subtype === 'compact_boundary') return 'compaction';
  return subtype === 'local_command' ? 'custom_message' : 'meta';
}
