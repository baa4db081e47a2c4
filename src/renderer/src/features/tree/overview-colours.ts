import { useSyncExternalStore } from 'react';
import type { OverviewColours } from './overview-paint';

/** How many colours there are for branches: `--lane-1` and on. */
const LANES = 8;

/** The colours of the page as pixels; read from its style, since a canvas knows no custom properties. */
export function pageColours(): OverviewColours {
  const style = getComputedStyle(document.documentElement);
  const context = document.createElement('canvas').getContext('2d');
  const read = (name: string) => {
    if (!context) return 0;
    // Gives any colour, a system's own included, as `#rrggbb`.
    context.fillStyle = style.getPropertyValue(name);
    return pixelOf(String(context.fillStyle));
  };
  return {
    lanes: Array.from({ length: LANES }, (_, lane) => read(`--lane-${lane + 1}`)),
    problem: read('--warn'),
    error: read('--err'),
    label: read('--accent'),
  };
}

/** Changes whenever the colours of the page do: another theme, more contrast, the system's palette. */
export function useColourScheme(): string {
  return useSyncExternalStore(follow, scheme);
}

const QUERIES = ['(prefers-contrast: more)', '(forced-colors: active)'];

function scheme(): string {
  const theme = document.documentElement.dataset.theme ?? '';
  return [theme, ...QUERIES.map((query) => matchMedia(query).matches)].join(' ');
}

function follow(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const lists = QUERIES.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** `#rrggbb` as the bytes of an opaque pixel. */
function pixelOf(hex: string): number {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 0xff, value & 0xff];
  return ((0xff << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
