import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';

/** A piece of a text, and whether the other text lacks it. */
export interface DiffPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Two texts in pieces. Each side joined is the text itself. */
export interface TextDiff {
  readonly left: readonly DiffPart[];
  readonly right: readonly DiffPart[];
}

/** Words or lines that may differ: the work grows with their number squared, and it is done between two frames. */
const LIMITS = { maxEditLength: 800, timeout: 250 };
/** Longest text that is compared word by word, in UTF-16 units. */
const MAX_WORDS_CHARS = 16 * 1024;

/**
 * What differs between two texts: word by word, or line by line. Texts too long or too different for that are taken to
 * differ from their first difference to their last.
 */
export function diffTexts(left: string, right: string, by: 'words' | 'lines'): TextDiff {
  if (left === right) return { left: unchanged(left), right: unchanged(right) };
  const isShort = Math.max(left.length, right.length) <= MAX_WORDS_CHARS;
  const changes =
    (by === 'words' && isShort ? diffWordsWithSpace(left, right, LIMITS) : undefined) ??
    diffLines(left, right, LIMITS);
  if (!changes) return fromEnds(left, right);
  const diff = fromChanges(changes);
  // Two texts that share hardly a word are two texts: single words in common would only confuse.
  return by === 'words' && commonShare(diff.left, left) < LEAST_COMMON ? fromEnds(left, right) : diff;
}

/** Share of a text that is common to both, from which on single words are marked. */
const LEAST_COMMON = 0.25;

function commonShare(parts: readonly DiffPart[], text: string): number {
  const common = parts.reduce((sum, part) => sum + (part.isChanged ? 0 : part.text.trim().length), 0);
  return common / Math.max(text.trim().length, 1);
}

function fromChanges(changes: readonly ChangeObject<string>[]): TextDiff {
  const left: DiffPart[] = [];
  const right: DiffPart[] = [];
  for (const { value, added, removed } of changes) {
    if (!added) left.push({ text: value, isChanged: removed });
    if (!removed) right.push({ text: value, isChanged: added });
  }
  return { left: withoutSeams(left), right: withoutSeams(right) };
}

/** White space between two changes is part of one change. */
function withoutSeams(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  parts.forEach((part, at) => {
    const isSeam =
      !part.isChanged && /^[ \t]+$/.test(part.text) && parts[at - 1]?.isChanged && parts[at + 1]?.isChanged;
    const next = isSeam ? { ...part, isChanged: true } : part;
    const last = merged.at(-1);
    if (last?.isChanged && next.isChanged)
      merged[merged.length - 1] = { ...next, text: last.text + next.text };
    else merged.push(next);
  });
  return merged;
}

function fromEnds(left: string, right: string): TextDiff {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const split = (text: string): DiffPart[] =>
    [
      { text: text.slice(0, start), isChanged: false },
      { text: text.slice(start, text.length - end), isChanged: true },
      { text: text.slice(text.length - end), isChanged: false },
    ].filter((part) => part.text !== '');
  return { left: split(left), right: split(right) };
}

function unchanged(text: string): DiffPart[] {
  return text === '' ? [] : [{ text, isChanged: false }];
}

/** Text that stands unchanged around a change, in UTF-16 units; more of it is left out. */
const CONTEXT_CHARS = 240;
/** Changed text that is shown before one asks for the whole. */
const SHOWN_CHARS = 1200;

/** Pieces as they are shown first; `leftOutChars` says how many UTF-16 units are not among them. */
export interface ShortenedParts {
  readonly parts: readonly (DiffPart | { readonly gapChars: number })[];
  readonly leftOutChars: number;
}

/** Leaves out what is long and the same, and the rest of what is long and different. */
export function shortenParts(parts: readonly DiffPart[]): ShortenedParts {
  const shown: (DiffPart | { gapChars: number })[] = [];
  let leftOutChars = 0;
  let changedChars = 0;
  const gap = (chars: number) => {
    if (chars <= 0) return;
    leftOutChars += chars;
    const last = shown.at(-1);
    if (last && 'gapChars' in last) last.gapChars += chars;
    else shown.push({ gapChars: chars });
  };
  for (const [at, { text, isChanged }] of parts.entries()) {
    if (changedChars >= SHOWN_CHARS) {
      gap(text.length);
      continue;
    }
    if (isChanged) {
      const room = wholeCharacters(text, SHOWN_CHARS - changedChars);
      shown.push({ text: text.slice(0, room), isChanged });
      changedChars += text.length;
      gap(text.length - room);
      continue;
    }
    const head = at === 0 ? 0 : wholeCharacters(text, CONTEXT_CHARS);
    const tail = at === parts.length - 1 && at > 0 ? 0 : CONTEXT_CHARS;
    if (parts.length === 1 || text.length <= head + tail + CONTEXT_CHARS) {
      const room = parts.length === 1 ? wholeCharacters(text, SHOWN_CHARS) : text.length;
      shown.push({ text: text.slice(0, room), isChanged });
      gap(text.length - room);
      continue;
    }
    if (head > 0) shown.push({ text: text.slice(0, head), isChanged });
    const from = text.length - tail + (isLowSurrogate(text, text.length - tail) ? 1 : 0);
    gap(from - head);
    if (tail > 0) shown.push({ text: text.slice(from), isChanged });
  }
  return { parts: shown, leftOutChars };
}

/** As many units as fit, without half of a character. */
function wholeCharacters(text: string, most: number): number {
  if (text.length <= most) return text.length;
  return isLowSurrogate(text, most) ? most - 1 : most;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
