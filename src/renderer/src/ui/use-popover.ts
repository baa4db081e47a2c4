import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Where a popover opens, in px of the window. */
export interface PopoverPlace {
  readonly x: number;
  readonly y: number;
}

interface PopoverControl {
  /** Goes to an element with `popover="manual"` that stands at `corner`. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly corner: PopoverPlace;
  /** Gives the focus back to what opened it; by itself this happens when it goes away. */
  giveFocusBack(): void;
}

/**
 * Opens a popover at a place, within the window, with the focus on what `firstFocus` finds in it. A press or a wheel
 * beside it closes it.
 */
export function usePopover(
  place: PopoverPlace,
  firstFocus: (popover: HTMLElement) => HTMLElement | null,
  onClose: () => void,
): PopoverControl {
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const [corner, setCorner] = useState(place);

  const focusFirst = useEffectEvent((popover: HTMLElement) => firstFocus(popover)?.focus());
  useEffect(() => {
    const popover = ref.current;
    if (!popover) return;
    opener.current = document.activeElement;
    popover.showPopover();
    const box = popover.getBoundingClientRect();
    setCorner({
      x: Math.max(4, Math.min(place.x, innerWidth - box.width - 4)),
      y: Math.max(4, Math.min(place.y, innerHeight - box.height - 4)),
    });
    focusFirst(popover);
    return () => focus(opener.current);
  }, [place]);

  // By hand: an automatic popover would close on letting go of the very button that opened it.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const closeIfOutside = (event: Event) => {
      if (!(event.target instanceof Node && ref.current?.contains(event.target))) close();
    };
    window.addEventListener('pointerdown', closeIfOutside, { signal, capture: true });
    window.addEventListener('wheel', closeIfOutside, { signal, passive: true });
    window.addEventListener('resize', () => close(), { signal });
    window.addEventListener('blur', () => close(), { signal });
    return () => listening.abort();
  }, []);

  return { ref, corner, giveFocusBack: () => focus(opener.current) };
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
