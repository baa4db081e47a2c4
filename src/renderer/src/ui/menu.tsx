import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CheckIcon } from './icons';
import { Kbd } from './kbd';
import styles from './menu.module.css';

export interface MenuItem {
  label: ReactNode;
  run: () => void;
  shortcut?: string | undefined;
  isDisabled?: boolean;
  /** One of several of which one holds: whether it is that one. */
  isChecked?: boolean;
  /** At the end of the line, e.g. how many there are. */
  detail?: ReactNode;
  /** Shown on hover, e.g. why it cannot be done. */
  hint?: string | undefined;
}

/** Where a menu opens, in px of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface MenuProps {
  /** Read aloud. */
  label: string;
  place: MenuPlace;
  items: readonly MenuItem[];
  onClose: () => void;
}

/** A list of actions at a place, e.g. under a right click. Arrow keys move, Escape and a click beside close. */
export function Menu({ label, place, items, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const [corner, setCorner] = useState(place);

  useEffect(() => {
    const menu = list.current;
    if (!menu) return;
    opener.current = document.activeElement;
    menu.showPopover();
    const box = menu.getBoundingClientRect();
    setCorner({
      x: Math.max(4, Math.min(place.x, innerWidth - box.width - 4)),
      y: Math.max(4, Math.min(place.y, innerHeight - box.height - 4)),
    });
    const first = menu.querySelector<HTMLElement>('[aria-checked=true]:not(:disabled)');
    (first ?? menu.querySelector<HTMLElement>('button:not(:disabled)'))?.focus();
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [place]);

  // By hand: an automatic popover would close on letting go of the very button that opened it.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const closeIfOutside = (event: Event) => {
      if (!(event.target instanceof Node && list.current?.contains(event.target))) close();
    };
    window.addEventListener('pointerdown', closeIfOutside, { signal, capture: true });
    window.addEventListener('wheel', closeIfOutside, { signal, passive: true });
    window.addEventListener('resize', () => close(), { signal });
    window.addEventListener('blur', () => close(), { signal });
    return () => listening.abort();
  }, []);

  function press(event: KeyboardEvent) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab' || event.key === 'Escape') onClose();
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  }

  return (
    <div
      ref={list}
      className={styles.menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      style={{ left: corner.x, top: corner.y }}
      onKeyDown={press}
    >
      {items.map((item, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items do not change while it is open
          key={index}
          type="button"
          {...(item.isChecked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemradio', 'aria-checked': item.isChecked })}
          tabIndex={-1}
          className={styles.item}
          disabled={item.isDisabled}
          title={item.hint}
          onClick={() => {
            // At once, so that a dialog opened by the item gives the focus back to what opened the menu.
            if (opener.current instanceof HTMLElement) opener.current.focus();
            onClose();
            item.run();
          }}
        >
          {item.isChecked !== undefined && (
            <span className={styles.check}>{item.isChecked && <CheckIcon />}</span>
          )}
          <span className={styles.label}>{item.label}</span>
          {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
          {item.shortcut && <Kbd shortcut={item.shortcut} />}
        </button>
      ))}
    </div>
  );
}
