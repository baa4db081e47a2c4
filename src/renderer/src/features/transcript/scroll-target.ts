import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

type List = Virtualizer<HTMLElement, HTMLDivElement>;

interface Target {
  readonly index: number;
  readonly align: 'start' | 'end';
}

/**
 * Brings an item into view and keeps it there while the items around it take their height, until the
 * user scrolls, clicks or types: from then on the view is theirs.
 */
export function useScrollTarget(list: List, scroller: RefObject<HTMLElement | null>) {
  const target = useRef<Target | null>(null);
  const totalPx = list.getTotalSize();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the height of the list changed
  useLayoutEffect(() => {
    const wanted = target.current;
    if (wanted) list.scrollToIndex(wanted.index, { align: wanted.align });
  }, [list, totalPx]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const release = () => {
      target.current = null;
    };
    const events = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
    for (const name of events) element.addEventListener(name, release, { passive: true });
    return () => {
      for (const name of events) element.removeEventListener(name, release);
    };
  }, [scroller]);

  return useCallback(
    (index: number, align: Target['align']) => {
      target.current = { index, align };
      list.scrollToIndex(index, { align });
    },
    [list],
  );
}

/** Whether the top of an item stands in view, clear of the lower edge. */
export function isTopInView(list: List, index: number): boolean {
  const item = list.measurementsCache[index];
  const viewPx = list.scrollRect?.height ?? 0;
  const offset = list.scrollOffset ?? 0;
  return item !== undefined && item.start >= offset && item.start <= offset + viewPx - MIN_SHOWN_PX;
}

const MIN_SHOWN_PX = 60;
