/** How large an image is drawn: to fit, or by a factor of its own pixels. */
export type Zoom = 'fit' | number;

const STEPS = [0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16];
/** Two zooms that differ by less look the same. */
const NEAR = 0.005;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The factor at which a whole image is in view; never larger than it is. */
export function fittingScale(image: Size, room: Size): number {
  return Math.min(1, room.width / image.width, room.height / image.height);
}

/** The next larger or smaller step from a factor. */
export function steppedScale(scale: number, direction: 1 | -1): number {
  const next =
    direction === 1
      ? STEPS.find((step) => step > scale + NEAR)
      : STEPS.findLast((step) => step < scale - NEAR);
  return next ?? scale;
}

/**
 * Where to scroll after a zoom, along one direction, so that the point under the pointer stays where it is. All in px:
 * `scroll` and `pointer` from the start of the view, `ratio` of the new factor to the old.
 */
export function keptScroll(scroll: number, pointer: number, ratio: number): number {
  return Math.max(0, (scroll + pointer) * ratio - pointer);
}
