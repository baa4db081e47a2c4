/**
 * Whether a text is empty after removing Unicode White_Space at both ends, as Rust's `trim` does. JavaScript's
 * `trim` differs on U+0085 and U+FEFF. Source: contract of vv-agent, section 2.
 */
export function isBlank(text: string): boolean {
  return !/\P{White_Space}/u.test(text);
}

/** The text without Unicode White_Space at its ends. */
export function trimWhiteSpace(text: string): string {
  const start = text.search(/\P{White_Space}/u);
  if (start < 0) return '';
  let end = text.length;
  while (isBlank(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
