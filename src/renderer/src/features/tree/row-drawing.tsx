import { memo } from 'react';
import { type EntryKind, isConversation } from '../../../../shared/model/kind';
import { branchColour } from '../entry/branch-colour';
import styles from './row-drawing.module.css';
import { type DrawnTree, type GraphLine, rowGraph } from './row-graph';

interface RowDrawingProps {
  drawn: DrawnTree;
  place: number;
  kind: EntryKind;
  isFold: boolean;
  width: number;
  height: number;
}

/** The lanes beside one row and the mark of its entry. Decoration: the row says the same in words. */
export const RowDrawing = memo(function RowDrawing({
  drawn,
  place,
  kind,
  isFold,
  width,
  height,
}: RowDrawingProps) {
  const graph = rowGraph(drawn, place, height);
  const colour = branchColour(graph.branch);
  const middle = height / 2;
  return (
    <svg className={styles.drawing} width={width} height={height} aria-hidden="true" focusable="false">
      {graph.lines.map((line) => (
        <path
          key={`${line.d}${line.isViewed}`}
          d={line.d}
          className={lineClass(line)}
          style={{ stroke: branchColour(line.branch) }}
        />
      ))}
      {graph.lines.some((line) => line.isBreak) && (
        <path
          className={styles.cut}
          d={`M${graph.x - 5} 3L${graph.x + 5} 1M${graph.x - 5} 6L${graph.x + 5} 4`}
        />
      )}
      <g
        transform={`translate(${graph.x} ${middle})`}
        className={drawn.path.has(place) ? styles.viewedMark : styles.mark}
        style={{ stroke: colour, color: colour }}
      >
        {graph.isEnd && <path d="M0 3.5V8M-4 8H4" />}
        {isFold ? <rect x="-4" y="-5" width="8" height="10" rx="2.5" /> : <Mark kind={kind} />}
      </g>
    </svg>
  );
});

/** Shapes tell kinds apart without colour: dots talk, squares sum up, diamonds keep the books. */
function Mark({ kind }: { kind: EntryKind }) {
  if (kind === 'user') return <circle r="4.5" className={styles.filled} />;
  if (kind === 'compaction' || kind === 'branch_summary' || kind === 'collapse') {
    return <rect x="-4" y="-4" width="8" height="8" rx="1" className={styles.filled} />;
  }
  if (kind === 'tool_result') return <circle r="2.5" />;
  if (kind === 'unknown') return <path d="M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5" />;
  if (isConversation(kind)) return <circle r="3.5" />;
  return <path d="M0 -3.5L3.5 0L0 3.5L-3.5 0Z" />;
}

function lineClass({ isViewed, isBreak }: GraphLine): string | undefined {
  if (isBreak) return styles.breakLine;
  return isViewed ? styles.viewedLine : styles.line;
}
