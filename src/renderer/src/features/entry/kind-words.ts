import type { EntryKind } from '../../../../shared/model/kind';

/** How a kind of entry is called, and the letter that stands for its role in the tree; empty for bookkeeping. */
export interface KindWords {
  readonly word: string;
  readonly letter: string;
}

const WORDS: Readonly<Record<EntryKind, KindWords>> = {
  user: { word: 'User', letter: 'U' },
  assistant: { word: 'Assistant', letter: 'A' },
  tool_result: { word: 'Tool result', letter: 'T' },
  system: { word: 'System', letter: 'S' },
  compaction: { word: 'Compaction', letter: 'C' },
  branch_summary: { word: 'Branch summary', letter: 'B' },
  model_change: { word: 'Model', letter: '' },
  thinking_change: { word: 'Thinking level', letter: '' },
  label: { word: 'Label', letter: '' },
  session_info: { word: 'Session name', letter: '' },
  leaf_move: { word: 'Moved leaf', letter: '' },
  custom: { word: 'Custom', letter: '' },
  custom_message: { word: 'Custom message', letter: 'M' },
  extension: { word: 'Extension', letter: '' },
  collapse: { word: 'Collapse', letter: '' },
  meta: { word: 'Meta', letter: '' },
  unknown: { word: 'Unknown', letter: '?' },
};

export function kindWords(kind: EntryKind): KindWords {
  return WORDS[kind];
}
