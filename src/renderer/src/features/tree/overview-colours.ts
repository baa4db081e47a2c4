import type { CanvasColours } from '../entry/canvas-colours';
import type { OverviewColours } from './overview-paint';

/** The colours of the page as pixels. */
export function pixelColours(colours: CanvasColours): OverviewColours {
  const context = document.createElement('canvas').getContext('2d');
  const pixel = (colour: string) => {
    if (!context) return 0;
    // Gives any opaque colour, a system's own included, as `#rrggbb`.
    context.fillStyle = colour;
    return pixelOf(String(context.fillStyle));
  };
  return {
    lanes: colours.branches.map(pixel),
    problem: pixel(colours.warn),
    error: pixel(colours.err),
    label: pixel(colours.accent),
  };
}

/** `#rrggbb` as an opaque pixel: the bytes stand in the order red, green, blue, alpha. */
function pixelOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 0xff, value & 0xff];
  return ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
