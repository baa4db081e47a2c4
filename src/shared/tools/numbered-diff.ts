import type { DiffLine } from './diff-line';

const LINE = /^([+\- ])( *\d+| *) (.*)$/;
const GAP = /^ +\.\.\.$/;

/**
 * The difference that pi stores in the details of an edit: a sign, the number of the line, a space, its text; lines
 * left out are `...`. Null where any line is of another form.
 */
export function parseNumberedDiff(text: string): readonly DiffLine[] | null {
  const lines: DiffLine[] = [];
  for (const line of text.split('\n')) {
    if (GAP.test(line)) {
      lines.push({ kind: 'gap', text: '', oldNumber: null, newNumber: null });
      continue;
    }
    const [, sign = '', digits = '', content = ''] = LINE.exec(line) ?? [];
    const number = digits.trim() === '' ? null : Number(digits);
    if (sign === '' || number === null) return null;
    if (sign === '+') lines.push({ kind: 'added', text: content, oldNumber: null, newNumber: number });
    else if (sign === '-') lines.push({ kind: 'removed', text: content, oldNumber: number, newNumber: null });
    // Numbers of what stayed are those of the file before.
    else lines.push({ kind: 'same', text: content, oldNumber: number, newNumber: null });
  }
  return lines.length === 0 ? null : lines;
}
