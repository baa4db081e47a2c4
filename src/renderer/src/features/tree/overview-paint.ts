import { CELL, OVERVIEW_COLUMNS, type OverviewMap, TICK } from '../../../../shared/tree/overview-map';

/** Colours of an overview, each as `0xAABBGGRR`: the order of bytes in the pixels of a canvas. */
export interface OverviewColours {
  /** Of branches, in the order of `--lane-1` and on. */
  readonly lanes: readonly number[];
  readonly problem: number;
  readonly error: number;
  readonly label: number;
}

/** Where things stand across an overview, in CSS px. */
export interface OverviewGeometry {
  /** Columns that are drawn: as many as there are lanes for. */
  readonly columns: number;
  readonly columnPx: number;
  readonly widthPx: number;
}

const PAD_PX = 7;
/** Problems and errors, and beside them labels. */
const TICK_PX = 5;
const TICK_GAP_PX = 1;

/** How wide an overview with so many lanes is: between 33 and 57 px. */
export function overviewGeometry(laneCount: number): OverviewGeometry {
  const columns = Math.min(Math.max(laneCount, 1), OVERVIEW_COLUMNS);
  const columnPx = Math.max(4, Math.min(8, Math.floor(24 / columns)));
  return { columns, columnPx, widthPx: PAD_PX * 2 + columns * columnPx + 2 * (TICK_PX + TICK_GAP_PX) };
}

/** Part of a column's width that a mark takes, by its weight: what passes, tools, answers, the user. */
const WIDTHS = [0, 0.4, 0.7, 1];
/** Opacity of what is not on the viewed path, of 255. */
const QUIET = 0x70;

/**
 * Paints a map into pixels, `scale` of them a CSS px, `width` a line. What is not drawn stays transparent.
 */
export function paintOverview(
  map: OverviewMap,
  pixels: Uint32Array,
  width: number,
  scale: number,
  geometry: OverviewGeometry,
  colours: OverviewColours,
): void {
  const columnPx = Math.round(geometry.columnPx * scale);
  const pad = Math.round(PAD_PX * scale);
  const widths = WIDTHS.map((part) => Math.max(Math.round(scale), Math.round((columnPx - scale) * part)));
  const table = Uint32Array.from({ length: 256 }, (_, cell) => colourOf(cell, colours));
  for (let y = 0; y < map.height; y++) {
    if (y > 0 && isLikeAbove(map.cells, y)) {
      pixels.copyWithin(y * width, (y - 1) * width, y * width);
      continue;
    }
    for (let column = 0; column < geometry.columns; column++) {
      const cell = map.cells[y * OVERVIEW_COLUMNS + column] ?? 0;
      if (cell === 0) continue;
      const markPx = widths[cell >> CELL.weightShift] ?? 1;
      const from = y * width + pad + column * columnPx + Math.floor((columnPx - markPx) / 2);
      const colour = table[cell] ?? 0;
      for (let at = from; at < from + markPx; at++) pixels[at] = colour;
    }
  }
  paintTicks(map, pixels, width, scale, pad + geometry.columns * columnPx, colours);
}

/** Whether a line of cells is the same as the one above: most are. */
function isLikeAbove(cells: Uint8Array, y: number): boolean {
  const end = (y + 1) * OVERVIEW_COLUMNS;
  for (let at = y * OVERVIEW_COLUMNS; at < end; at++)
    if (cells[at] !== cells[at - OVERVIEW_COLUMNS]) return false;
  return true;
}

function paintTicks(
  { ticks, height, linePx }: OverviewMap,
  pixels: Uint32Array,
  width: number,
  scale: number,
  left: number,
  colours: OverviewColours,
): void {
  const tickPx = Math.round(TICK_PX * scale);
  const step = tickPx + Math.round(TICK_GAP_PX * scale);
  // A tick is as high as its line, and high enough to be seen.
  const tall = Math.max(Math.round(2 * scale), Math.floor(linePx) - 1);
  const paint = (y: number, x: number, colour: number) => {
    for (let line = y; line < Math.min(y + tall, height); line++)
      pixels.fill(colour, line * width + x, line * width + x + tickPx);
  };
  for (let y = 0; y < height; y++) {
    const tick = ticks[y] ?? 0;
    if (tick === 0) continue;
    if ((tick & TICK.error) !== 0) paint(y, left + step - tickPx, colours.error);
    if ((tick & TICK.problem) !== 0) paint(y, left + step - tickPx, colours.problem);
    if ((tick & TICK.label) !== 0) paint(y, left + step * 2 - tickPx, colours.label);
  }
}

function colourOf(cell: number, { lanes }: OverviewColours): number {
  const colour = lanes[((cell & CELL.colour) - 1) % lanes.length] ?? 0;
  if ((cell & CELL.viewed) !== 0) return colour;
  return ((QUIET << 24) | (colour & 0xffffff)) >>> 0;
}
