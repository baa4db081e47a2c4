import { type PointerEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { overviewLinePx, overviewMap } from '../../../../shared/tree/overview-map';
import { lineOfRow } from '../../../../shared/tree/visible-tree';
import { usePixelRatio } from '../../ui/pixel-ratio';
import { useCanvasColours } from '../entry/canvas-colours';
import styles from './overview.module.css';
import { pixelColours } from './overview-colours';
import { overviewGeometry, paintOverview } from './overview-paint';
import type { DrawnSession } from './tree-row';
import type { TreeViewport } from './tree-viewport';

interface OverviewProps {
  drawn: DrawnSession;
  viewport: TreeViewport;
  storedLeafRow: number;
  viewedLeafRow: number;
}

/** The list of the tree with the map of all of it beside it, where not all is in view anyway. */
export function WithOverview({ children, ...props }: OverviewProps & { children: ReactNode }) {
  const { viewport, drawn } = props;
  const { count } = drawn.shown.shape;
  const isNeeded = useSyncExternalStore(viewport.subscribe, () => {
    const { lineCount } = viewport.range();
    return lineCount > 0 && lineCount < count;
  });
  return (
    <div className={styles.beside}>
      {children}
      {isNeeded && <Overview {...props} />}
    </div>
  );
}

/** Most CSS px a line takes, of a session that leaves room. */
const MAX_LINE_PX = 4;
/** Least height of what marks the view: it has to be found and grasped. */
const MIN_VIEW_PX = 10;
const PADDING_PX = 6;

/**
 * The whole of what is shown as a small picture: lanes, who speaks, the viewed path, problems and labels, and which part
 * is in view. Stands in for the scroll bar. For the eye and the pointer: the list says the same in words.
 */
function Overview({ drawn, viewport, storedLeafRow, viewedLeafRow }: OverviewProps) {
  const { tree, shown, numbers, path, labels } = drawn;
  const { count } = shown.shape;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  const scale = usePixelRatio();
  const colours = useCanvasColours();
  const { widthPx, columns, columnPx } = overviewGeometry(shown.layout.laneCount);
  const linePx = overviewLinePx(count, Math.max(heightPx - 2 * PADDING_PX, 0), MAX_LINE_PX);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeightPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    function paint() {
      const element = canvas.current;
      const context = element?.getContext('2d');
      const maxHeight = Math.floor((heightPx - 2 * PADDING_PX) * scale);
      if (!element || !context || maxHeight <= 0) return;
      const { kinds, flags } = tree.index;
      const source = { shown, numbers, kinds, flags, path: path.rows, labelRows: labels.keys() };
      const map = overviewMap(source, maxHeight, MAX_LINE_PX * scale);
      element.width = Math.round(widthPx * scale);
      element.height = Math.max(map.height, 1);
      const image = context.createImageData(element.width, element.height);
      const pixels = new Uint32Array(image.data.buffer);
      paintOverview(map, pixels, element.width, scale, { widthPx, columns, columnPx }, pixelColours(colours));
      context.putImageData(image, 0, 0);
    }
    return afterNextFrame(paint);
  }, [tree, shown, numbers, path, labels, heightPx, scale, colours, widthPx, columns, columnPx]);

  // The view moves with every frame of a scroll: by hand, not by rendering.
  useEffect(() => {
    const place = () => {
      const { firstLine, lineCount } = viewport.range();
      if (!view.current) return;
      const height = Math.max(lineCount * linePx, MIN_VIEW_PX);
      const top = Math.min(firstLine * linePx, Math.max(count * linePx - height, 0));
      view.current.style.transform = `translateY(${PADDING_PX + top}px)`;
      view.current.style.height = `${height}px`;
    };
    place();
    return viewport.subscribe(place);
  }, [viewport, linePx, count]);

  const drag = useDrag(viewport, linePx, view);
  return (
    <div
      ref={box}
      className={styles.overview}
      style={{ width: widthPx }}
      aria-hidden="true"
      onWheel={(event) => viewport.scrollTo(viewport.range().firstLine + event.deltaY / WHEEL_LINE_PX)}
      {...drag}
    >
      <canvas
        ref={canvas}
        className={styles.map}
        style={{ top: PADDING_PX, width: widthPx, height: Math.max(count * linePx, 1) }}
      />
      <div ref={view} className={styles.view} />
      <LeafMark line={lineOfRow(shown, storedLeafRow)} linePx={linePx} kind="stored" />
      <LeafMark line={lineOfRow(shown, viewedLeafRow)} linePx={linePx} kind="viewed" />
    </div>
  );
}

/** Runs a task once the next frame is painted: the list goes first. Gives what calls it off. */
function afterNextFrame(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(task);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Height of a line of the list, as far as a wheel is concerned. */
const WHEEL_LINE_PX = 28;

/** Where a leaf is: the stored one cut square, the viewed one round, as their tags are. */
function LeafMark({ line, linePx, kind }: { line: number; linePx: number; kind: 'stored' | 'viewed' }) {
  if (line < 0) return null;
  const title = kind === 'stored' ? 'The stored leaf is here' : 'The viewed leaf is here';
  return <span className={styles[kind]} style={{ top: PADDING_PX + (line + 0.5) * linePx }} title={title} />;
}

/** A press beside the view brings it there; one on it grasps it. */
function useDrag(viewport: TreeViewport, linePx: number, view: { readonly current: HTMLDivElement | null }) {
  /** Where in the view the pointer has it, in CSS px; null while it has not. */
  const grip = useRef<number | null>(null);

  function scrollTo(event: PointerEvent<HTMLElement>) {
    if (grip.current === null || linePx <= 0) return;
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - PADDING_PX;
    viewport.scrollTo(Math.max(0, (y - grip.current) / linePx));
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const element = view.current;
      if (event.button !== 0 || !element) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const { top, height } = element.getBoundingClientRect();
      const at = event.clientY - top;
      grip.current = at >= 0 && at <= height ? at : height / 2;
      element.dataset.isDragged = '';
      scrollTo(event);
    },
    onPointerMove: scrollTo,
    onLostPointerCapture() {
      grip.current = null;
      delete view.current?.dataset.isDragged;
    },
  };
}
