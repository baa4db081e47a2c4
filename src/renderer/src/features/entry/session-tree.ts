import { type Branches, findBranches } from '../../../../shared/tree/branches';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { type TreeShape, treeShape } from '../../../../shared/tree/shape';
import type { SessionHeads } from '../../app/heads';

/** The tree of a session as of some moment. */
export interface SessionTree {
  readonly index: SessionIndex;
  /** Entries that were known then; the index may know more by now. */
  readonly count: number;
  /** No more entries will come: leaf, labels and fork counts are what they are. */
  readonly isComplete: boolean;
  readonly shape: TreeShape;
  /** What a branch is, for counts, menus and names. */
  readonly branches: Branches;
}

/** While entries arrive, the tree is built again each time it has grown by this factor: linear work over all. */
const GROWTH = 1.25;

const built = new WeakMap<SessionIndex, SessionTree>();

/** The tree of a session; built once for all panes, and while heads still arrive only now and then. */
export function sessionTree({ index, status }: Pick<SessionHeads, 'index' | 'status'>): SessionTree {
  const last = built.get(index);
  const isComplete = status !== 'loading';
  const isGood = isComplete
    ? last?.count === index.count
    : last !== undefined && index.count < Math.max(last.count * GROWTH, 1);
  if (last && isGood && last.isComplete === isComplete) return last;
  if (last && last.count === index.count) return keep({ ...last, isComplete });
  const { parents, kinds, count } = index;
  return keep({
    index,
    count,
    isComplete,
    shape: treeShape(parents),
    branches: findBranches(parents, kinds),
  });
}

function keep(tree: SessionTree): SessionTree {
  built.set(tree.index, tree);
  return tree;
}
