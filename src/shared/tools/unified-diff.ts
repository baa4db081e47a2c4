import type { DiffLine } from './diff-line';

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
/** What stands before the parts of a difference: names of files, and the lines around them. */
const HEADER =
  /^(?:--- |\+\+\+ |diff |index |Index: |={3,}|new file |deleted file |old mode |new mode |similarity |rename )/;

/**
 * The difference of one file as `diff -u` and git write it, with the numbers of its lines. Null where it has no part
 * that begins with `@@`, or any line is of another form.
 */
export function parseUnifiedDiff(text: string): readonly DiffLine[] | null {
  const lines: DiffLine[] = [];
  let hunk = new Hunk(0, 0, 0, 0);
  for (const line of text.replace(/\r?\n$/, '').split('\n')) {
    // How many lines of a part are still to come tells a line from a header that looks like one.
    if (!hunk.isOver && !line.startsWith('\\')) {
      const found = hunk.take(line);
      if (found === null) return null;
      lines.push(found);
      continue;
    }
    const begun = HUNK.exec(line);
    if (begun !== null) {
      const [, oldStart, oldCount = 1, newStart, newCount = 1] = begun;
      hunk = new Hunk(Number(oldStart), Number(oldCount), Number(newStart), Number(newCount));
      if (lines.length > 0) lines.push(gap(''));
    } else if (line.startsWith('\\')) lines.push(gap(line.slice(1).trim()));
    else if (line.trim() !== '' && !HEADER.test(line)) return null;
  }
  return lines.length === 0 ? null : lines;
}

/** One part of a difference, and how far it was read. */
class Hunk {
  #oldNumber: number;
  #oldLeft: number;
  #newNumber: number;
  #newLeft: number;

  constructor(oldStart: number, oldCount: number, newStart: number, newCount: number) {
    this.#oldNumber = oldStart;
    this.#oldLeft = oldCount;
    this.#newNumber = newStart;
    this.#newLeft = newCount;
  }

  get isOver(): boolean {
    return this.#oldLeft <= 0 && this.#newLeft <= 0;
  }

  /** The next line; null for one of another form. */
  take(line: string): DiffLine | null {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case '+':
        return { kind: 'added', text, oldNumber: null, newNumber: this.#nextNew() };
      case '-':
        return { kind: 'removed', text, oldNumber: this.#nextOld(), newNumber: null };
      // Some programs leave out the space of a line that is empty.
      case ' ':
      case '':
        return { kind: 'same', text, oldNumber: this.#nextOld(), newNumber: this.#nextNew() };
      default:
        return null;
    }
  }

  #nextOld(): number {
    this.#oldLeft -= 1;
    return this.#oldNumber++;
  }

  #nextNew(): number {
    this.#newLeft -= 1;
    return this.#newNumber++;
  }
}

function gap(text: string): DiffLine {
  return { kind: 'gap', text, oldNumber: null, newNumber: null };
}
