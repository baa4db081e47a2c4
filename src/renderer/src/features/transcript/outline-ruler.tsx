import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Outline, STOP, stopAt, stopsBySlice } from '../../../../shared/tree/outline';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { classNames } from '../../ui/class-names';
import { spellOut } from '../../ui/invisible-characters';
import styles from './outline-ruler.module.css';
import { stopPreview, stopWords } from './outline-words';
import { useReadingPlace } from './reading-place';

interface OutlineRulerProps {
  index: SessionIndex;
  outline: Outline;
  itemCount: number;
  /** Goes to an entry. */
  onGo: (row: number) => void;
  /** Goes to an item where nothing stands out. */
  onGoToItem: (item: number) => void;
}

/** Height of a mark with the space below it. */
const SLICE_PX = 4;
const PADDING_PX = 4;
const MIN_VIEW_PX = 8;
/** A press this near to a mark means it. */
const REACH_PX = 6;

/**
 * What stands out on the viewed path, along its whole length, and which part of it is in view. For the eye and the pointer: the
 * outline says the same in words.
 */
export function OutlineRuler({ index, outline, itemCount, onGo, onGoToItem }: OutlineRulerProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  const slices = useMemo(
    () => stopsBySlice(outline, itemCount, Math.floor(heightPx / SLICE_PX)),
    [outline, itemCount, heightPx],
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setHeightPx(Math.max(element.clientHeight - 2 * PADDING_PX, 0)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const place = ({ first, last }: { first: number; last: number }) => {
      if (!view.current || itemCount === 0) return;
      const top = (Math.max(first, 0) / itemCount) * heightPx;
      const height = Math.max(((last + 1) / itemCount) * heightPx - top, MIN_VIEW_PX);
      view.current.style.transform = `translateY(${PADDING_PX + Math.min(top, heightPx - MIN_VIEW_PX)}px)`;
      view.current.style.height = `${height}px`;
    };
    place(useReadingPlace.getState());
    return useReadingPlace.subscribe(place);
  }, [heightPx, itemCount]);

  /** The stop a place of the pointer means; -1 for none. */
  function stopUnder(event: MouseEvent<HTMLElement>): { stop: number; item: number } {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - PADDING_PX;
    const perItem = heightPx / Math.max(itemCount, 1);
    const item = Math.min(Math.max(Math.floor(y / perItem), 0), itemCount - 1);
    const above = stopAt(outline, item);
    let nearest = -1;
    for (const stop of [above, above + 1]) {
      const at = outline.items[stop];
      if (at === undefined) continue;
      const distance = Math.abs((at + 0.5) * perItem - y);
      const best = nearest < 0 ? REACH_PX : Math.abs(((outline.items[nearest] ?? 0) + 0.5) * perItem - y);
      if (distance <= Math.max(best, perItem / 2)) nearest = stop;
    }
    return { stop: nearest, item };
  }

  function titleOf(stop: number): string {
    const row = outline.rows[stop] ?? -1;
    return `${stopWords(index, row, outline.stops[stop] ?? 0)}: ${spellOut(stopPreview(index, row))}`;
  }

  return (
    <div
      ref={box}
      className={styles.ruler}
      aria-hidden="true"
      onMouseMove={(event) => {
        const { stop } = stopUnder(event);
        event.currentTarget.title = stop < 0 ? '' : titleOf(stop);
      }}
      onClick={(event) => {
        const { stop, item } = stopUnder(event);
        if (stop >= 0) onGo(outline.rows[stop] ?? -1);
        else if (item >= 0) onGoToItem(item);
      }}
    >
      <div ref={view} className={styles.view} />
      {[...slices].map((stops, slice) =>
        stops === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
          <Marks key={slice} stops={stops} top={PADDING_PX + slice * SLICE_PX} />
        ),
      )}
    </div>
  );
}

/** The marks of one slice: on the left who speaks, on the right what is to be noticed, the worst of it. */
function Marks({ stops, top }: { stops: number; top: number }) {
  const right = NOTICED.find(([bit]) => (stops & bit) !== 0)?.[1];
  return (
    <>
      {(stops & STOP.summary) !== 0 && <span className={styles.summary} style={{ top }} />}
      {(stops & STOP.user) !== 0 && <span className={styles.user} style={{ top }} />}
      {right && <span className={classNames(styles.noticed, right)} style={{ top }} />}
    </>
  );
}

const NOTICED = [
  [STOP.error, styles.error],
  [STOP.problem, styles.problem],
  [STOP.label, styles.label],
  [STOP.fork, styles.fork],
] as const;
