import { useEffect, useSyncExternalStore } from 'react';
import { perform } from './perform';

/** Whether the window can be seen: it is neither minimised nor hidden. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
}

/** Tells the app whether the window can be seen; stands once in the window. */
export function useToldVisibility(): void {
  const isVisible = useIsVisible();
  useEffect(() => perform('app.setVisible', { isVisible }), [isVisible]);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
