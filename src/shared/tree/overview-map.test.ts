import { describe, expect, it } from 'vitest';
import { FLAG } from '../model/heads';
import { kindCode } from '../model/kind';
import { CELL, OVERVIEW_COLUMNS, overviewMap, TICK } from './overview-map';
import { pathTo } from './shape';
import { randomParents } from './test-support/random-parents';
import { visibleTree } from './visible-tree';

const NO_FOLDS = { isFolded: false, except: new Set<number>() };

/** A map of a tree of assistants, with the path to `leaf`, and only the rows of `keep` shown. */
function mapOf(
  parents: readonly number[] | Int32Array,
  leaf: number,
  options: { keep?: readonly number[]; flags?: Record<number, number>; labels?: readonly number[] } = {},
  size = { height: 1000, linePx: 1 },
) {
  const count = parents.length;
  const columns = {
    parents: Int32Array.from(parents),
    callCounts: new Uint16Array(count),
    apart: new Uint8Array(count),
  };
  const keep = options.keep
    ? Uint8Array.from(parents, (_, row) => (options.keep?.includes(row) ? 1 : 0))
    : null;
  const shown = visibleTree(columns, keep, NO_FOLDS);
  const kinds = new Uint8Array(count).fill(kindCode('assistant'));
  kinds[0] = kindCode('user');
  const flags = new Uint8Array(count);
  for (const [row, flag] of Object.entries(options.flags ?? {})) flags[Number(row)] = flag;
  const path = pathTo(shown.shape.parents, shown.places[leaf] ?? -1);
  const source = {
    shown,
    numbers: new Int32Array(count),
    kinds,
    flags,
    path,
    labelRows: options.labels ?? [],
  };
  return overviewMap(source, size.height, size.linePx);
}

/** One character a cell: `.` empty, `|` a line that passes, `o` an entry, `U` a user; doubled for the viewed path. */
function drawn({ cells, height }: { cells: Uint8Array; height: number }): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(cells.subarray(y * OVERVIEW_COLUMNS, (y + 1) * OVERVIEW_COLUMNS), (cell) => {
      if (cell === 0) return '. ';
      const mark = '|too'[cell >> CELL.weightShift] ?? '?';
      const shape = cell >> CELL.weightShift === 3 ? 'U' : mark;
      return (cell & CELL.viewed) === 0 ? `${shape} ` : `${shape}*`;
    })
      .join('')
      .replace(/(\. )+$/, '')
      .trimEnd(),
  );
}

describe('the map of a session', () => {
  //   0 ─ 1 ─ 2 ─ 3
  //        └─ 4 ─ 5
  const forked = [-1, 0, 1, 2, 1, 4];

  it('has one line an entry, its lanes, and the viewed path over the rest', () => {
    expect(drawn(mapOf(forked, 5))).toEqual(['U*', 'o*', '|*o', '|*o', 'o*', 'o*']);
    expect(drawn(mapOf(forked, 3))).toEqual(['U*', 'o*', '| o*', '| o*', 'o', 'o']);
  });

  it('gives a small session room, and no more than that', () => {
    const map = mapOf(forked, 5, {}, { height: 1000, linePx: 4 });
    expect(map.height).toBe(24);
    // Three pixels of mark, and the line of the path between.
    expect(drawn(map).slice(0, 5)).toEqual(['U*', 'U*', 'U*', '|*', 'o*']);
  });

  it('shares pixels between the entries of a large one, the viewed path first', () => {
    const chain = Int32Array.from({ length: 100_000 }, (_, row) => row - 1);
    const map = mapOf(chain, 99_999, {}, { height: 500, linePx: 4 });
    expect(map.height).toBe(500);
    expect(map.linePx).toBe(0.005);
    expect(new Set(drawn(map))).toEqual(new Set(['U*', 'o*']));
    expect(drawn(map)[0]).toBe('U*');
  });

  it('ticks problems, errors and labels, those of hidden entries where they would be', () => {
    const { ticks } = mapOf(forked, 5, {
      keep: [0, 1, 4, 5],
      flags: { 3: FLAG.problem, 5: FLAG.error | FLAG.problem },
      labels: [4],
    });
    expect([...ticks]).toEqual([0, TICK.problem, TICK.label, TICK.problem | TICK.error]);
  });

  it('keeps every lane within its columns and every entry on its line, whatever the shape', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const parents = randomParents(200, seed);
      const { cells, height } = mapOf(parents, parents.length - 1);
      expect(height).toBe(200);
      for (let y = 0; y < height; y++) {
        const line = cells.subarray(y * OVERVIEW_COLUMNS, (y + 1) * OVERVIEW_COLUMNS);
        expect(line.some((cell) => cell >> CELL.weightShift > 0)).toBe(true);
      }
    }
  });

  it('has nothing of an empty session', () => {
    expect(mapOf([], -1)).toMatchObject({ height: 0 });
  });
});
