import { BROKEN_PARENT } from '../../../../shared/model/heads';
import { lineOfRow, rowOnLine, type VisibleTree } from '../../../../shared/tree/visible-tree';
import type { SessionTree } from '../entry/session-tree';

/** What one can go to from where one is in the tree. */
export type Landmark = 'branch-point' | 'user' | 'problem';

/** The next row of a sort above (-1) or below (1) a row, in the order shown; -1 when there is none. */
export function nextLandmark(
  tree: SessionTree,
  shown: VisibleTree,
  from: number,
  landmark: Landmark,
  step: -1 | 1,
): number {
  const { count } = shown.shape;
  for (let line = lineOfRow(shown, from) + step; line >= 0 && line < count; line += step) {
    const row = rowOnLine(shown, line);
    if (isLandmark(tree, shown, row, landmark)) return row;
  }
  return -1;
}

function isLandmark({ index, branches }: SessionTree, shown: VisibleTree, row: number, landmark: Landmark) {
  switch (landmark) {
    case 'user':
      return index.isKind(row, 'user');
    case 'problem':
      return index.hasFlag(row, 'problem') || index.parent(row) === BROKEN_PARENT;
    case 'branch-point': {
      const { shape, places, rows } = shown;
      let found = 0;
      let child = shape.firstChild[places[row] ?? -1] ?? -1;
      for (; child >= 0 && found < 2; child = shape.nextSibling[child] ?? -1) {
        if ((branches.sizes[rows[child] ?? -1] ?? 0) > 0) found += 1;
      }
      return found > 1;
    }
  }
}
