import { useSyncExternalStore } from 'react';

/** Device pixels to a px of the page; another number once the window is on another screen, or zoomed. */
export function usePixelRatio(): number {
  return useSyncExternalStore(followPixelRatio, () => devicePixelRatio);
}

function followPixelRatio(listener: () => void): () => void {
  // A query tells of one ratio only: the next change takes another.
  let query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  const changed = () => {
    query.removeEventListener('change', changed);
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', changed);
    listener();
  };
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
