/** A block of code in Markdown (CommonMark 4.5): the fence is longer than any run of backticks in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Code within a line (CommonMark 6.1): line breaks become spaces, and the marks are longer than any in the text. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ');
  const mark = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${mark}${pad}${line}${pad}${mark}`;
}

/** A text as a quotation. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
