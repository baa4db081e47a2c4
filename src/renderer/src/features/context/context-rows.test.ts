import { expect, it } from 'vitest';
import { CONTEXT_STATES, type ContextPlan } from '../../../../shared/context/plan';
import { contextCounts, contextRows } from './context-rows';

type State = (typeof CONTEXT_STATES)[number];

function planOf(order: number[], states: State[], compactionRow = -1): ContextPlan {
  return {
    order: Int32Array.from(order),
    states: Uint8Array.from(states, (state) => CONTEXT_STATES.indexOf(state)),
    compactionRow,
    tokens: null,
    tokensRow: -1,
  };
}

const shown = (path: number[], plan: ContextPlan) =>
  contextRows(Int32Array.from(path), plan).map(({ row, state, order }) => `${row} ${state} ${order}`);

it('without a compaction the path is what is given, in its order', () => {
  expect(shown([0, 1, 2], planOf([0, 2], ['given', 'never', 'given']))).toEqual([
    '0 given 1',
    '1 never 0',
    '2 given 2',
  ]);
});

it('the summary stands before what the compaction keeps, and the places of what is given go up', () => {
  const plan = planOf([5, 2, 3, 6], ['removed', 'removed', 'given', 'given', 'never', 'given', 'given'], 5);
  expect(shown([0, 1, 2, 3, 4, 5, 6], plan)).toEqual([
    '0 removed 0',
    '1 removed 0',
    '5 summary 1',
    '2 given 2',
    '3 given 3',
    '4 never 0',
    '5 given-before 0',
    '6 given 4',
  ]);
  expect(contextCounts(plan)).toEqual({ given: 4, removed: 2, never: 1 });
});

it('a compaction that keeps nothing is given where it stands', () => {
  expect(shown([0, 1, 2], planOf([1, 2], ['removed', 'given', 'given'], 1))).toEqual([
    '0 removed 0',
    '1 given 1',
    '2 given 2',
  ]);
});
