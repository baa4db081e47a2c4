import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from './class-names';
import type { MenuPlace } from './menu';
import styles from './popover.module.css';

interface PopoverProps {
  /** Read aloud. */
  label: string;
  /** Its corner; it stays within the window. */
  place: MenuPlace;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A small window beside what opened it. What carries `data-initial-focus` has the focus first; Escape, Tab and a press
 * beside it close it, and the focus goes back.
 */
export function Popover({ label, place, className, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const [corner, setCorner] = useState(place);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const opener = document.activeElement;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    setCorner({
      x: Math.max(4, Math.min(place.x, innerWidth - width - 4)),
      y: Math.max(4, Math.min(place.y, innerHeight - height - 4)),
    });
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    return () => {
      // Whoever pressed beside it has put the focus there.
      const isFree = document.activeElement === document.body || element.contains(document.activeElement);
      if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [place]);

  // By hand: an automatic popover would close on letting go of the very button that opened it.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const closeIfOutside = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) close();
    };
    window.addEventListener('pointerdown', closeIfOutside, { signal, capture: true });
    window.addEventListener('wheel', closeIfOutside, { signal, passive: true });
    window.addEventListener('resize', () => close(), { signal });
    window.addEventListener('blur', () => close(), { signal });
    return () => listening.abort();
  }, []);

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }

  return (
    <div
      ref={box}
      className={classNames(styles.popover, className)}
      popover="manual"
      role="dialog"
      aria-label={label}
      style={{ left: corner.x, top: corner.y }}
      onKeyDown={press}
    >
      {children}
    </div>
  );
}
