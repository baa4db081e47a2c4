import { kindOfCode } from '../model/kind';
import { patternOf } from '../text/byte-pattern';
import type { SessionIndex } from './session-index';

/** What a row is found by besides its own strings. */
export interface MatchWords {
  /** How a kind is called. */
  kindWord(code: number): string;
  /** Texts of labels, by row. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
}

/**
 * A mark for each row that has all words of `text` in its preview, tool names, id, labels or kind, in any case of
 * letters; null when the text has no words. Looks at the bytes of the packed strings: decoding 100,000 of them for
 * each key typed would take longer than a frame.
 */
export function matchRows(index: SessionIndex, text: string, words: MatchWords): Uint8Array | null {
  const terms = text.trim().split(/\s+/u).filter(Boolean);
  if (terms.length === 0) return null;
  let found = new Uint8Array(index.count).fill(1);
  for (const term of terms) {
    const pattern = patternOf(term);
    const next = new Uint8Array(index.count);
    index.markMatches(pattern, found, next);
    markKinds(index, term, words, next);
    for (const [row, labels] of words.labels) {
      if (row < next.length && labels.some((label) => includesFolded(label, term))) next[row] = 1;
    }
    for (let row = 0; row < next.length; row++) if (found[row] === 0) next[row] = 0;
    found = next;
  }
  return found;
}

function markKinds(index: SessionIndex, term: string, { kindWord }: MatchWords, next: Uint8Array): void {
  const { kinds } = index;
  const isFound = Uint8Array.from({ length: 256 }, (_, code) =>
    includesFolded(kindWord(code), term) || kindOfCode(code) === term.toLowerCase() ? 1 : 0,
  );
  for (let row = 0; row < next.length; row++) if (isFound[kinds[row] ?? 255] === 1) next[row] = 1;
}

function includesFolded(text: string, term: string): boolean {
  return text.toLowerCase().includes(term.toLowerCase());
}
