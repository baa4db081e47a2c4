import type { OpenOptions, OpenResult } from './types';

/** Opens a foreign database for reading, leaving its file and folder as they were. Never throws for what a file can be. */
export async function openForReading(_path: string, _options: OpenOptions): Promise<OpenResult> {
  throw new Error('not built yet');
}

/** Removes private copies whose process is gone; never those of a live one. Call once at start. */
export async function sweepStaleCopies(_cacheDir: string): Promise<void> {
  throw new Error('not built yet');
}
