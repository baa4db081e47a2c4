import { kindOfCode } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { lineOfRow, rowOnLine, type VisibleTree } from '../../../../shared/tree/visible-tree';
import { kindWords } from '../entry/kind-words';

/** A pause after which the next letter starts a new word. */
const PAUSE_MS = 800;

/** Letters typed on the tree, one after the other. */
export class TypeAhead {
  #typed = '';
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Whether a word has been begun, and not long ago. */
  isTyping(nowMs: number): boolean {
    return this.#typed !== '' && nowMs - this.#lastMs < PAUSE_MS;
  }

  /** The word with a key added to it; null for a key that is no letter or digit, where a word begins. */
  add(key: string, nowMs: number): string | null {
    if (Array.from(key).length !== 1) return null;
    if (!this.isTyping(nowMs)) {
      if (!/[\p{L}\p{N}]/u.test(key)) return null;
      this.#typed = '';
    }
    this.#typed += key;
    this.#lastMs = nowMs;
    return this.#typed;
  }
}

/**
 * The next row in the order shown that begins with a word: its first words, its tools, or its kind. One letter looks
 * further on from the row, more letters look at the row itself too. Goes round; -1 when there is none.
 */
export function rowBeginningWith(
  index: SessionIndex,
  shown: VisibleTree,
  from: number,
  typed: string,
): number {
  const { count } = shown.shape;
  const wanted = typed.toLowerCase();
  const start = Math.max(lineOfRow(shown, from), 0) + (Array.from(typed).length === 1 ? 1 : 0);
  for (let step = 0; step < count; step++) {
    const row = rowOnLine(shown, (start + step) % count);
    const isFold = shown.runs.entriesAt(shown.places[row] ?? -1) > 1;
    if (!isFold && beginnings(index, row).some((text) => text.toLowerCase().startsWith(wanted))) return row;
  }
  return -1;
}

function beginnings(index: SessionIndex, row: number): readonly string[] {
  const kind = kindWords(kindOfCode(index.kinds[row])).word;
  return [index.preview(row), index.toolNames(row), kind];
}
