import { useLayoutEffect, useRef } from 'react';
import { usePixelRatio } from '../../ui/pixel-ratio';
import { useCanvasColours } from '../entry/canvas-colours';
import styles from './lane-canvas.module.css';
import { paintRow } from './lane-painting';
import { rowGraph } from './row-graph';
import type { DrawnSession } from './tree-row';

interface LaneCanvasProps {
  drawn: DrawnSession;
  /** Lines that are painted. */
  firstLine: number;
  lineCount: number;
  /** Most lines there are at once: the canvas is made for so many, and keeps its size while the list scrolls. */
  mostLines: number;
  rowHeight: number;
  width: number;
  /** Px from the top of the list to the first line. */
  top: number;
}

/** The lanes and marks of the rows in view, over their left edge. Decoration: the rows say the same in words. */
export function LaneCanvas(props: LaneCanvasProps) {
  const { drawn, firstLine, lineCount, mostLines, rowHeight, width, top } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useCanvasColours();
  const scale = usePixelRatio();
  const height = mostLines * rowHeight;

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const [pxWidth, pxHeight] = [Math.round(width * scale), Math.round(height * scale)];
    if (element.width !== pxWidth || element.height !== pxHeight) {
      element.width = pxWidth;
      element.height = pxHeight;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const { shown, tree } = drawn;
    for (let at = 0; at < lineCount; at++) {
      const place = shown.layout.rowAt[firstLine + at];
      if (place === undefined) break;
      const isFold = shown.runs.entriesAt(place) > 1;
      const mark = isFold ? 'fold' : tree.index.kind(shown.rows[place] ?? 0);
      paintRow(context, rowGraph(drawn, place), mark, { top: at * rowHeight, height: rowHeight, colours });
    }
  }, [drawn, firstLine, lineCount, height, rowHeight, width, scale, colours]);

  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus unless it is given a tab index
  return <canvas ref={canvas} className={styles.lanes} style={{ top, width, height }} aria-hidden="true" />;
}
