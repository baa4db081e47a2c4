import { diffLines } from 'diff';
import type { DiffLine } from '../../../../../shared/tools/diff-line';

/** Lines that may differ, and milliseconds it may take: the work grows with their number squared. */
const LIMITS = { maxEditLength: 1_000, timeout: 100 };

/**
 * What changes from one text to another, line by line. Texts that differ in too much are shown as all removed and all
 * added. Numbers count from the first line of the texts if those are whole files, else there are none.
 */
export function lineDiff(before: string, after: string, isWholeFile = false): readonly DiffLine[] {
  const changes = diffLines(before, after, LIMITS) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
  let oldNumber = 1;
  let newNumber = 1;
  for (const { value, removed, added } of changes) {
    for (const text of linesOf(value)) {
      lines.push({
        kind: removed ? 'removed' : added ? 'added' : 'same',
        text,
        oldNumber: isWholeFile && !added ? oldNumber : null,
        newNumber: isWholeFile && !removed ? newNumber : null,
      });
      if (!added) oldNumber += 1;
      if (!removed) newNumber += 1;
    }
  }
  return lines;
}

/** The lines of a text; one that ends in a line break has none after it. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
