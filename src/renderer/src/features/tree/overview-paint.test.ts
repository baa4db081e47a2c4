import { expect, it } from 'vitest';
import { CELL, OVERVIEW_COLUMNS, TICK } from '../../../../shared/tree/overview-map';
import { overviewGeometry, paintOverview } from './overview-paint';

const COLOURS = {
  lanes: [0xff0000aa, 0xff0000bb],
  problem: 0xff000001,
  error: 0xff000002,
  label: 0xff000003,
};

function painted(cells: readonly number[], tick: number, scale = 1) {
  const geometry = overviewGeometry(cells.length);
  const line = Uint8Array.from({ length: OVERVIEW_COLUMNS }, (_, column) => cells[column] ?? 0);
  const map = { height: 1, linePx: 1, cells: line, ticks: Uint8Array.of(tick) };
  const width = geometry.widthPx * scale;
  const pixels = new Uint32Array(width);
  paintOverview(map, pixels, width, scale, geometry, COLOURS);
  return pixels;
}

const count = (pixels: Uint32Array, colour: number) => pixels.filter((pixel) => pixel === colour).length;

it('paints the viewed path in full, the rest quietly, and what weighs more wider', () => {
  const user = 1 | CELL.viewed | (3 << CELL.weightShift);
  const tool = 2 | (1 << CELL.weightShift);
  const pixels = painted([user, tool], 0);
  const quiet = 0x700000bb;
  expect(count(pixels, 0xff0000aa)).toBeGreaterThan(count(pixels, quiet));
  expect(count(pixels, quiet)).toBeGreaterThan(0);
});

it('paints ticks right of the lanes, a problem over an error, and labels apart from both', () => {
  const pixels = painted([0, 0], TICK.problem | TICK.error | TICK.label);
  expect(count(pixels, COLOURS.error)).toBe(0);
  expect(count(pixels, COLOURS.problem)).toBe(count(pixels, COLOURS.label));
  expect(pixels.indexOf(COLOURS.label)).toBeGreaterThan(pixels.lastIndexOf(COLOURS.problem));
});

it('paints the same on a screen with more pixels, of more of them', () => {
  const cell = 1 | CELL.viewed | (3 << CELL.weightShift);
  expect(count(painted([cell], 0, 3), 0xff0000aa)).toBe(3 * count(painted([cell], 0), 0xff0000aa));
});

it('stays within its width, whatever the number of lanes', () => {
  for (const lanes of [0, 1, 3, 8, 500]) {
    const { widthPx, columns } = overviewGeometry(lanes);
    expect(columns).toBeLessThanOrEqual(OVERVIEW_COLUMNS);
    expect(widthPx).toBeGreaterThan(30);
    expect(widthPx).toBeLessThan(60);
  }
});
