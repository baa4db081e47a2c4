import { describe, expect, it } from 'vitest';
import type { EntryKind } from '../model/kind';
import { sessionOf } from './test-support/session';
import { twoWriterForks } from './two-writers';

function forksOf(...entries: readonly (readonly [parentRow: number, kind?: EntryKind])[]): number[] {
  const session = sessionOf(entries.map(([parentRow, kind = 'user']) => ({ parentRow, kind })));
  return twoWriterForks(session.parents, session.kinds);
}

describe('forks with two writers', () => {
  it('are those whose branches were written in turns', () => {
    expect(forksOf([-1], [0], [0], [1], [2])).toEqual([0]);
    expect(forksOf([-1], [0], [1], [1], [2])).toEqual([1]);
  });

  it('are not those of branches written one after the other', () => {
    expect(forksOf([-1], [0], [1], [0], [3], [0])).toEqual([]);
  });

  it('are not those where the leaf was moved back', () => {
    expect(forksOf([-1], [0], [0], [2, 'leaf_move'], [1])).toEqual([]);
    // The second time, nobody moved it.
    expect(forksOf([-1], [0], [0], [2, 'leaf_move'], [1], [2])).toEqual([0]);
  });

  it('look at what was said: bookkeeping alone goes back to nothing', () => {
    expect(forksOf([-1], [0], [0, 'model_change'], [2], [1, 'label'])).toEqual([]);
    expect(forksOf([-1], [0, 'model_change'], [0], [1])).toEqual([]);
  });

  it('are not found between islands', () => {
    expect(forksOf([-1], [-1], [0], [1])).toEqual([]);
  });

  it('are found where writers alternate 100,000 times', () => {
    const entries = Array.from(
      { length: 100_000 },
      (_, row) => [Math.max(row - 2, row === 0 ? -1 : 0)] as const,
    );
    expect(forksOf(...entries)).toEqual([0]);
  });
});
