/**
 * Finds the characters that show nothing or change how others show: bidi controls, zero-width
 * characters, the tags block, control characters, lone surrogates. Hidden text in a transcript is
 * shown, never obeyed (Unicode Technical Report 36; CVE-2021-42574).
 */
export type TextPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'invisible'; readonly codePoint: number; readonly name: string };

/** First and last code point, and what they are called. */
const INVISIBLE: readonly (readonly [first: number, last: number, name: string])[] = [
  [0x00, 0x08, 'control character'],
  [0x0b, 0x0c, 'control character'],
  [0x0d, 0x0d, 'carriage return'],
  [0x0e, 0x1a, 'control character'],
  [0x1b, 0x1b, 'escape'],
  [0x1c, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xad, 0xad, 'soft hyphen'],
  [0x34f, 0x34f, 'combining grapheme joiner'],
  [0x61c, 0x61c, 'Arabic letter mark'],
  [0x115f, 0x1160, 'Hangul filler'],
  [0x17b4, 0x17b5, 'invisible vowel'],
  [0x180b, 0x180f, 'invisible separator'],
  [0x200b, 0x200b, 'zero-width space'],
  [0x200c, 0x200c, 'zero-width non-joiner'],
  [0x200d, 0x200d, 'zero-width joiner'],
  [0x200e, 0x200f, 'direction mark'],
  [0x2028, 0x2029, 'line separator'],
  [0x202a, 0x202e, 'direction override'],
  [0x2060, 0x2064, 'invisible operator'],
  [0x2065, 0x2065, 'unassigned'],
  [0x2066, 0x2069, 'direction isolate'],
  [0x206a, 0x206f, 'format control'],
  [0x3164, 0x3164, 'Hangul filler'],
  [0xd800, 0xdfff, 'lone surrogate'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xfeff, 0xfeff, 'byte order mark'],
  [0xffa0, 0xffa0, 'Hangul filler'],
  [0xfff0, 0xfffb, 'format control'],
  [0x1bca0, 0x1bca3, 'format control'],
  [0x1d173, 0x1d17a, 'format control'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0080, 0xe0fff, 'variation selector'],
];

const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;
/** The two selectors that pick text or emoji presentation. */
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;
const EMOJI_END = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\u{FE0F}?$/u;
const EMOJI_START = /^\p{Extended_Pictographic}/u;
const STYLED = /[\p{Extended_Pictographic}0-9#*]$/u;
/** Scripts whose spelling needs joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Mongolian}]$/u;

/**
 * Splits a text into what shows and what does not. With `isProse`, joiners stay where spelling or an
 * emoji needs them; code, names and paths get no exception but the emoji presentation selector.
 * Tab and line feed are text, and so is a carriage return before a line feed.
 */
export function splitInvisible(text: string, isProse: boolean): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    // Nearly all text is plain ASCII.
    if ((unit >= 0x20 && unit < 0x7f) || unit === 0x0a || unit === 0x09) {
      at += 1;
      continue;
    }
    const codePoint = text.codePointAt(at) ?? unit;
    const width = codePoint > 0xffff ? 2 : 1;
    const name = nameOf(codePoint);
    if (name !== null && !isNeeded(text, at, codePoint, isProse)) {
      if (at > start) pieces.push({ type: 'text', text: text.slice(start, at) });
      pieces.push({ type: 'invisible', codePoint, name });
      start = at + width;
    }
    at += width;
  }
  if (start < text.length) pieces.push({ type: 'text', text: text.slice(start) });
  return pieces;
}

/** `U+202E`. */
export function codePointLabel(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether a text holds anything that shows nothing. */
export function hasInvisible(text: string): boolean {
  return splitInvisible(text, true).some((piece) => piece.type === 'invisible');
}

/** The text with every invisible character spelled out, for places that take plain strings only. */
export function spellOut(text: string): string {
  return splitInvisible(text, false)
    .map((piece) => (piece.type === 'text' ? piece.text : `[${codePointLabel(piece.codePoint)}]`))
    .join('');
}

function nameOf(codePoint: number): string | null {
  let low = 0;
  let high = INVISIBLE.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const [first, last, name] = INVISIBLE[middle] ?? [0, -1, ''];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return name;
  }
  return null;
}

/** Whether writing would break without the character at `at`. */
function isNeeded(text: string, at: number, codePoint: number, isProse: boolean): boolean {
  // Enough for a pictograph of two units and a selector.
  const before = text.slice(Math.max(0, at - 3), at);
  const after = text.slice(at + 1, at + 3);
  switch (codePoint) {
    case 0x0d:
      return after.startsWith('\n');
    case TEXT_STYLE:
    case EMOJI_STYLE:
      return STYLED.test(before);
    case ZERO_WIDTH_JOINER:
      return isProse && ((EMOJI_END.test(before) && EMOJI_START.test(after)) || JOINING.test(before));
    case ZERO_WIDTH_NON_JOINER:
      return isProse && JOINING.test(before);
    default:
      return false;
  }
}
