import { useEffect, useState } from 'react';

/** From when on a wait is shown: what is faster than this would only flicker. */
export const PROGRESS_AFTER_MS = 300;

/** Whether a component has been on screen for a while; `key` starts the wait anew. */
export function useElapsed(waitMs: number, key: string): boolean {
  const [elapsedKey, setElapsedKey] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setElapsedKey(key), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs, key]);
  return elapsedKey === key;
}
