/**
 * The shape of a session's tree, from the parent column alone. Parents come before their children
 * in stored order (a break starts a tree of its own), so every step is one loop over flat arrays.
 */
export interface TreeShape {
  readonly count: number;
  readonly parents: Int32Array;
  /** Children of each row in stored order: `firstChild`, then `nextSibling`; -1 ends the list. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly childCount: Int32Array;
  /** Rows without a parent, in stored order. */
  readonly roots: Int32Array;
}

/** Builds child lists from `parents` (values below 0 are roots). Linear in time, 12 bytes an entry. */
export function treeShape(parents: Int32Array): TreeShape {
  const count = parents.length;
  const firstChild = new Int32Array(count).fill(-1);
  const nextSibling = new Int32Array(count).fill(-1);
  const childCount = new Int32Array(count);
  let rootCount = 0;
  // Backwards, so that prepending leaves each list in stored order.
  for (let row = count - 1; row >= 0; row--) {
    const parent = parents[row] ?? -1;
    if (parent < 0) {
      rootCount += 1;
      continue;
    }
    nextSibling[row] = firstChild[parent] ?? -1;
    firstChild[parent] = row;
    childCount[parent] = (childCount[parent] ?? 0) + 1;
  }
  const roots = new Int32Array(rootCount);
  for (let row = 0, at = 0; row < count; row++) {
    if ((parents[row] ?? -1) < 0) roots[at++] = row;
  }
  return { count, parents, firstChild, nextSibling, childCount, roots };
}

/** Rows from the root of a leaf's tree down to the leaf; empty for a row that does not exist. */
export function pathTo(parents: Int32Array, leaf: number): Int32Array {
  let length = 0;
  for (let row = leaf; row >= 0 && row < parents.length; row = parents[row] ?? -1) length += 1;
  const path = new Int32Array(length);
  for (let row = leaf, at = length - 1; at >= 0; row = parents[row] ?? -1, at--) path[at] = row;
  return path;
}

/** The leaf that was written last below a row, the row itself when it has no children. */
export function newestLeafBelow(parents: Int32Array, top: number): number {
  // The newest row of a subtree is always a leaf of it: children come after their parents.
  const below = new Uint8Array(parents.length - top);
  below[0] = 1;
  let newest = top;
  for (let row = top + 1; row < parents.length; row++) {
    const parent = parents[row] ?? -1;
    if (parent >= top && below[parent - top] === 1) {
      below[row - top] = 1;
      newest = row;
    }
  }
  return newest;
}

/** The first row below which two paths part: the deepest row both have; -1 when they share none. */
export function commonAncestor(parents: Int32Array, a: number, b: number): number {
  let left = a;
  let right = b;
  while (left !== right && left >= 0 && right >= 0) {
    if (left > right) left = parents[left] ?? -1;
    else right = parents[right] ?? -1;
  }
  return left === right && left >= 0 ? left : -1;
}
