import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { classNames } from './class-names';
import styles from './splitter.module.css';
import { readStored, writeStored } from './stored-value';

export interface PaneSize {
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  setSize(size: number): void;
}

/** Width of a pane in px, remembered over restarts under `key`. */
export function usePaneSize(key: string, initial: number, min: number, max: number): PaneSize {
  const [size, set] = useState(() => readStored(key, asNumber, initial));
  function setSize(wanted: number) {
    const next = Math.round(Math.min(max, Math.max(min, wanted)));
    set(next);
    writeStored(key, next);
  }
  return { size, min, max, initial, setSize };
}

interface SplitterProps {
  /** The pane it resizes, read aloud: `Width of the session list`. */
  label: string;
  pane: PaneSize;
  /** Side of the pane on which it stands. */
  side: 'right' | 'left';
}

const STEP_PX = 16;

/**
 * The edge of a pane: dragged, moved with arrow keys, set back by a double click. It stands inside
 * the pane, which must be positioned.
 */
export function Splitter({ label, pane, side }: SplitterProps) {
  const [drag, setDrag] = useState<{ fromX: number; fromSize: number } | null>(null);
  const direction = side === 'right' ? 1 : -1;

  function start(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The grid may have made the pane narrower than its wanted size.
    const shown = event.currentTarget.parentElement?.getBoundingClientRect().width ?? pane.size;
    setDrag({ fromX: event.clientX, fromSize: shown });
  }

  function move(event: PointerEvent) {
    if (drag) pane.setSize(drag.fromSize + direction * (event.clientX - drag.fromX));
  }

  function press(event: KeyboardEvent) {
    const sizes: Record<string, number> = {
      ArrowLeft: pane.size - direction * STEP_PX,
      ArrowRight: pane.size + direction * STEP_PX,
      Home: pane.min,
      End: pane.max,
      Enter: pane.initial,
    };
    const wanted = sizes[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    pane.setSize(wanted);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged; this is the focusable separator of ARIA
    <div
      className={classNames(styles.splitter, side === 'right' ? styles.right : styles.left)}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={pane.size}
      aria-valuemin={pane.min}
      aria-valuemax={pane.max}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => setDrag(null)}
      onPointerCancel={() => setDrag(null)}
      onDoubleClick={() => pane.setSize(pane.initial)}
      onKeyDown={press}
    />
  );
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
