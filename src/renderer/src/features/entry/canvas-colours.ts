import { useSyncExternalStore } from 'react';
import { BRANCH_COLOURS } from './branch-colour';

/** The window's colours as a canvas needs them: values, not variables. */
export interface CanvasColours {
  /** By branch number, counted around. */
  readonly branches: readonly string[];
  readonly err: string;
  readonly warn: string;
  readonly accent: string;
}

let known: CanvasColours | null = null;

/** The colours of the theme that is on; another object once that changes. */
export function useCanvasColours(): CanvasColours {
  return useSyncExternalStore(followTheme, colours);
}

function colours(): CanvasColours {
  if (known) return known;
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  // Where the system has its own palette, it knows no branches; shape and place tell them apart.
  const hasOwnPalette = matchMedia('(forced-colors: active)').matches;
  const colour = (name: string) => (hasOwnPalette ? 'CanvasText' : value(name));
  known = {
    branches: Array.from({ length: BRANCH_COLOURS }, (_, at) => colour(`--lane-${at + 1}`)),
    err: colour('--err'),
    warn: colour('--warn'),
    accent: hasOwnPalette ? 'Highlight' : value('--accent'),
  };
  return known;
}

function followTheme(listener: () => void): () => void {
  const forget = () => {
    known = null;
    listener();
  };
  const theme = new MutationObserver(forget);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const systems = ['(forced-colors: active)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
  for (const system of systems) system.addEventListener('change', forget);
  return () => {
    theme.disconnect();
    for (const system of systems) system.removeEventListener('change', forget);
  };
}
