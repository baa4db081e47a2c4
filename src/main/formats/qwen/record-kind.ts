import type { EntryKind } from '../../../shared/model/kind';

/** What tells the kind of a record, read from its text in whatever way. */
export interface KindMarks {
  readonly type: string;
  readonly subtype: string;
  /** Where it comes from, in the program's words; empty where it does not say. */
  readonly provenance: string;
  /** Whether its content answers calls of tools. */
  readonly hasResponse: boolean;
}

/** What the program puts in the role of the user; records of goals are told by the beginning of their subtype. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'notification',
  'cron',
  'agent_launch_prompt',
  'background_task_completed',
]);
const GOAL = /^goal_/;
/** Kinds of notes of the program; all others, those of later releases too, are `meta`. */
const SYSTEM_KINDS: Readonly<Record<string, EntryKind>> = {
  chat_compression: 'compaction',
  rewind: 'leaf_move',
  custom_title: 'session_info',
  parent_session: 'session_info',
  session_source: 'session_info',
  session_model: 'model_change',
  slash_command: 'custom_message',
  notification: 'custom_message',
  agent_launch_prompt: 'custom_message',
  cron: 'custom_message',
};

/** The kind of entry that a record is. Types of later releases are unknown, and are kept. */
export function kindOf({ type, subtype, provenance, hasResponse }: KindMarks): EntryKind {
  switch (type) {
    case 'user':
      if (hasResponse) return 'tool_result';
      return isHuman(subtype, provenance) ? 'user' : 'custom_message';
    case 'assistant':
      return 'assistant';
    case 'tool_result':
      return 'tool_result';
    case 'system':
      return (Object.hasOwn(SYSTEM_KINDS, subtype) ? SYSTEM_KINDS[subtype] : undefined) ?? 'meta';
    default:
      return 'unknown';
  }
}

function isHuman(subtype: string, provenance: string): boolean {
  if (PROGRAMS.has(subtype) || GOAL.test(subtype)) return false;
  return provenance === '' || provenance === 'real_user';
}
