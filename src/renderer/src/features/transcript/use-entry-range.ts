import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isMac } from '../../ui/platform';
import type { EntryRange } from './entry-range';

interface RangeOptions {
  list: Virtualizer<HTMLElement, HTMLDivElement>;
  scroller: RefObject<HTMLElement | null>;
  /** Item of the first entry in the list. */
  firstItem: number;
  itemCount: number;
  selectedItem: number;
  onCopy(range: EntryRange): void;
}

/**
 * Entries chosen to be copied, where a selection of text cannot reach: the list draws only what is in view. Chosen with
 * Shift and a click, with Ctrl+A, or by dragging until the entry where the drag began is out of what is drawn.
 */
export function useEntryRange(options: RangeOptions) {
  const { scroller, firstItem, itemCount, selectedItem } = options;
  const [range, setRange] = useState<EntryRange | null>(null);
  /** Where the last press was, and whether the button is still down. */
  const press = useRef({ item: -1, isDown: false });
  const latest = useRef({ ...options, range });
  useEffect(() => {
    latest.current = { ...options, range };
  });

  /** Stops showing text that is selected: what is chosen now is entries. */
  function choose(next: EntryRange): void {
    document.getSelection()?.removeAllRanges();
    setRange(next);
  }

  useEffect(() => {
    function drag(event: PointerEvent) {
      const { list: now, firstItem: first } = latest.current;
      const { item, isDown } = press.current;
      if (!isDown || item < 0 || (event.buttons & 1) === 0) return;
      const isDrawn = now.getVirtualItems().some(({ index }) => first + index === item);
      if (isDrawn && latest.current.range === null) return;
      const to = itemAt(scroller.current, event.clientX, event.clientY);
      if (to >= 0) {
        document.getSelection()?.removeAllRanges();
        setRange({ from: item, to: first + to });
      }
    }
    const release = () => {
      press.current.isDown = false;
    };
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      window.removeEventListener('pointermove', drag);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [scroller]);

  // Whatever has the focus in the transcript; the menu's Copy comes this way, too.
  useEffect(() => {
    function copy(event: ClipboardEvent) {
      const { range: chosen, onCopy } = latest.current;
      if (chosen === null || document.getSelection()?.isCollapsed === false) return;
      if (
        !(
          event.target instanceof Node &&
          (event.target === document.body || scroller.current?.contains(event.target))
        )
      )
        return;
      event.preventDefault();
      onCopy(chosen);
    }
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [scroller]);

  return {
    range,
    clear: () => setRange(null),
    /** For the scroller. */
    handlers: {
      onMouseDown(event: MouseEvent<HTMLElement>) {
        const at = itemOf(event.target);
        if (event.button !== 0 || at < 0 || isControl(event.target)) return;
        const item = firstItem + at;
        const from = press.current.item >= 0 ? press.current.item : selectedItem;
        if (event.shiftKey && from >= 0 && from !== item) {
          // Not a selection of text that begins at the last press.
          event.preventDefault();
          scroller.current?.focus({ preventScroll: true });
          choose({ from, to: item });
          return;
        }
        press.current = { item, isDown: true };
        setRange(null);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const hasMod = isMac ? event.metaKey : event.ctrlKey;
        if (isTextField(event.target) || event.altKey) return;
        if (event.key === 'Escape' && range !== null) setRange(null);
        else if (hasMod && !event.shiftKey && event.key.toLowerCase() === 'a' && itemCount > 0)
          choose({ from: 0, to: itemCount - 1 });
        else if (hasMod && !event.shiftKey && event.key.toLowerCase() === 'c' && range !== null)
          latest.current.onCopy(range);
        else return;
        event.preventDefault();
      },
    },
  };
}

/** Index in the list of the entry an element is in; -1 for none. */
function itemOf(target: EventTarget | null): number {
  const element = target instanceof Element ? target.closest('[data-index]') : null;
  return element === null ? -1 : Number(element.getAttribute('data-index'));
}

/** The same for a place of the pointer, which may be beyond the edges of the view. */
function itemAt(scroller: HTMLElement | null, x: number, y: number): number {
  if (!scroller) return -1;
  const box = scroller.getBoundingClientRect();
  const inside = (value: number, low: number, high: number) => Math.min(Math.max(value, low + 4), high - 4);
  const [left, top] = [inside(x, box.left, box.right), inside(y, box.top, box.bottom)];
  // Beside the text and between two entries there is none: the middle of the column is.
  const middle = (box.left + box.right) / 2;
  const found = itemOf(document.elementFromPoint(left, top));
  return found >= 0 ? found : itemOf(document.elementFromPoint(middle, top));
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, input, textarea') !== null;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
