/**
 * Whether a text is empty after removing Unicode White_Space at both ends, as Rust's `trim` does. JavaScript's
 * `trim` differs on U+0085 and U+FEFF.
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

/** Sorts by code point, which is the order of the UTF-8 bytes; `<` on strings is the order of UTF-16 units instead. */
export function compareCodePoints(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Lifts surrogates, which stand for U+10000 and above, over U+E000–U+FFFF. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
