/**
 * What an entry is, across all formats. The order is the wire code of the `kinds` column
 * (one byte an entry): add at the end only.
 */
export const ENTRY_KINDS = [
  'user',
  'assistant',
  'tool_result',
  'system',
  'compaction',
  'branch_summary',
  'model_change',
  'thinking_change',
  'label',
  'session_info',
  'leaf_move',
  'custom',
  'custom_message',
  'extension',
  'collapse',
  'meta',
  'unknown',
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

const CODES = new Map<EntryKind, number>(ENTRY_KINDS.map((kind, code) => [kind, code]));

/** The one-byte code of a kind in the `kinds` column. */
export function kindCode(kind: EntryKind): number {
  return CODES.get(kind) ?? CODES.size - 1;
}

/** The kind behind a code of the `kinds` column; a code this version does not know is `unknown`. */
export function kindOfCode(code: number | undefined): EntryKind {
  return ENTRY_KINDS[code ?? -1] ?? 'unknown';
}

const CONVERSATION: ReadonlySet<EntryKind> = new Set([
  'user',
  'assistant',
  'tool_result',
  'system',
  'compaction',
  'branch_summary',
  'custom_message',
]);

/** Whether a kind is part of the conversation; the others are bookkeeping (moves, labels, settings). */
export function isConversation(kind: EntryKind): boolean {
  return CONVERSATION.has(kind);
}
