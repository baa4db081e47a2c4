import { create } from 'zustand';
import { TREE_FILTERS, type TreeFilter } from '../../../../shared/tree/filters';
import type { Folding } from '../../../../shared/tree/visible-tree';
import { readStored, writeStored } from '../../ui/stored-value';

interface TreeOptions {
  /** Kept from session to session: it says how somebody reads, not what. */
  readonly filter: TreeFilter;
  /**
   * Runs are unfolded until somebody folds them: a list is read for what happened, and a session of one branch would
   * fold to three lines. From then on all sessions come folded.
   */
  readonly isFolded: boolean;
  show(filter: TreeFilter): void;
  fold(isFolded: boolean): void;
}

const FILTER_KEY = 'tree-filter';
const FOLDED_KEY = 'tree-folded';

/** How trees are shown, in all sessions and after a restart. */
export const useTreeOptions = create<TreeOptions>()((set) => ({
  filter: readStored(
    FILTER_KEY,
    (value) => TREE_FILTERS.find((filter) => filter === value) ?? null,
    'conversation',
  ),
  isFolded: readStored(FOLDED_KEY, (value) => value === true, false),
  show: (filter) => {
    writeStored(FILTER_KEY, filter);
    set({ filter });
  },
  fold: (isFolded) => {
    writeStored(FOLDED_KEY, isFolded);
    set({ isFolded });
  },
}));

/** The exceptions with one more run turned the other way round. */
export function withRunTurned(except: Folding['except'], start: number): Folding['except'] {
  const turned = new Set(except);
  if (!turned.delete(start)) turned.add(start);
  return turned;
}
