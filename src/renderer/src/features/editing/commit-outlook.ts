import type { EditPreview } from '../../../../shared/contract/editing';

/** What a commit would come to, as it is known before it is made. */
export interface CommitOutlook {
  readonly sign: '✓' | 'i' | '✕';
  readonly tone: 'ok' | 'plain' | 'err';
  readonly sentence: string;
  /** Why it cannot be made; null when it can. */
  readonly refusal: string | null;
}

/** What a commit would meet in the store, in a sentence; null while its items or its name are not there. */
export function commitOutlook(preview: EditPreview): CommitOutlook | null {
  if (preview.problem !== null) return null;
  if (preview.digest === null) {
    return {
      sign: '✕',
      tone: 'err',
      sentence: `No digest can be computed over these items. ${preview.digestProblem ?? ''}`.trim(),
      refusal: 'Without a digest nothing can be committed.',
    };
  }
  switch (preview.meets) {
    case null:
      return null;
    case 'nothing':
      return {
        sign: '✓',
        tone: 'ok',
        sentence: 'No commit of this session has this id: the items will be appended as one commit.',
        refusal: null,
      };
    case 'same-digest':
      return {
        sign: 'i',
        tone: 'plain',
        sentence:
          'This was committed before, with the very same items. It will be replayed: nothing will be appended.',
        refusal: null,
      };
    case 'another-digest':
      return {
        sign: '✕',
        tone: 'err',
        sentence:
          'A commit of this id holds other items: its digest is another. One id stands for one list of items for good.',
        refusal: 'The commit id is taken by other items.',
      };
  }
}
