/** What a pane wants focused first, in this order. */
const TARGETS = [
  '[role="treegrid"]',
  '[role="tree"]',
  '[role="tabpanel"]',
  '[tabindex="0"]',
  'button, input',
];

/** Moves the focus to the next (`1`) or previous (`-1`) pane; panes carry `data-pane`. */
export function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(Math.max(at, step < 0 ? 0 : -1) + step + panes.length) % panes.length];
  if (next) focusPane(next);
}

/** Moves the focus to what a pane wants focused; gives whether there was such. */
export function focusPane(pane: HTMLElement): boolean {
  for (const target of TARGETS) {
    const element = pane.querySelector<HTMLElement>(target);
    element?.focus();
    if (element && element === document.activeElement) return true;
  }
  return false;
}
