import { useDeferredValue, useMemo } from 'react';
import { BROKEN_PARENT, FLAG } from '../../../../shared/model/heads';
import { kindCode, kindOfCode } from '../../../../shared/model/kind';
import { type FilterTable, filterTable, keptRows, type TreeFilter } from '../../../../shared/tree/filters';
import { matchRows } from '../../../../shared/tree/text-match';
import { type Folding, foldRuns, keepRows, type VisibleTree } from '../../../../shared/tree/visible-tree';
import { kindWords } from '../entry/kind-words';
import type { SessionTree } from '../entry/session-tree';

/** What of the session is shown. */
interface ShownTree {
  readonly shown: VisibleTree;
  readonly table: FilterTable;
}

interface ShownTreeOptions {
  readonly filter: TreeFilter;
  /** Words to be found, as typed. */
  readonly text: string;
  readonly folding: Folding;
  /** By row. */
  readonly labels: ReadonlyMap<number, readonly string[]>;
  readonly storedLeafRow: number;
}

/** The part of a tree that filter, text and folded runs leave to be seen. Each step is done again only when it has to. */
export function useShownTree(tree: SessionTree, options: ShownTreeOptions): ShownTree {
  const { filter, folding, labels, storedLeafRow } = options;
  // Typing goes first: a long session is looked through when the keys leave time for it.
  const text = useDeferredValue(options.text);
  const table = useMemo(() => filterTable(tree.index, labels.keys()), [tree, labels]);
  const apart = useMemo(() => apartRows(tree, labels, storedLeafRow), [tree, labels, storedLeafRow]);
  const found = useMemo(
    () =>
      matchRows(tree.index, text, {
        kindWord: (code) => kindWords(kindOfCode(code)).word,
        labels,
      }),
    [tree, text, labels],
  );
  const keep = useMemo(() => keptRows(table, filter, found), [table, filter, found]);
  const rows = useMemo(() => {
    const { parents, callCounts } = tree.index;
    const { count } = tree;
    // The index may have grown since this tree was built.
    const columns = { parents: parents.subarray(0, count), callCounts, apart, shape: tree.shape };
    return keepRows(columns, keep?.subarray(0, count) ?? null);
  }, [tree, apart, keep]);
  const shown = useMemo(() => foldRuns(rows, folding), [rows, folding]);
  return useMemo(() => ({ shown, table }), [shown, table]);
}

/** What is never folded away: labels, problems, breaks, the stored leaf, and entries that sum up others. */
function apartRows(
  { index }: SessionTree,
  labels: ReadonlyMap<number, readonly string[]>,
  storedLeafRow: number,
): Uint8Array {
  const { count, flags, parents, kinds } = index;
  const summaries = [kindCode('compaction'), kindCode('branch_summary'), kindCode('collapse')];
  const apart = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    const isMarked = ((flags[row] ?? 0) & FLAG.problem) !== 0 || parents[row] === BROKEN_PARENT;
    if (isMarked || summaries.includes(kinds[row] ?? -1)) apart[row] = 1;
  }
  for (const row of labels.keys()) apart[row] = 1;
  if (storedLeafRow >= 0) apart[storedLeafRow] = 1;
  return apart;
}
