import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End go through the marked buttons of a list; left and right fold and unfold. */
export function stepThroughButtons(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-step]')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const current = buttons[at];
  if (!current) return;
  const fold = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key];
  if (fold !== undefined) {
    if (current.getAttribute('aria-expanded') === fold) current.click();
    else if (fold === 'true') headAbove(buttons, at)?.focus();
  } else {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
  }
  event.preventDefault();
}

/** The head of the group that a line is in. */
function headAbove(buttons: readonly HTMLElement[], at: number): HTMLElement | undefined {
  return buttons.slice(0, at + 1).findLast((button) => button.hasAttribute('aria-expanded'));
}
