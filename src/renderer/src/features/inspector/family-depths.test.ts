import { expect, it } from 'vitest';
import { familyDepths } from './family-depths';

it('a session stands one step further in than the one it was forked from', () => {
  const members = [{ parent: null }, { parent: 0 }, { parent: 1 }, { parent: 0 }, { parent: null }];
  expect(familyDepths(members)).toEqual([0, 1, 2, 1, 0]);
});
