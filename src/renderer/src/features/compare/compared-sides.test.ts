import { describe, expect, it } from 'vitest';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import type { ComparisonView } from '../../app/main-view';
import { sessionTree } from '../entry/session-tree';
import { branchChoices, unlistedCount } from './branch-choices';
import { settledSides } from './compared-sides';

/** Two branches of a question, `e1 e2` and `e3`, and a label behind the second. */
const FORKED = sessionOf([
  { kind: 'user', preview: 'Why?' },
  { parentRow: 0, preview: 'First\u202e answer.' },
  { parentRow: 1, kind: 'user', preview: 'Go on.' },
  { parentRow: 0, preview: 'Second answer.' },
  { parentRow: 3, kind: 'label' },
]);
const heads = { index: FORKED, status: 'complete' } as const;
const view = (left: ComparisonView['left'], right: ComparisonView['right']): ComparisonView => ({
  type: 'comparison',
  left,
  right,
  otherPath: null,
});

describe('the sides of a comparison', () => {
  it('are what was meant when it was asked for, whatever is viewed later', () => {
    expect(settledSides(heads, view('viewed', { id: 'e2', row: 2 }), 4)).toEqual(
      view({ id: 'e4', row: 4 }, { id: 'e2', row: 2 }),
    );
    const settled = view({ id: 'e4', row: 4 }, { id: 'e2', row: 2 });
    expect(settledSides(heads, settled, 0)).toBe(settled);
  });

  it('are two different branches, where there are two and none was named', () => {
    expect(settledSides(heads, view('viewed', 'stored'), 4)).toEqual(
      view({ id: 'e4', row: 4 }, { id: 'e2', row: 2 }),
    );
    // Its label behind it makes no other branch of an answer.
    expect(settledSides(heads, view('viewed', 'stored'), 3)).toMatchObject({ right: { row: 2 } });
    const chain = { index: sessionOf([{ kind: 'user' }, {}]), status: 'complete' } as const;
    expect(settledSides(chain, view('viewed', 'stored'), 1)).toEqual(
      view({ id: 'e1', row: 1 }, { id: 'e1', row: 1 }),
    );
  });

  it('leave the side of another file to that file', () => {
    const other = { ...view('viewed', 'stored'), otherPath: '/source.db' };
    expect(settledSides(heads, other, 2)).toEqual({ ...other, left: { id: 'e2', row: 2 } });
  });
});

describe('the branches to choose from', () => {
  const tree = sessionTree(heads);

  it('are named by where they begin, the newest first, with invisible characters spelled out', () => {
    expect(branchChoices(tree, -1, 2)).toEqual([
      { row: 4, words: 'Second answer. · 1 entry' },
      { row: 2, words: 'First[U+202E] answer. · 2 entries · stored leaf' },
    ]);
    expect(unlistedCount(tree)).toBe(0);
  });

  it('have the chosen entry among them, whether it is a leaf or not', () => {
    expect(branchChoices(tree, 3, -1).map(({ row }) => row)).toEqual([3, 2]);
    expect(branchChoices(tree, 0, -1)[0]).toEqual({ row: 0, words: 'Entry: Why?' });
  });

  it('are listed up to a limit, however many there are', () => {
    const wide = sessionOf([{ kind: 'user' }, ...Array.from({ length: 1000 }, () => ({ parentRow: 0 }))]);
    const many = sessionTree({ index: wide, status: 'complete' });
    expect(branchChoices(many, -1, -1)).toHaveLength(300);
    expect(unlistedCount(many)).toBe(700);
  });
});
