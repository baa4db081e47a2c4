import { STOP } from '../../../../shared/tree/outline';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { kindWords } from '../entry/kind-words';

/** What a stop is, in words: `User`, `Tool result, error`, `Assistant, fork`. */
export function stopWords(index: SessionIndex, row: number, stop: number): string {
  const marks = MARKS.filter(([bit]) => (stop & bit) !== 0).map(([, word]) => word);
  return [kindWords(index.kind(row)).word, ...marks].join(', ');
}

const MARKS = [
  [STOP.error, 'error'],
  [STOP.problem, 'problem'],
  [STOP.label, 'label'],
  [STOP.fork, 'fork'],
] as const;

/** The first words at a stop; of a call that says nothing, its tools. */
export function stopPreview(index: SessionIndex, row: number): string {
  return index.preview(row) || index.toolNames(row);
}
