import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { create } from 'zustand';

interface ReadingPlace {
  /** Items of the viewed path that are in view, the first and the last of them; -1 while none is. */
  readonly first: number;
  readonly last: number;
  /** Row of the first of them; 0 while none is. */
  readonly row: number;
}

/** Where the transcript on screen stands. Moves with every frame of a scroll: subscribe, rather than render. */
export const useReadingPlace = create<ReadingPlace>()(() => ({ first: -1, last: -1, row: 0 }));

/** Keeps {@link useReadingPlace} true for a list whose first entry is item `from` of those in `rows`. */
export function useReadingPlaceOf(
  list: Virtualizer<HTMLElement, HTMLDivElement>,
  scroller: RefObject<HTMLElement | null>,
  from: number,
  rows: Int32Array,
): void {
  const totalPx = list.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights that change move what is in view
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    const note = () => {
      frame = 0;
      // As the list knows them: to ask the element would have it laid out here, and once more for the frame.
      const top = list.scrollOffset ?? 0;
      const first = list.getVirtualItemForOffset(top)?.index ?? -1;
      const last = list.getVirtualItemForOffset(top + (list.scrollRect?.height ?? 0))?.index ?? -1;
      useReadingPlace.setState({
        first: first < 0 ? -1 : from + first,
        last: last < 0 ? -1 : from + last,
        row: rows[from + first] ?? 0,
      });
    };
    const soon = () => {
      frame ||= requestAnimationFrame(note);
    };
    soon();
    element.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', soon);
    };
  }, [list, scroller, from, rows, totalPx]);
}
