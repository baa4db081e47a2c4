import { CONTEXT_STATES, type ContextPlan } from '../../../../shared/context/plan';

/** A line of the context: an entry of the path, and what the model is given in its place. */
export interface ContextRow {
  readonly row: number;
  /** `summary`: the compaction where the model is given it, which is not where it stands on the path. */
  readonly state: 'given' | 'removed' | 'never' | 'summary' | 'given-before';
  /** Place in what the model is given, from 1; 0 for what it is not given here. */
  readonly order: number;
}

/**
 * The entries of a path in an order in which both columns read downwards: the path as it is stored, and what the model
 * is given as it is given. So the summary of a compaction stands once more, before what it keeps.
 */
export function contextRows(path: Int32Array, plan: ContextPlan): ContextRow[] {
  const { compactionRow, states, order } = plan;
  const compactionAt = path.indexOf(compactionRow);
  const isKept = (at: number) => at < compactionAt && CONTEXT_STATES[states[at] ?? -1] === 'given';
  const firstKeptAt = path.findIndex((_, at) => isKept(at));
  const placeOf = new Map(Array.from(order, (row, at) => [row, at + 1]));
  const rows: ContextRow[] = [];
  path.forEach((row, at) => {
    if (at === firstKeptAt) rows.push({ row: compactionRow, state: 'summary', order: 1 });
    if (row === compactionRow && firstKeptAt >= 0) rows.push({ row, state: 'given-before', order: 0 });
    else {
      const state = CONTEXT_STATES[states[at] ?? -1] ?? 'never';
      rows.push({ row, state, order: state === 'given' ? (placeOf.get(row) ?? 0) : 0 });
    }
  });
  return rows;
}

/** How many entries are given, removed and never given. */
export function contextCounts({ states }: ContextPlan): { given: number; removed: number; never: number } {
  const counts = { given: 0, removed: 0, never: 0 };
  for (const state of states) counts[CONTEXT_STATES[state] ?? 'never'] += 1;
  return counts;
}
