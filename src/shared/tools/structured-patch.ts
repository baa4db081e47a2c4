import { type Arguments, listOf, numberOf, own } from './arguments';
import type { DiffLine } from './diff-line';

/**
 * The difference that Claude Code stores beside the result of an edit, as parts with the numbers of their first lines.
 * Null where there is none, or any line of it has no sign.
 */
export function structuredPatchLines(details: Arguments): readonly DiffLine[] | null {
  const all: DiffLine[] = [];
  for (const hunk of listOf(details, 'structuredPatch')) {
    const lines = own(hunk, 'lines');
    if (!Array.isArray(lines)) return null;
    if (all.length > 0) all.push(gap(''));
    let [oldNumber, newNumber] = [numberOf(hunk, 'oldStart') ?? 1, numberOf(hunk, 'newStart') ?? 1];
    for (const line of lines) {
      if (typeof line !== 'string') return null;
      const text = line.slice(1);
      switch (line.charAt(0)) {
        case '+':
          all.push({ kind: 'added', text, oldNumber: null, newNumber: newNumber++ });
          break;
        case '-':
          all.push({ kind: 'removed', text, oldNumber: oldNumber++, newNumber: null });
          break;
        case ' ':
          all.push({ kind: 'same', text, oldNumber: oldNumber++, newNumber: newNumber++ });
          break;
        case '\\':
          all.push(gap(text.trim()));
          break;
        default:
          return null;
      }
    }
  }
  return all.length === 0 ? null : all;
}

function gap(text: string): DiffLine {
  return { kind: 'gap', text, oldNumber: null, newNumber: null };
}
