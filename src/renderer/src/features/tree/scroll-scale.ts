/**
 * Chromium makes no element taller than 33,554,428 px. A list above that is given a lower height, and
 * its scroll position is stretched: one px of the bar is then more than one px of the list.
 */
const MAX_HEIGHT_PX = 30_000_000;

/** Height in px that the list's element takes. */
export function scrollHeight(listPx: number): number {
  return Math.min(listPx, MAX_HEIGHT_PX);
}

/** Px of the list for each px of the scroll bar: 1 unless the list is too high. */
export function scrollScale(listPx: number, viewPx: number): number {
  const height = scrollHeight(listPx);
  if (height === listPx || height <= viewPx) return 1;
  return (listPx - viewPx) / (height - viewPx);
}

/** Where to scroll to, in px of the list, so that a line is in view; null when it is. */
export function offsetToShow(
  linePx: number,
  lineHeightPx: number,
  offsetPx: number,
  viewPx: number,
): number | null {
  if (linePx < offsetPx) return linePx;
  const end = linePx + lineHeightPx + LIST_PADDING_PX;
  return end > offsetPx + viewPx ? end - viewPx : null;
}

/** Above the first and below the last line; as in the style sheet. */
const LIST_PADDING_PX = 12;
