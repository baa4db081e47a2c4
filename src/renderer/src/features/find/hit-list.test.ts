import { describe, expect, it } from 'vitest';
import { firstOnPath, hitAt, listHits, numberOf, stepFrom, totalOf } from './hit-list';

const found = { rows: Int32Array.of(2, 5, 6, 9), counts: Uint32Array.of(1, 3, 2, 1) };
const path = Int32Array.of(0, 2, 6, 7, 9);

describe('the hits of a search', () => {
  it('are told by branch, and listed in stored order', () => {
    const list = listHits(found, path, false);
    expect(list).toMatchObject({ onPath: 4, elsewhere: 3 });
    expect(totalOf(list)).toBe(7);
    const all = Array.from({ length: 7 }, (_, number) => hitAt(list, number));
    expect(all).toEqual(
      [
        [2, 0],
        [5, 0],
        [5, 1],
        [5, 2],
        [6, 0],
        [6, 1],
        [9, 0],
      ].map(([row, ordinal]) => ({ row, ordinal })),
    );
    for (const [number, hit] of all.entries()) if (hit) expect(numberOf(list, hit)).toBe(number);
    expect([hitAt(list, -1), hitAt(list, 7)]).toEqual([null, null]);
  });

  it('are those of the path alone, where so chosen', () => {
    const list = listHits(found, path, true);
    expect(list).toMatchObject({ onPath: 4, elsewhere: 3 });
    expect(totalOf(list)).toBe(4);
    expect(hitAt(list, 1)).toEqual({ row: 6, ordinal: 0 });
    expect(numberOf(list, { row: 5, ordinal: 0 })).toBe(-1);
  });

  it('are gone through around the ends', () => {
    const list = listHits(found, path, false);
    expect(stepFrom(list, { row: 5, ordinal: 2 }, 1)).toEqual({ row: 6, ordinal: 0 });
    expect(stepFrom(list, { row: 9, ordinal: 0 }, 1)).toEqual({ row: 2, ordinal: 0 });
    expect(stepFrom(list, { row: 2, ordinal: 0 }, -1)).toEqual({ row: 9, ordinal: 0 });
  });

  it('are gone on with from one that is no longer listed', () => {
    const list = listHits(found, path, true);
    expect(stepFrom(list, { row: 5, ordinal: 1 }, 1)).toEqual({ row: 6, ordinal: 0 });
    expect(stepFrom(list, { row: 5, ordinal: 1 }, -1)).toEqual({ row: 2, ordinal: 0 });
    expect(stepFrom(list, { row: 50, ordinal: 1 }, 1)).toEqual({ row: 2, ordinal: 0 });
    // Fewer hits stand in the entry than before.
    expect(stepFrom(list, { row: 6, ordinal: 7 }, 1)).toEqual({ row: 6, ordinal: 0 });
  });

  it('begin at the first on the path from where the reader is', () => {
    const list = listHits(found, path, false);
    expect(firstOnPath(list, path, 0)).toEqual({ row: 2, ordinal: 0 });
    expect(firstOnPath(list, path, 3)).toEqual({ row: 6, ordinal: 0 });
    expect(firstOnPath(list, path, 10)).toBeNull();
  });

  it('may be none', () => {
    const none = listHits({ rows: new Int32Array(0), counts: new Uint32Array(0) }, path, false);
    expect([totalOf(none), stepFrom(none, { row: 1, ordinal: 0 }, 1), hitAt(none, 0)]).toEqual([
      0,
      null,
      null,
    ]);
  });

  it('are listed for a million entries within a few frames', () => {
    const rows = Int32Array.from({ length: 1_000_000 }, (_, at) => at);
    const counts = new Uint32Array(1_000_000).fill(3);
    const started = performance.now();
    const list = listHits({ rows, counts }, rows.subarray(500_000), true);
    expect(performance.now() - started).toBeLessThan(500);
    expect(totalOf(list)).toBe(1_500_000);
  });
});
