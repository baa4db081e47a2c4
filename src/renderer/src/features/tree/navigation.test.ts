import { describe, expect, it } from 'vitest';
import { findBranches } from '../../../../shared/tree/branches';
import { treeShape } from '../../../../shared/tree/shape';
import { visibleTree } from '../../../../shared/tree/visible-tree';
import { moveFrom, moveOfKey, neighbourBranch } from './navigation';

// 0 ─ 1 ┬ 2 ─ 4
//       ├ 3 ─ 6
//       └ 5          and a second root, 7
const shape = treeShape(Int32Array.of(-1, 0, 1, 1, 2, 1, 3, -1));
const columns = { parents: shape.parents, callCounts: new Uint16Array(8), apart: new Uint8Array(8) };
const shown = visibleTree(columns, null, { isFolded: false, except: new Set() });
const branches = findBranches(shape.parents, new Uint8Array(shape.count));

function press(row: number, key: string, pageRows = 3): number {
  const move = moveOfKey(key, pageRows);
  if (!move) throw new Error(`${key} is not a key of the tree`);
  return moveFrom(shown, row, move);
}

describe('keys of the tree', () => {
  it('steps in the order rows are shown, not in stored order', () => {
    expect(Array.from(shown.layout.rowAt)).toEqual([0, 1, 2, 4, 3, 6, 5, 7]);
    expect(press(2, 'ArrowDown')).toBe(4);
    expect(press(4, 'ArrowDown')).toBe(3);
    expect(press(3, 'ArrowUp')).toBe(4);
  });

  it('stops at both ends', () => {
    expect(press(0, 'ArrowUp')).toBe(0);
    expect(press(7, 'ArrowDown')).toBe(7);
    expect(press(4, 'Home')).toBe(0);
    expect(press(4, 'End')).toBe(7);
  });

  it('leaves one row in view when it turns a page', () => {
    expect(press(0, 'PageDown')).toBe(2);
    expect(press(6, 'PageUp')).toBe(4);
    expect(press(1, 'PageUp')).toBe(0);
  });

  it('goes to the parent and to the first child, and stays where there is none', () => {
    expect(press(6, 'ArrowLeft')).toBe(3);
    expect(press(0, 'ArrowLeft')).toBe(0);
    expect(press(1, 'ArrowRight')).toBe(2);
    expect(press(4, 'ArrowRight')).toBe(4);
  });

  it('leaves other keys alone', () => {
    expect(moveOfKey('a', 3)).toBeNull();
  });
});

describe('the branch beside', () => {
  it('is found at the nearest fork above', () => {
    expect(neighbourBranch(shape, branches, 4, 1)).toBe(3);
    expect(neighbourBranch(shape, branches, 6, 1)).toBe(5);
    expect(neighbourBranch(shape, branches, 6, -1)).toBe(2);
    expect(neighbourBranch(shape, branches, 5, 1)).toBe(5);
  });

  it('is another beginning of the session where nothing else forks', () => {
    expect(neighbourBranch(shape, branches, 1, 1)).toBe(7);
    expect(neighbourBranch(shape, branches, 7, -1)).toBe(0);
  });
});
