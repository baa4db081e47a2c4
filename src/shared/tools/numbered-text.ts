import { type Arguments, numberOf, own, textOf } from './arguments';

/** A text with the number of its first line. */
export interface NumberedText {
  readonly text: string;
  readonly firstNumber: number;
}

/** As tools number the lines they read: digits, then a tab, an arrow, a bar or a colon with a space. */
const NUMBERED = /^ *(\d{1,9})(?:\t|→|\| |: )/;

/**
 * What a tool that reads files printed, without the numbers it wrote before each line. Only where every line has one
 * and they count up by one; null otherwise.
 */
export function withoutLineNumbers(output: string): NumberedText | null {
  const lines = output.replace(/\n$/, '').split('\n');
  let first: number | null = null;
  const texts: string[] = [];
  for (const [at, line] of lines.entries()) {
    const found = NUMBERED.exec(line);
    const number = Number(found?.[1]);
    if (found === null) return null;
    first ??= number;
    if (number !== first + at) return null;
    texts.push(line.slice(found[0].length));
  }
  return first === null ? null : { text: texts.join('\n'), firstNumber: first };
}

/** What OpenCode writes before the text of a file. */
const WRAPPED_START = /^(?:<path>[^\n]*<\/path>\n<type>file<\/type>\n)?<(file|content)>\n/;

/**
 * The text of a file that a tool printed between tags, its lines numbered, with a note of how far that goes; null for
 * any other output. A loop over its end: patterns look at each run of line breaks as often as that is long.
 */
export function wrappedFileText(output: string): NumberedText | null {
  const start = WRAPPED_START.exec(output);
  if (start === null) return null;
  const end = output.trimEnd();
  const tag = `\n</${start[1]}>`;
  if (!end.endsWith(tag) || end.length < start[0].length + tag.length) return null;
  const inner = end.slice(start[0].length, -tag.length);
  const noteAt = inner.lastIndexOf('\n(');
  const hasNote = noteAt >= 0 && inner.endsWith(')') && !inner.includes('\n', noteAt + 1);
  return withoutLineNumbers(hasNote ? inner.slice(0, noteAt).trimEnd() : inner);
}

/** The text of a file that was read, as some agents store it beside the result; null where they did not. */
export function storedFileText(details: readonly Arguments[]): NumberedText | null {
  for (const part of details) {
    const file = own(part, 'file');
    if (!isArguments(file)) continue;
    const text = textOf(file, 'content');
    if (text !== null) return { text, firstNumber: numberOf(file, 'startLine') ?? 1 };
  }
  return null;
}

function isArguments(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
