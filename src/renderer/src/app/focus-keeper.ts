import { useEffect } from 'react';
import { focusPane } from './pane-focus';

/**
 * Keeps the keyboard where it was when what has the focus goes away: a file that is read again, a
 * button whose work is done. Without it the focus falls to the page, and the keys lead nowhere.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let last: Element | null = null;
    /** The pane in which the focus was, by its name: the pane itself may come back as a new element. */
    let pane: string | null = null;
    /** Where the focus was put meanwhile. */
    let standIn: Element | null = null;

    function remember(event: FocusEvent) {
      const element = event.target instanceof Element ? event.target : null;
      if (element === standIn) return;
      standIn = null;
      last = element;
      pane = paneOf(element)?.getAttribute('aria-label') ?? null;
    }

    /** A click beside everything takes the focus away on purpose. */
    function forget() {
      last = null;
      standIn = null;
    }

    function restore() {
      const active = document.activeElement;
      const isLost = active === document.body && last !== null && !last.isConnected;
      const isWaiting = standIn !== null && active === standIn;
      if (!isLost && !isWaiting) return;
      const target = [...document.querySelectorAll('[data-pane]')].find(
        (candidate) => candidate.getAttribute('aria-label') === pane,
      );
      if (target instanceof HTMLElement && focusPane(target)) standIn = null;
      else if (isLost) {
        const main = document.querySelector('main');
        standIn = main;
        main?.focus({ preventScroll: true });
      }
    }

    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, { capture: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, { capture: true });
    };
  }, []);
}

function paneOf(element: Element | null): Element | null {
  return element?.closest('[data-pane]') ?? null;
}
