import type { EntryKind } from '../../../../shared/model/kind';
import { kindWord } from '../../../../shared/model/kind-words';

/** How a kind of entry is called, and the letter that stands for its role in the tree; empty for bookkeeping. */
export interface KindWords {
  readonly word: string;
  readonly letter: string;
}

const LETTERS: Partial<Record<EntryKind, string>> = {
  user: 'U',
  assistant: 'A',
  tool_result: 'T',
  system: 'S',
  compaction: 'C',
  branch_summary: 'B',
  custom_message: 'M',
  unknown: '?',
};

export function kindWords(kind: EntryKind): KindWords {
  return { word: kindWord(kind), letter: LETTERS[kind] ?? '' };
}
