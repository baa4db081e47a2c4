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
  const canvas = new Cells(height, linePx);
  drawEntries(source, canvas, linePx);
  drawPath(source, canvas);
  return { height, linePx, cells: canvas.cells, ticks: ticksOf(source, height, linePx) };
}

function drawEntries(source: OverviewSource, canvas: Cells, linePx: number): void {
  const { shown, numbers, kinds } = source;
  const { rowAt, lineOf, lane } = shown.layout;
  const { parents, count } = shown.shape;
  const { cells } = canvas;
  const viewed = viewedBits(source);
  for (let line = 0; line < count; line++) {
    const place = rowAt[line] ?? 0;
    const row = shown.rows[place] ?? 0;
    const column = COLUMNS[Math.min(lane[place] ?? 0, LAST_LANE)] ?? 0;
    const colour = ((numbers[row] ?? 0) % COLOURS) + 1;
    const cell = colour | (WEIGHTS[kinds[row] ?? 0] ?? 0) | (viewed[place] ?? 0);
    if (linePx < 1) {
      // As `mark` does it, without a call for each of many entries: a session is drawn before calls get quick.
      const at = Math.floor(line * linePx) * OVERVIEW_COLUMNS + column;
      if ((RANKS[cell] ?? 0) > (RANKS[cells[at] ?? 0] ?? 0)) cells[at] = cell;
    } else canvas.mark(line, column, cell);
    const parent = parents[place] ?? -1;
    // The child that goes on in its parent's lane: the branches between them pass on the right.
    if (parent >= 0 && lane[parent] === lane[place] && canvas.isApart(lineOf[parent] ?? 0, line))
      canvas.passBy(lineOf[parent] ?? 0, line, column, colour);
  }
}

/** The viewed path between its entries, past the branches that leave it. */
function drawPath({ shown, numbers, path }: OverviewSource, canvas: Cells): void {
  const { lineOf, lane } = shown.layout;
  for (let at = 1; at < path.length; at++) {
    const place = path[at - 1] ?? 0;
    const line = lineOf[place] ?? 0;
    const next = lineOf[path[at] ?? 0] ?? 0;
    if (!canvas.isApart(line, next)) continue;
    const column = COLUMNS[Math.min(lane[place] ?? 0, LAST_LANE)] ?? 0;
    canvas.follow(line, next, column, (((numbers[shown.rows[place] ?? 0] ?? 0) % COLOURS) + 1) | CELL.viewed);
  }
}

/** The bit of each place on the viewed path. */
function viewedBits({ shown, path }: OverviewSource): Uint8Array {
  const bits = new Uint8Array(shown.shape.count);
  for (const place of path) bits[place] = CELL.viewed;
  return bits;
}

/** The cells, and what takes precedence in one. */
class Cells {
  readonly cells: Uint8Array;
  readonly #linePx: number;
  readonly #height: number;
  readonly #gap: number;
  /** Down to where each column has lines that pass: none is drawn twice. */
  readonly #passedTo = new Int32Array(OVERVIEW_COLUMNS);

  constructor(height: number, linePx: number) {
    this.cells = new Uint8Array(height * OVERVIEW_COLUMNS);
    this.#height = height;
    this.#linePx = linePx;
    // Marks stand apart where there is room.
    this.#gap = linePx >= 3 ? 1 : 0;
  }

  /** The mark of an entry. */
  mark(line: number, column: number, cell: number): void {
    const from = Math.floor(line * this.#linePx);
    this.#fill(from, Math.max(from + 1, Math.floor((line + 1) * this.#linePx) - this.#gap), column, cell);
  }

  /** Whether there is a pixel to fill between two lines; between neighbours, only where marks stand apart. */
  isApart(fromLine: number, toLine: number): boolean {
    return toLine - fromLine > 1 || this.#gap > 0;
  }

  /** A line beside others, from an entry to the one that goes on in its lane. */
  passBy(fromLine: number, toLine: number, column: number, cell: number): void {
    const to = Math.floor(toLine * this.#linePx);
    const passedTo = this.#passedTo[column] ?? 0;
    this.#fill(Math.max(Math.floor(fromLine * this.#linePx), passedTo), to, column, cell);
    if (to > passedTo) this.#passedTo[column] = to;
  }

  /** The viewed path from an entry down to the next one on it. */
  follow(fromLine: number, toLine: number, column: number, cell: number): void {
    this.#fill(Math.floor(fromLine * this.#linePx), Math.floor(toLine * this.#linePx), column, cell);
  }

  #fill(from: number, to: number, column: number, cell: number): void {
    const { cells } = this;
    const rank = RANKS[cell] ?? 0;
    const end = Math.min(to, this.#height) * OVERVIEW_COLUMNS;
    for (let at = from * OVERVIEW_COLUMNS + column; at < end; at += OVERVIEW_COLUMNS) {
      if (rank > (RANKS[cells[at] ?? 0] ?? 0)) cells[at] = cell;
    }
  }
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
