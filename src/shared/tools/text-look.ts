/** What a text seems to be: it is shown as that, and as it is on demand. */
export type TextLook = 'json' | 'markdown' | 'plain';

/** Enough of a text to tell. */
const SAMPLE_CHARS = 8_000;

const FENCE = /^ {0,3}(?:```|~~~)/m;
const HEADING = /^#{1,6} \S/m;
const LINK = /\[[^\]\n]{1,200}\]\(https?:\/\/[^)\s]{1,500}\)/;
const TABLE = /^\|.*\|[ \t]*\n\|[ :|-]+\|/m;
const BOLD = /\*\*[^*\n]{1,200}\*\*/;
const ITEM = /^(?:[-*]|\d{1,3}\.) \S/gm;
/** Starts a colour. */
const ESCAPE = '\u001b';
/** What programs print, and Markdown would take for its own. */
const PRINTED = /^(?:\d+[:\t→]|diff --git |@@ -|#!\/)/m;

/** The look of a text. Without clear marks of Markdown it is plain: output of a program must keep its shape. */
export function lookOf(text: string): TextLook {
  if (/^\s*[[{]/.test(text) && isJson(text)) return 'json';
  const sample = text.slice(0, SAMPLE_CHARS);
  if (sample.includes(ESCAPE) || PRINTED.test(sample)) return 'plain';
  if (FENCE.test(sample) || LINK.test(sample) || TABLE.test(sample)) return 'markdown';
  const marks = [HEADING, BOLD].filter((mark) => mark.test(sample)).length + (hasItems(sample) ? 1 : 0);
  return marks >= 2 ? 'markdown' : 'plain';
}

/** Whether lines look like those of a list. */
function hasItems(text: string): boolean {
  return [...text.matchAll(ITEM)].length >= 2;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
