import { FLAG } from '../model/heads';
import { type EntryKind, isConversation, kindOfCode } from '../model/kind';
import type { VisibleTree } from './visible-tree';

/** Columns of an overview: the first lanes have one each, the others share the rest. */
export const OVERVIEW_COLUMNS = 8;
const OWN_COLUMNS = 5;
/** Colours of branches, as everywhere. */
const COLOURS = 8;

/**
 * Bits of a cell. Its colour is 1 to 8 for the branch, 0 for an empty cell; its weight is 0 for a line that passes,
 * 1 for tools and bookkeeping, 2 for what is said, 3 for what the user says.
 */
export const CELL = { colour: 0x0f, viewed: 0x10, weightShift: 5 } as const;

/** Bits of a line of ticks: what lies within its pixels. */
export const TICK = { problem: 1, label: 2, error: 4 } as const;

/** What an overview is drawn from: flat columns of a session, one value a row. */
export interface OverviewSource {
  readonly shown: VisibleTree;
  /** Branch number of each row. */
  readonly numbers: Int32Array;
  /** Wire codes. */
  readonly kinds: Uint8Array;
  readonly flags: Uint8Array;
  /** Places of the viewed path, from the root down. */
  readonly path: Int32Array;
  readonly labelRows: Iterable<number>;
}

/** A session as a small picture: one line of cells and one of ticks for each pixel of its height. */
export interface OverviewMap {
  readonly height: number;
  /** Pixels a line of the tree takes; less than 1 where lines share them. */
  readonly linePx: number;
  /** `OVERVIEW_COLUMNS` a line, top down. */
  readonly cells: Uint8Array;
  readonly ticks: Uint8Array;
}

/** Lanes from here on share the last column. */
const LAST_LANE = 64;
const COLUMNS = Uint8Array.from({ length: LAST_LANE + 1 }, (_, lane) => columnOf(lane));

/** Weight of each wire code of a kind, where it stands in a cell. */
const WEIGHTS = Uint8Array.from({ length: 256 }, (_, code) => weightOf(kindOfCode(code)) << CELL.weightShift);

/** Pixels a line takes where all `count` of them have `maxHeight` px, and never more than `maxLinePx`. */
export function overviewLinePx(count: number, maxHeight: number, maxLinePx: number): number {
  return count === 0 ? maxLinePx : Math.min(maxLinePx, maxHeight / count);
}

/**
 * Draws what is shown of a session into a map at most `maxHeight` px high. One pass over its entries, and one over the
 * path between them: where many lines share a pixel, the viewed path is seen first, then what has the most weight.
 */
export function overviewMap(source: OverviewSource, maxHeight: number, maxLinePx: number): OverviewMap {
  const { count } = source.shown.shape;
  const linePx = overviewLinePx(count, maxHeight, maxLinePx);
  const height = Math.ceil(count * linePx);
  const cells = new Uint8Array(height * OVERVIEW_COLUMNS);
  drawEntries(source, cells, linePx);
  drawPath(source, cells, linePx);
  return { height, linePx, cells, ticks: ticksOf(source, height, linePx) };
}

/** The marks of entries, and the lanes that pass beside others. The loop knows flat arrays only, and so stays fast. */
function drawEntries(source: OverviewSource, cells: Uint8Array, linePx: number): void {
  const { numbers, kinds } = source;
  const { rows, layout, shape } = source.shown;
  const { rowAt, lineOf, lane } = layout;
  const { parents, count } = shape;
  const viewed = viewedBits(source);
  const gap = gapPx(linePx);
  /** Down to where each column has lanes that pass: none is drawn twice. */
  const passedTo = new Int32Array(OVERVIEW_COLUMNS);
  for (let line = 0; line < count; line++) {
    const place = rowAt[line] ?? 0;
    const row = rows[place] ?? 0;
    const column = COLUMNS[Math.min(lane[place] ?? 0, LAST_LANE)] ?? 0;
    const colour = ((numbers[row] ?? 0) % COLOURS) + 1;
    const cell = colour | (WEIGHTS[kinds[row] ?? 0] ?? 0) | (viewed[place] ?? 0);
    const from = Math.floor(line * linePx);
    const to = Math.max(from + 1, Math.floor((line + 1) * linePx) - gap);
    fill(cells, from, to, column, cell);
    const parent = parents[place] ?? -1;
    if (parent < 0 || lane[parent] !== lane[place]) continue;
    // The child that goes on in its parent's lane: the branches between them pass on the right.
    const above = lineOf[parent] ?? 0;
    if (line - above < 2 && gap === 0) continue;
    const passing = ((numbers[rows[parent] ?? 0] ?? 0) % COLOURS) + 1;
    fill(cells, Math.max(Math.floor(above * linePx), passedTo[column] ?? 0), from, column, passing);
    passedTo[column] = Math.max(from, passedTo[column] ?? 0);
  }
}

/** The viewed path between its entries, past the branches that leave it. */
function drawPath({ shown, numbers, path }: OverviewSource, cells: Uint8Array, linePx: number): void {
  const { rows, layout } = shown;
  const { lineOf, lane } = layout;
  const gap = gapPx(linePx);
  for (let at = 1; at < path.length; at++) {
    const place = path[at - 1] ?? 0;
    const line = lineOf[place] ?? 0;
    const next = lineOf[path[at] ?? 0] ?? 0;
    if (next - line < 2 && gap === 0) continue;
    const column = COLUMNS[Math.min(lane[place] ?? 0, LAST_LANE)] ?? 0;
    const cell = (((numbers[rows[place] ?? 0] ?? 0) % COLOURS) + 1) | CELL.viewed;
    fill(cells, Math.floor(line * linePx), Math.floor(next * linePx), column, cell);
  }
}

/** Marks stand apart where there is room. */
function gapPx(linePx: number): number {
  return linePx >= 3 ? 1 : 0;
}

function fill(cells: Uint8Array, from: number, to: number, column: number, cell: number): void {
  const rank = RANKS[cell] ?? 0;
  const end = Math.min(to * OVERVIEW_COLUMNS, cells.length);
  for (let at = from * OVERVIEW_COLUMNS + column; at < end; at += OVERVIEW_COLUMNS) {
    if (rank > (RANKS[cells[at] ?? 0] ?? 0)) cells[at] = cell;
  }
}

/** The bit of each place on the viewed path. */
function viewedBits({ shown, path }: OverviewSource): Uint8Array {
  const bits = new Uint8Array(shown.shape.count);
  for (let at = 0; at < path.length; at++) bits[path[at] ?? 0] = CELL.viewed;
  return bits;
}

/** What is seen first in a cell: the viewed path, then weight, then anything. */
const RANKS = Uint8Array.from({ length: 256 }, (_, cell) => {
  if (cell === 0) return 0;
  return 1 + (cell >> CELL.weightShift) + ((cell & CELL.viewed) === 0 ? 0 : 4);
});

function ticksOf({ shown, flags, labelRows }: OverviewSource, height: number, linePx: number): Uint8Array {
  const ticks = new Uint8Array(height);
  const tick = (row: number, bit: number) => {
    // What is left out shows at the entry that stands for it.
    const line = shown.layout.lineOf[shown.places[row] ?? -1] ?? -1;
    const y = Math.floor(line * linePx);
    if (y >= 0 && y < height) ticks[y] = (ticks[y] ?? 0) | bit;
  };
  for (let row = 0; row < shown.places.length; row++) {
    const flag = flags[row] ?? 0;
    if ((flag & (FLAG.problem | FLAG.error)) === 0) continue;
    if ((flag & FLAG.problem) !== 0) tick(row, TICK.problem);
    if ((flag & FLAG.error) !== 0) tick(row, TICK.error);
  }
  for (const row of labelRows) tick(row, TICK.label);
  return ticks;
}

/** Column of a lane: the first ones have their own, the others come closer and closer to the last. */
function columnOf(lane: number): number {
  if (lane < OWN_COLUMNS) return lane;
  const beyond = lane - OWN_COLUMNS;
  return OWN_COLUMNS + Math.floor(((OVERVIEW_COLUMNS - OWN_COLUMNS) * beyond) / (beyond + 4));
}

function weightOf(kind: EntryKind): number {
  if (kind === 'user') return 3;
  return isConversation(kind) && kind !== 'tool_result' ? 2 : 1;
}
