import { extendedColumn } from './int-column';

/**
 * Ancestor tests while a tree is still being read, in O(log n) each and 8 bytes an entry: every row keeps
 * its depth and one jump pointer, placed as in a skew-binary number (Myers, "An applicative random-access
 * stack", 1983). Parents come before their children, so rows shrink along every path upwards.
 */
export class Ancestry {
  #parents: Int32Array<ArrayBuffer>;
  #jumps: Int32Array<ArrayBuffer>;
  #depths: Int32Array<ArrayBuffer>;
  #count = 0;

  /** With room for so many rows; there may be more. */
  constructor(capacity = 1024) {
    this.#parents = new Int32Array(capacity);
    this.#jumps = new Int32Array(capacity);
    this.#depths = new Int32Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** The parent of a row; -1 for a root. */
  parentOf(row: number): number {
    return this.#parents[row] ?? -1;
  }

  /** Adds the next row. A parent below 0, or one that is not before it, makes it a root. */
  push(parent: number): void {
    const row = this.#count;
    if (row === this.#parents.length) this.#grow();
    this.#count += 1;
    if (parent < 0 || parent >= row) {
      this.#parents[row] = -1;
      this.#jumps[row] = -1;
      this.#depths[row] = 0;
      return;
    }
    const jump = this.#jumps[parent] ?? -1;
    const further = jump < 0 ? -1 : (this.#jumps[jump] ?? -1);
    // Two jumps of the same length above the parent: this row takes one that spans both.
    const isCarry =
      this.#depthAt(parent) - this.#depthAt(jump) === this.#depthAt(jump) - this.#depthAt(further);
    this.#parents[row] = parent;
    this.#jumps[row] = jump >= 0 && isCarry ? further : parent;
    this.#depths[row] = this.#depthAt(parent) + 1;
  }

  /** Whether `ancestor` is on the path from `row` to its root, `row` itself included. */
  isOnPath(ancestor: number, row: number): boolean {
    let at = row;
    while (at > ancestor) {
      const jump = this.#jumps[at] ?? -1;
      at = jump >= ancestor ? jump : (this.#parents[at] ?? -1);
    }
    return at === ancestor && at >= 0;
  }

  /** The deepest row that is on the paths of both; -1 when they share none. */
  commonAncestor(a: number, b: number): number {
    let left = a;
    let right = b;
    while (left !== right) {
      if (left < 0 || right < 0) return -1;
      // Rows of one depth have jumps of one length: from there, both go up in step.
      if (this.#depthAt(left) > this.#depthAt(right)) left = this.#towards(left, this.#depthAt(right));
      else if (this.#depthAt(right) > this.#depthAt(left)) right = this.#towards(right, this.#depthAt(left));
      else if ((this.#jumps[left] ?? -1) !== (this.#jumps[right] ?? -1)) {
        left = this.#jumps[left] ?? -1;
        right = this.#jumps[right] ?? -1;
      } else {
        left = this.#parents[left] ?? -1;
        right = this.#parents[right] ?? -1;
      }
    }
    return left;
  }

  /** One step up a path, as far as it goes without passing a depth. */
  #towards(row: number, depth: number): number {
    const jump = this.#jumps[row] ?? -1;
    return this.#depthAt(jump) >= depth ? jump : (this.#parents[row] ?? -1);
  }

  /** Depth of a row, 0 for a root; a stand-in above the roots has -1. */
  #depthAt(row: number): number {
    return row < 0 ? -1 : (this.#depths[row] ?? 0);
  }

  #grow(): void {
    const length = Math.max(this.#parents.length * 2, 1024);
    this.#parents = extendedColumn(this.#parents, length);
    this.#jumps = extendedColumn(this.#jumps, length);
    this.#depths = extendedColumn(this.#depths, length);
  }
}
