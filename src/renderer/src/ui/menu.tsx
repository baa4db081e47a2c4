import type { KeyboardEvent, ReactNode } from 'react';
import { CheckIcon } from './icons';
import { Kbd } from './kbd';
import styles from './menu.module.css';
import { type PopoverPlace, usePopover } from './use-popover';

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
export type MenuPlace = PopoverPlace;

interface MenuProps {
  /** Read aloud. */
  label: string;
  place: MenuPlace;
  items: readonly MenuItem[];
  onClose: () => void;
}

/** A list of actions at a place, e.g. under a right click. Arrow keys move, Escape and a click beside close. */
export function Menu({ label, place, items, onClose }: MenuProps) {
  const { ref: list, corner, giveFocusBack } = usePopover(place, firstItem, onClose);

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
            giveFocusBack();
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

/** The item that holds, else the first that can be done. */
function firstItem(menu: HTMLElement): HTMLElement | null {
  return (
    menu.querySelector<HTMLElement>('[aria-checked=true]:not(:disabled)') ??
    menu.querySelector<HTMLElement>('button:not(:disabled)')
  );
}
