import { BROKEN_PARENT, FLAG } from '../model/heads';
import { isConversation, kindCode, kindOfCode } from '../model/kind';
import type { SessionIndex } from './session-index';

/** What of a tree is shown, from most to least. */
export const TREE_FILTERS = [
  'everything',
  'conversation',
  'no-tools',
  'user',
  'labelled',
  'problems',
] as const;
export type TreeFilter = (typeof TREE_FILTERS)[number];

/** Which entries each filter shows. */
export interface FilterTable {
  /** For each row, one bit a filter, in the order of `TREE_FILTERS`. */
  readonly bits: Uint8Array;
  readonly counts: Readonly<Record<TreeFilter, number>>;
}

const BIT: Readonly<Record<TreeFilter, number>> = {
  everything: 1,
  conversation: 2,
  'no-tools': 4,
  user: 8,
  labelled: 16,
  problems: 32,
};

/** Bookkeeping is left out by all but the first filter; what is not understood is not bookkeeping. */
const KIND_BITS = Uint8Array.from({ length: 256 }, (_, code) => {
  const kind = kindOfCode(code);
  let bits = BIT.everything;
  if (isConversation(kind) || kind === 'unknown') bits |= BIT.conversation | BIT['no-tools'];
  if (kind === 'tool_result') bits &= ~BIT['no-tools'];
  if (kind === 'user') bits |= BIT.user;
  return bits;
});

/**
 * Sorts all entries by filter, in one pass. A record with a problem, and one that hangs on nothing, is never left out
 * as bookkeeping or as a tool's.
 */
export function filterTable(index: SessionIndex, labelled: Iterable<number>): FilterTable {
  const { count, kinds, flags, parents, callCounts } = index;
  const bits = new Uint8Array(count);
  const assistant = kindCode('assistant');
  for (let row = 0; row < count; row++) {
    const kind = kinds[row] ?? 255;
    let own = KIND_BITS[kind] ?? 0;
    // A message that calls tools and says nothing is a tool's as much as the result is.
    if (kind === assistant && (callCounts[row] ?? 0) > 0 && !index.hasPreview(row)) own &= ~BIT['no-tools'];
    if (((flags[row] ?? 0) & FLAG.problem) !== 0 || parents[row] === BROKEN_PARENT) {
      own |= BIT.conversation | BIT['no-tools'] | BIT.problems;
    }
    bits[row] = own;
  }
  for (const row of labelled) if (row < count) bits[row] = (bits[row] ?? 0) | BIT.labelled;
  return { bits, counts: countsOf(bits) };
}

/** A mark for each row a filter shows, and `among` too when given; null when that is all rows. */
export function keptRows(
  table: FilterTable,
  filter: TreeFilter,
  among: Uint8Array | null,
): Uint8Array | null {
  const { bits, counts } = table;
  if (among === null && counts[filter] === bits.length) return null;
  const bit = BIT[filter];
  const keep = new Uint8Array(bits.length);
  for (let row = 0; row < bits.length; row++) {
    if (((bits[row] ?? 0) & bit) !== 0 && (among === null || among[row] === 1)) keep[row] = 1;
  }
  return keep;
}

function countsOf(bits: Uint8Array): FilterTable['counts'] {
  // Entries by their bits first: there are few different ones.
  const same = new Uint32Array(256);
  for (let row = 0; row < bits.length; row++) {
    const own = bits[row] ?? 0;
    same[own] = (same[own] ?? 0) + 1;
  }
  const counts = { everything: 0, conversation: 0, 'no-tools': 0, user: 0, labelled: 0, problems: 0 };
  for (const [own, entries] of same.entries()) {
    for (const filter of TREE_FILTERS) if ((own & BIT[filter]) !== 0) counts[filter] += entries;
  }
  return counts;
}
