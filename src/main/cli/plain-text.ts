/**
 * Makes a text of a session safe to print: controls (escape sequences among them), bidirectional and
 * zero-width characters and lone surrogates become `\u{…}`; line breaks and tabs stay.
 */
export function printableText(text: string): string {
  return text.replace(
    /(?![\n\t])[\p{Cc}\p{Cs}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** As {@link printableText}, on one line. */
export function printableLine(text: string): string {
  return printableText(text.replace(/\s+/g, ' '));
}
