import { isBranchPoint } from '../../../../shared/tree/branches';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { spellOut } from '../../ui/invisible-characters';
import { countOf } from '../../ui/number-format';
import { formatTime } from '../../ui/time-format';
import { kindWords } from '../entry/kind-words';
import type { SessionTree } from '../entry/session-tree';

/** A branch, or an entry, that can be one side of a comparison. */
export interface BranchChoice {
  readonly row: number;
  /** For a line of a list: plain text, invisible characters spelled out. */
  readonly words: string;
}

/** Branches that are listed, the newest first; a session may have any number. */
const MOST_LISTED = 300;
const MAX_WORDS_CHARS = 60;

/** The branches of a session to choose from, the one that is chosen among them whatever it is. */
export function branchChoices(
  tree: SessionTree,
  chosenRow: number,
  storedLeafRow: number,
): readonly BranchChoice[] {
  const { branches, index } = tree;
  const choices: BranchChoice[] = [];
  for (let at = branches.ends.length - 1; at >= 0 && choices.length < MOST_LISTED; at--) {
    const end = branches.ends[at] ?? -1;
    const tip = branches.tips[at] ?? end;
    // Bookkeeping at its end makes no other branch of it.
    const row = chosenRow === tip ? tip : end;
    choices.push({ row, words: branchWords(tree, row, tip, storedLeafRow) });
  }
  if (chosenRow >= 0 && !choices.some(({ row }) => row === chosenRow))
    choices.unshift({ row: chosenRow, words: `Entry: ${entryWords(index, chosenRow)}` });
  return choices;
}

/** How many branches are not listed. */
export function unlistedCount(tree: SessionTree): number {
  return Math.max(0, tree.branches.ends.length - MOST_LISTED);
}

function branchWords(tree: SessionTree, row: number, tip: number, storedLeafRow: number): string {
  const { index, shape, branches } = tree;
  // A branch is told from its neighbours by where it begins.
  let start = tip;
  let size = 0;
  for (let above = tip; above >= 0; above = index.parent(above)) {
    if (above !== tip && isBranchPoint(branches, shape, above)) break;
    start = above;
    size += 1;
  }
  const parts = [
    entryWords(index, start),
    countOf(size, 'entry', 'entries'),
    hasTime(index.timeMs(tip)) ? formatTime(index.timeMs(tip), 'clock', Date.now()) : '',
    row === storedLeafRow || tip === storedLeafRow ? 'stored leaf' : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

function entryWords(index: SessionIndex, row: number): string {
  const preview = spellOut(index.preview(row)) || spellOut(index.toolNames(row));
  const words = preview === '' ? kindWords(index.kind(row)).word : preview;
  const characters = [...words];
  return characters.length <= MAX_WORDS_CHARS ? words : `${characters.slice(0, MAX_WORDS_CHARS).join('')}…`;
}

/** Whether a calendar has a time; NaN stands for none. */
function hasTime(timeMs: number): boolean {
  return Math.abs(timeMs) <= 8.64e15;
}
