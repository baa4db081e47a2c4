import { describe, expect, it } from 'vitest';
import { treeShape } from '../../../../shared/tree/shape';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import { forkPosition } from './fork-position';

const session = sessionOf([
  {},
  { parentRow: 0 },
  { parentRow: 0, kind: 'leaf_move' },
  { parentRow: 0 },
  { parentRow: 0 },
  { parentRow: -1 },
]);
const shape = treeShape(session.parents);

describe('the place of a branch at its fork', () => {
  it('counts the branches in stored order and names the neighbours', () => {
    expect(forkPosition(shape, session, 0, 3)).toEqual({ position: 2, count: 3, previous: 1, next: 4 });
    expect(forkPosition(shape, session, 0, 1)).toEqual({ position: 1, count: 3, previous: -1, next: 3 });
    expect(forkPosition(shape, session, 0, 4)).toEqual({ position: 3, count: 3, previous: 3, next: -1 });
  });

  it('takes a mere move of the leaf for no branch, unless it is viewed', () => {
    expect(forkPosition(shape, session, 0, 2)?.count).toBe(4);
  });

  it('counts the beginnings of a session that has several', () => {
    expect(forkPosition(shape, session, -1, 5)).toEqual({ position: 2, count: 2, previous: 0, next: -1 });
  });

  it('is nothing where nothing forks', () => {
    const chain = sessionOf([{}, {}, { kind: 'leaf_move', parentRow: 0 }]);
    const chainShape = treeShape(chain.parents);
    expect(forkPosition(chainShape, chain, -1, 0)).toBeNull();
    expect(forkPosition(chainShape, chain, 0, 1)).toBeNull();
    expect(forkPosition(chainShape, chain, 1, -1)).toBeNull();
  });
});
