import type { Assignment } from './assignment';
import type { ItemRange, SearchZone } from './range-search';

/** A stretch between the ranges of placed commits in which unplaced ones may hide. */
export interface Gap {
  /** The commits it may hold. Without order these are all the missing ones, and every gap has the same list. */
  readonly commits: readonly number[];
  /** The items between the ranges on either side; none when `last` is before `first`. */
  readonly between: ItemRange;
  /**
   * What to search. The range on either side may be a chance match, so the search looks past it. Gaps in a row that
   * are to be searched alike have the same object.
   */
  readonly zone: SearchZone;
}

/** What the gaps are made of. */
export interface Placement {
  readonly assignment: Assignment;
  readonly itemCount: number;
  readonly isOrdered: boolean;
  /** Commits no range has been found for, ascending. */
  readonly missing: readonly number[];
  /** Whether only one range matches a placed commit. The search looks past the others, however many. */
  isAnchor(commit: number): boolean;
}

interface PlacedCommit extends ItemRange {
  readonly commit: number;
}

/** The gaps in which missing commits may be found: where order is known, between the neighbours of each. */
export function findGaps(placement: Placement): readonly Gap[] {
  const { assignment, itemCount, isOrdered, missing } = placement;
  const placed = placedCommits(assignment);
  const anchors = placed.map(({ commit }) => placement.isAnchor(commit));
  const anchorFrom = nextAnchors(anchors);
  const gaps: Gap[] = [];
  let missed = 0;
  let before: PlacedCommit | undefined;
  for (let right = 0; right <= placed.length; right += 1) {
    const previous = placed[right - 1];
    const next = placed[right];
    if (anchors[right - 2]) before = placed[right - 2];
    const missedBefore = missed;
    while (missed < missing.length && (missing[missed] ?? 0) < (next?.commit ?? assignment.length))
      missed += 1;
    const commits = isOrdered ? missing.slice(missedBefore, missed) : missing;
    const between = { first: afterOf(previous), last: (next?.first ?? itemCount) - 1 };
    if (commits.length === 0 || (!isOrdered && between.first > between.last)) continue;
    const after = placed[anchorFrom[right + 1] ?? placed.length];
    const nextCommit = isOrdered && before !== undefined ? before.commit + 1 : 0;
    const zone = { first: afterOf(before), last: (after?.first ?? itemCount) - 1, nextCommit };
    const lastZone = gaps.at(-1)?.zone;
    gaps.push({ commits, between, zone: isSameZone(lastZone, zone) ? lastZone : zone });
  }
  return gaps;
}

/** In the order of their items. */
function placedCommits(assignment: Assignment): readonly PlacedCommit[] {
  const placed = assignment.flatMap((range, commit) => (range === undefined ? [] : [{ ...range, commit }]));
  return placed.sort((a, b) => a.first - b.first);
}

/** For each index the first anchor from there on, the length where there is none. */
function nextAnchors(anchors: readonly boolean[]): readonly number[] {
  const next = anchors.map((_, index) => index);
  for (let index = anchors.length - 1; index >= 0; index -= 1)
    if (!anchors[index]) next[index] = next[index + 1] ?? anchors.length;
  return next;
}

function isSameZone(left: SearchZone | undefined, right: SearchZone): left is SearchZone {
  return left?.first === right.first && left.last === right.last && left.nextCommit === right.nextCommit;
}

function afterOf(range: ItemRange | undefined): number {
  return range === undefined ? 0 : range.last + 1;
}
