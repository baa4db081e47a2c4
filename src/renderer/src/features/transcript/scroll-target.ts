import { elementScroll, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

type List = Virtualizer<HTMLElement, HTMLDivElement>;

interface Target {
  readonly index: number;
  readonly align: 'start' | 'end';
}

/** Scrolls for the list, and remembers where to: every other scroll is the user's. */
export class OwnScrolls {
  #lastTop = Number.NaN;

  /** Goes to the list as its `scrollToFn`. */
  readonly scroll: List['options']['scrollToFn'] = (offset, options, list) => {
    elementScroll(offset, options, list);
    this.#lastTop = list.scrollElement?.scrollTop ?? Number.NaN;
  };

  isOwn(scrollTop: number): boolean {
    // Positions are rounded to device pixels.
    return Math.abs(scrollTop - this.#lastTop) <= 2;
  }
}

export function useOwnScrolls(): OwnScrolls {
  return useState(() => new OwnScrolls())[0];
}

/**
 * Brings an item into view and keeps it there while the items around it take their height, until
 * someone else scrolls: from then on the view is theirs.
 */
export function useScrollTarget(list: List, scroller: RefObject<HTMLElement | null>, own: OwnScrolls) {
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
      list.cancelScroll();
    };
    const releaseUnlessOwn = () => {
      if (target.current && !own.isOwn(element.scrollTop)) release();
    };
    // A click does not scroll, but what it unfolds must not either.
    element.addEventListener('scroll', releaseUnlessOwn, { passive: true });
    for (const name of BY_HAND) element.addEventListener(name, release, { passive: true });
    return () => {
      element.removeEventListener('scroll', releaseUnlessOwn);
      for (const name of BY_HAND) element.removeEventListener(name, release);
    };
  }, [list, scroller, own]);

  return useCallback(
    (index: number, align: Target['align']) => {
      target.current = { index, align };
      list.scrollToIndex(index, { align });
    },
    [list],
  );
}

const BY_HAND = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Whether the top of an item stands in view, clear of the lower edge. */
export function isTopInView(list: List, index: number): boolean {
  const item = list.measurementsCache[index];
  const viewPx = list.scrollRect?.height ?? 0;
  const offset = list.scrollOffset ?? 0;
  return item !== undefined && item.start >= offset && item.start <= offset + viewPx - MIN_SHOWN_PX;
}

const MIN_SHOWN_PX = 60;

/** Whether the end of the list is in view, or nearly: items take their height a moment after they come. */
export function isAtEnd(list: List): boolean {
  const viewPx = list.scrollRect?.height ?? 0;
  return (list.scrollOffset ?? 0) + viewPx >= list.getTotalSize() - END_SLACK_PX;
}

const END_SLACK_PX = 48;
