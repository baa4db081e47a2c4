import type { EntryKind } from './kind';

const WORDS: Readonly<Record<EntryKind, string>> = {
  user: 'User',
  assistant: 'Assistant',
  tool_result: 'Tool result',
  system: 'System',
  compaction: 'Compaction',
  branch_summary: 'Branch summary',
  model_change: 'Model',
  thinking_change: 'Thinking level',
  label: 'Label',
  session_info: 'Session name',
  leaf_move: 'Moved leaf',
  custom: 'Custom',
  custom_message: 'Custom message',
  extension: 'Extension',
  collapse: 'Collapse',
  meta: 'Meta',
  unknown: 'Unknown',
};

/** How a kind of entry is called, for people. */
export function kindWord(kind: EntryKind): string {
  return WORDS[kind];
}
