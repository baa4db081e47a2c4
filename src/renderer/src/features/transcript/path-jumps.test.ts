import { describe, expect, it } from 'vitest';
import type { PathCall } from '../entry/call-table';
import { nextCall, nextRow } from './path-jumps';

const rows = Int32Array.of(0, 2, 3, 7);

describe('the next row of a path', () => {
  const next = (from: number, step: 1 | -1, meant: readonly number[]) =>
    nextRow(rows, from, step, (row) => meant.includes(row));

  it('is the nearest one further on', () => {
    expect(next(0, 1, [3, 7])).toEqual({ at: 3, hasWrapped: false });
    expect(next(7, -1, [0, 3])).toEqual({ at: 3, hasWrapped: false });
  });

  it('comes from the other end once there is none, and says so', () => {
    expect(next(3, 1, [0, 3])).toEqual({ at: 0, hasWrapped: true });
    expect(next(0, -1, [0, 7])).toEqual({ at: 7, hasWrapped: true });
    expect(next(3, 1, [3])).toEqual({ at: 3, hasWrapped: true });
    expect(next(3, 1, [])).toBeNull();
  });

  it('goes on from where a row of another branch would stand', () => {
    expect(next(5, 1, [3, 7])).toEqual({ at: 7, hasWrapped: false });
    expect(next(5, -1, [3, 7])).toEqual({ at: 3, hasWrapped: false });
    expect(next(-1, 1, [0])).toEqual({ at: 0, hasWrapped: false });
  });
});

describe('the next call of a path', () => {
  const callOf = (row: number, block: number): PathCall => ({
    row,
    block,
    callId: null,
    name: 'edit',
    files: [],
    isFailed: false,
  });
  const calls = new Map([
    [2, [callOf(2, 0), callOf(2, 1), callOf(2, 2)]],
    [7, [callOf(7, 4)]],
  ]);
  const next = async (row: number, block: number | null, step: 1 | -1) => {
    const found = await nextCall({
      rows,
      from: { row, block },
      step,
      mayCall: (each) => calls.has(each),
      isMeant: ({ block: at }) => at !== 1,
      callsOf: (each) => Promise.resolve(calls.get(each) ?? []),
    });
    return found && [found.at.row, found.at.block, found.hasWrapped];
  };

  it('is in the same entry first, then in those further on', async () => {
    expect(await next(2, 0, 1)).toEqual([2, 2, false]);
    expect(await next(2, 2, 1)).toEqual([7, 4, false]);
    expect(await next(2, 2, -1)).toEqual([2, 0, false]);
    expect(await next(0, null, 1)).toEqual([2, 0, false]);
  });

  it('comes around, also to the call it began at', async () => {
    expect(await next(7, 4, 1)).toEqual([2, 0, true]);
    expect(await next(2, 0, -1)).toEqual([7, 4, true]);
    calls.delete(2);
    expect(await next(7, 4, 1)).toEqual([7, 4, true]);
    calls.delete(7);
    expect(await next(7, 4, 1)).toBeNull();
  });
});
