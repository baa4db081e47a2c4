import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './popover.module.css';
import { type PopoverPlace, usePopover } from './use-popover';

interface PopoverProps {
  /** Read aloud. */
  label: string;
  /** Its corner; it stays within the window. */
  place: PopoverPlace;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A small window beside what opened it. What carries `data-initial-focus` has the focus first; Escape, Tab and a press
 * beside it close it, and the focus goes back.
 */
export function Popover({ label, place, className, onClose, children }: PopoverProps) {
  const { ref, corner } = usePopover(place, initialFocus, onClose);

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }

  return (
    <div
      ref={ref}
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

function initialFocus(popover: HTMLElement): HTMLElement | null {
  return popover.querySelector<HTMLElement>('[data-initial-focus]');
}
