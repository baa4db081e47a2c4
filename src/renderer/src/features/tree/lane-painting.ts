import { type EntryKind, isConversation } from '../../../../shared/model/kind';
import type { CanvasColours } from '../entry/canvas-colours';
import type { GraphLine, RowGraph } from './row-graph';

/** Lines of the viewed path are heavy, the others thin and faint. */
const VIEWED_PX = 2.4;
const QUIET_PX = 1.4;
const QUIET_ALPHA = 0.55;
const MARK_PX = 1.6;
/** Marks off the viewed path stay a little behind. */
const QUIET_MARK_ALPHA = 0.85;

/** Where and how a row's drawing goes onto a canvas. */
interface RowPlace {
  readonly top: number;
  readonly height: number;
  readonly colours: CanvasColours;
}

/** Paints the lanes beside a row, and then the mark of its entry on them. */
export function paintRow(
  context: CanvasRenderingContext2D,
  graph: RowGraph,
  mark: EntryKind | 'fold',
  place: RowPlace,
): void {
  for (const line of graph.lines) paintLine(context, line, place);
  const middle = place.top + place.height / 2;
  context.lineWidth = MARK_PX;
  context.strokeStyle = colourOf(place.colours, graph.branch);
  context.fillStyle = context.strokeStyle;
  // The lane stops at the edge of the mark, whatever colour the row has.
  context.globalCompositeOperation = 'destination-out';
  context.globalAlpha = 1;
  context.fill(SHAPES[shapeOf(mark)].at(graph.x, middle));
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = graph.isViewed ? 1 : QUIET_MARK_ALPHA;
  const shape = SHAPES[shapeOf(mark)];
  const path = shape.at(graph.x, middle);
  if (shape.isFilled) context.fill(path);
  context.stroke(path);
  if (graph.isEnd) paintEnd(context, graph.x, middle);
  context.globalAlpha = 1;
}

function paintLine(
  context: CanvasRenderingContext2D,
  line: GraphLine,
  { top, height, colours }: RowPlace,
): void {
  context.strokeStyle = colourOf(colours, line.branch);
  context.lineWidth = line.isViewed ? VIEWED_PX : QUIET_PX;
  context.globalAlpha = line.isViewed || line.isBreak ? 1 : QUIET_ALPHA;
  const from = top + line.top * height;
  const to = top + line.bottom * height;
  context.beginPath();
  context.moveTo(line.fromX, from);
  if (line.fromX === line.toX) context.lineTo(line.toX, to);
  else context.bezierCurveTo(line.fromX, to, line.toX, from + 2, line.toX, to);
  context.setLineDash(line.isBreak ? [2, 2.5] : []);
  context.stroke();
  context.setLineDash([]);
  if (line.isBreak) paintCut(context, line.toX, from, colours.err);
}

/** Two strokes across a line that leads nowhere. */
function paintCut(context: CanvasRenderingContext2D, x: number, top: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = QUIET_PX;
  context.beginPath();
  for (const y of [top + 3, top + 6]) {
    context.moveTo(x - 5, y);
    context.lineTo(x + 5, y - 2);
  }
  context.stroke();
}

/** A foot under the last entry of a lane. */
function paintEnd(context: CanvasRenderingContext2D, x: number, middle: number): void {
  context.beginPath();
  context.moveTo(x, middle + 4);
  context.lineTo(x, middle + 8);
  context.moveTo(x - 4, middle + 8);
  context.lineTo(x + 4, middle + 8);
  context.stroke();
}

function colourOf({ branches }: CanvasColours, branch: number): string {
  return branches[branch % branches.length] ?? '';
}

type Shape = 'fold' | 'user' | 'said' | 'result' | 'summary' | 'unknown' | 'book';

/** Shapes tell kinds apart without colour: dots talk, squares sum up, diamonds keep the books. */
function shapeOf(mark: EntryKind | 'fold'): Shape {
  if (mark === 'fold' || mark === 'user' || mark === 'unknown') return mark;
  if (mark === 'tool_result') return 'result';
  if (mark === 'compaction' || mark === 'branch_summary' || mark === 'collapse') return 'summary';
  return isConversation(mark) ? 'said' : 'book';
}

interface MarkShape {
  readonly isFilled: boolean;
  at(x: number, y: number): Path2D;
}

function shape(isFilled: boolean, draw: (path: Path2D, x: number, y: number) => void): MarkShape {
  return {
    isFilled,
    at: (x, y) => {
      const path = new Path2D();
      draw(path, x, y);
      return path;
    },
  };
}

const dot = (radius: number) => (path: Path2D, x: number, y: number) =>
  path.arc(x, y, radius, 0, 2 * Math.PI);

const SHAPES: Readonly<Record<Shape, MarkShape>> = {
  user: shape(true, dot(4.5)),
  said: shape(false, dot(3.5)),
  result: shape(false, dot(2.5)),
  fold: shape(false, (path, x, y) => path.roundRect(x - 4, y - 5, 8, 10, 2.5)),
  summary: shape(true, (path, x, y) => path.roundRect(x - 4, y - 4, 8, 8, 1)),
  unknown: shape(false, (path, x, y) => {
    path.moveTo(x - 3.5, y - 3.5);
    path.lineTo(x + 3.5, y + 3.5);
    path.moveTo(x - 3.5, y + 3.5);
    path.lineTo(x + 3.5, y - 3.5);
  }),
  book: shape(false, (path, x, y) => {
    path.moveTo(x, y - 3.5);
    path.lineTo(x + 3.5, y);
    path.lineTo(x, y + 3.5);
    path.lineTo(x - 3.5, y);
    path.closePath();
  }),
};
