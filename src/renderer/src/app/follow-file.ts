import { useEffect, useState } from 'react';
import type { ReadFile } from './active-file';
import { call } from './bridge';
import { useIsVisible } from './visibility';

/** A file that takes longer than this to read is not read again by itself each time it grows. */
const MOST_READING_MS = 10_000;
/** Between two readings this many times as long passes as one takes: reading is never all there is. */
const REST_FACTOR = 1;
/** After a reading that failed, for example while another program holds the file. */
const RETRY_MS = 2_000;
const MOST_FAILURES = 3;

/**
 * Reads the file on screen again once it was written to, while the window is visible and nothing else of it is being read.
 * Gives whether it does: a file that takes long, or cannot be read, is left to the reader.
 */
export function useFollowedFile({ fileId, change, generation }: ReadFile, isReading: boolean): boolean {
  const isVisible = useIsVisible();
  const [last, setLast] = useState({ readingMs: 0, failures: 0 });
  const isFollowed = last.readingMs <= MOST_READING_MS && last.failures < MOST_FAILURES;
  const isDue = change === 'written' && isFollowed && isVisible && !isReading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each generation is followed anew
  useEffect(() => {
    if (!isDue) return;
    const waitMs = last.failures > 0 ? RETRY_MS : last.readingMs * REST_FACTOR;
    const timer = setTimeout(async () => {
      const start = performance.now();
      try {
        await call('files.follow', { fileId });
        setLast({ readingMs: performance.now() - start, failures: 0 });
      } catch {
        setLast(({ readingMs, failures }) => ({ readingMs, failures: failures + 1 }));
      }
    }, waitMs);
    return () => clearTimeout(timer);
  }, [fileId, generation, isDue, last]);
  return isFollowed;
}
