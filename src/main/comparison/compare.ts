import { align, type SideKeys } from '../../shared/compare/align';
import { KeyNumbers } from '../../shared/compare/entry-keys';
import { type SideFacts, sumFacts } from '../../shared/compare/side-facts';
import type { ComparedSide, Comparison, ListedFacts } from '../../shared/contract/comparison';
import type { Progress } from '../../shared/contract/state';
import { commonAncestor, pathTo } from '../../shared/tree/shape';
import { readSide, type Side, type SideReading } from './side-reading';

interface CompareOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Most paths, and most names of tools, that are listed of a side. */
  readonly mostListed: number;
  /** Whether the entries of both sides are described in words. */
  readonly isDescribed: boolean;
}

/**
 * Compares two paths from where they part. In one session that is the last entry both have; in two sessions it is found
 * by the ids, which a fork keeps; items of vv-agent have places and no ids, so there it is the last of the items at the
 * beginning that are the same in both.
 */
export async function compareSides(left: Side, right: Side, options: CompareOptions): Promise<Comparison> {
  const leftPath = pathTo(left.index.parents, left.row);
  const rightPath = pathTo(right.index.parents, right.row);
  const hasIds = left.source.format !== 'vv-agent' || right.source.format !== 'vv-agent';
  const known = isSameSession(left, right)
    ? sharedOf(leftPath, commonAncestor(left.index.parents, left.row, right.row))
    : hasIds
      ? sharedIds(left, right, leftPath, rightPath)
      : 0;
  const total = leftPath.length + rightPath.length - 2 * known;
  let done = 0;
  const reading = {
    numbers: new KeyNumbers(),
    signal: options.signal,
    onRead: (count: number) => {
      done += count;
      options.onProgress({ label: 'Comparing', done, total, unit: 'entries' });
    },
  };
  const both = [
    await readSide(left, leftPath.subarray(known), reading),
    await readSide(right, rightPath.subarray(known), reading),
  ] as const;
  const isByContent = !isSameSession(left, right) && !hasIds;
  const extra = isByContent ? sharedContent(both[0].keys, both[1].keys) : 0;
  const [a, b] = [withoutFirst(both[0], extra), withoutFirst(both[1], extra)];
  const shared = known + extra;
  const rows = align(a.keys, b.keys);
  return {
    commonAncestor:
      shared === 0
        ? null
        : {
            id: left.index.id(leftPath[shared - 1] ?? -1),
            leftRow: leftPath[shared - 1] ?? -1,
            rightRow: rightPath[shared - 1] ?? -1,
          },
    sharedCount: shared,
    left: comparedSide(left, a, options),
    right: comparedSide(right, b, options),
    leftRows: rows.left.map((at) => a.rows[at] ?? -1),
    rightRows: rows.right.map((at) => b.rows[at] ?? -1),
    states: rows.states,
  };
}

function isSameSession(left: Side, right: Side): boolean {
  return left.index === right.index;
}

/** How many entries of a path stand up to its ancestor, that one included. */
function sharedOf(path: Int32Array, ancestor: number): number {
  return ancestor < 0 ? 0 : path.indexOf(ancestor) + 1;
}

/** How many entries two paths begin with that have the same ids. */
function sharedIds(left: Side, right: Side, leftPath: Int32Array, rightPath: Int32Array): number {
  if (left.source.format !== right.source.format) return 0;
  const most = Math.min(leftPath.length, rightPath.length);
  let count = 0;
  while (count < most && left.index.id(leftPath[count] ?? -1) === right.index.id(rightPath[count] ?? -1))
    count += 1;
  return count;
}

function sharedContent({ whole: a }: SideKeys, { whole: b }: SideKeys): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

function withoutFirst({ rows, keys, facts }: SideReading, count: number): SideReading {
  const { whole, act, role } = keys;
  return {
    rows: rows.subarray(count),
    keys: { whole: whole.subarray(count), act: act.subarray(count), role: role.subarray(count) },
    facts: facts.slice(count),
  };
}

function comparedSide(
  { index, sessionId, row }: Side,
  { rows, facts }: SideReading,
  { mostListed, isDescribed }: CompareOptions,
): ComparedSide {
  return {
    sessionId,
    leafId: row < 0 ? null : index.id(row),
    facts: listed(sumFacts(facts), mostListed),
    entries: isDescribed
      ? Array.from(rows, (each) => ({
          row: each,
          id: index.id(each),
          kind: index.kind(each),
          toolNames: index.toolNames(each),
          preview: index.preview(each),
        }))
      : [],
  };
}

function listed({ tools, files, ...facts }: SideFacts, mostListed: number): ListedFacts {
  return {
    ...facts,
    tools: tools.slice(0, mostListed),
    toolCount: tools.length,
    files: files.slice(0, mostListed),
    fileCount: files.length,
  };
}
