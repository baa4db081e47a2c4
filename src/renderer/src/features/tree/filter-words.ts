import type { TreeFilter } from '../../../../shared/tree/filters';

/** What a filter is called on its button, and what it shows. */
export interface FilterWords {
  readonly name: string;
  readonly hint: string;
}

const WORDS: Readonly<Record<TreeFilter, FilterWords>> = {
  everything: { name: 'Everything', hint: 'Every entry of the file' },
  conversation: {
    name: 'Conversation',
    hint: 'What was said and done; moves, labels and settings are left out',
  },
  'no-tools': { name: 'No tools', hint: 'The conversation without tool calls and their results' },
  user: { name: 'User', hint: 'What the user wrote' },
  labelled: { name: 'Labelled', hint: 'Entries with a label' },
  problems: { name: 'Problems', hint: 'Records with a problem, and breaks' },
};

export function filterWords(filter: TreeFilter): FilterWords {
  return WORDS[filter];
}
