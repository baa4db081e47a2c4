/** Marks that open, close or separate something, and line starts and ends that mean something. */
const MARKS = /[*_~`]+|[[\]|<@]|https?:|www\.|^[ \t]*(?:[-+>#]|\d{1,9}[.)]|$)| {2}$/gm;
/** A page of dense Markdown has a few hundred; each can become elements of its own. */
const MOST_MARKS = 1_500;

/** Emphasis that stays open is compared with all other emphasis before it. */
const EMPHASIS = /[*_~]+/g;
const MOST_EMPHASIS = 600;

/** Rows of a table and breaks within a paragraph need no mark. */
const LINES = /\n/g;
const MOST_LINES = 1_000;

/** The end of a code span is looked for to the end of the text, once for each length of its fence. */
const LONG_FENCES = /(?<!`)`{21}/g;
/** Two such fences start and end a block of code; more of them are no writing. */
const MOST_LONG_FENCES = 2;

/** Whether reading a text as Markdown, or drawing what comes of it, would hold up the window. */
export function costsTooMuch(text: string): boolean {
  return (
    hasMore(text, LINES, MOST_LINES) ||
    hasMore(text, MARKS, MOST_MARKS) ||
    hasMore(text, EMPHASIS, MOST_EMPHASIS) ||
    hasMore(text, LONG_FENCES, MOST_LONG_FENCES)
  );
}

/** Every item of a list is tried as one of each list it may stand in: indentation beyond what people write adds up. */
const INDENTATION = /^[ \t]+(?=[-+*>]|\d{1,9}[.)])/gm;
const CHARS_OF_A_MARK = 16;

/** How much work a text is that does not cost too much: 100 take about 10 ms. */
export function markdownCost(text: string): number {
  const marks = text.match(MARKS)?.length ?? 0;
  const indentation = text.match(INDENTATION)?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  return marks + indentation / CHARS_OF_A_MARK;
}

function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _match of text.matchAll(pattern)) if (++count > most) return true;
  return false;
}
