import { partitionPoint } from './bisect';
import type { ItemRange } from './range-search';

/** The ranges that match each commit, ascending; commits with equal digests may share one list. */
export type Candidates = ReadonlyArray<readonly ItemRange[]>;

/** The range each commit takes, undefined for one that gets none. */
export type Assignment = ReadonlyArray<ItemRange | undefined>;

/** Candidates above which the longest chain is not computed and the greedy one stands. */
const MAX_CANDIDATES = 2_000_000;

/**
 * Gives commits their ranges where their order is known: ranges increase and do not overlap. Each commit in turn
 * takes the earliest range after the one before. Where that leaves one out, as it may when a removed commit's
 * contents come again later, the longest chain counts; of several, the one that serves earlier commits first.
 */
export function assignInOrder(candidates: Candidates): Assignment {
  const greedy = assignGreedily(candidates);
  const isServed = candidates.every((ranges, commit) => ranges.length === 0 || greedy[commit] !== undefined);
  const total = candidates.reduce((sum, ranges) => sum + ranges.length, 0);
  return isServed || total > MAX_CANDIDATES ? greedy : assignLongestChain(candidates);
}

function assignGreedily(candidates: Candidates): Assignment {
  let from = 0;
  return candidates.map((ranges) => {
    const range = ranges[firstIndexFrom(ranges, from)];
    if (range !== undefined) from = range.last + 1;
    return range;
  });
}

function assignLongestChain(candidates: Candidates): Assignment {
  const chains = chainLengths(candidates);
  let wanted = chains.reduce((most, lengths) => lengths.reduce((a, b) => Math.max(a, b), most), 0);
  let from = 0;
  return candidates.map((ranges, commit) => {
    for (let index = firstIndexFrom(ranges, from); wanted > 0 && index < ranges.length; index += 1) {
      const range = ranges[index];
      if (range === undefined || (chains[commit]?.[index] ?? 0) < wanted) continue;
      wanted -= 1;
      from = range.last + 1;
      return range;
    }
    return undefined;
  });
}

/** For each candidate range, how many commits the longest chain that starts with it serves. */
function chainLengths(candidates: Candidates): number[][] {
  /** At index k the latest start of a chain of k + 1 ranges: descending. */
  const latestStarts: number[] = [];
  const chains: number[][] = candidates.map(() => []);
  for (let commit = candidates.length - 1; commit >= 0; commit -= 1) {
    const ranges = candidates[commit] ?? [];
    const lengths = ranges.map(
      ({ last }) => partitionPoint(latestStarts.length, (index) => (latestStarts[index] ?? last) > last) + 1,
    );
    chains[commit] = lengths;
    for (const [index, range] of ranges.entries()) {
      const slot = (lengths[index] ?? 1) - 1;
      latestStarts[slot] = Math.max(latestStarts[slot] ?? -1, range.first);
    }
  }
  return chains;
}

/** The index of the first range that starts at a position or later. */
function firstIndexFrom(ranges: readonly ItemRange[], from: number): number {
  return partitionPoint(ranges.length, (index) => (ranges[index]?.first ?? from) < from);
}

/**
 * Gives commits their ranges where their order is unknown: the digest alone decides. Commits with the fewest places
 * to go come first, of these the longer ones, and no item is given twice.
 */
export function assignWithoutOrder(candidates: Candidates): Assignment {
  const turns = candidates.map((ranges, commit) => ({ ranges, commit, length: lengthOf(ranges[0]) }));
  turns.sort((a, b) => a.ranges.length - b.ranges.length || b.length - a.length || a.commit - b.commit);
  const taken = new Set<number>();
  /** Ranges before this index of a list are taken; equal digests share lists. */
  const firstOpen = new Map<readonly ItemRange[], number>();
  const assigned: Array<ItemRange | undefined> = candidates.map(() => undefined);
  for (const { ranges, commit } of turns) {
    let index = firstOpen.get(ranges) ?? 0;
    while (index < ranges.length && !isFree(ranges[index], taken)) index += 1;
    firstOpen.set(ranges, index);
    const range = ranges[index];
    if (range === undefined) continue;
    for (let position = range.first; position <= range.last; position += 1) taken.add(position);
    assigned[commit] = range;
  }
  return assigned;
}

function isFree(range: ItemRange | undefined, taken: ReadonlySet<number>): boolean {
  if (range === undefined) return false;
  for (let position = range.first; position <= range.last; position += 1)
    if (taken.has(position)) return false;
  return true;
}

function lengthOf(range: ItemRange | undefined): number {
  return range === undefined ? 0 : range.last - range.first + 1;
}
