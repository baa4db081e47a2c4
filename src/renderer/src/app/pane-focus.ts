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
  for (const target of TARGETS) {
    const element = next?.querySelector<HTMLElement>(target);
    element?.focus();
    if (element && element === document.activeElement) return;
  }
}
