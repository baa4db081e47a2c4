import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { openSource } from './opened-source';

/** Entries that are read of each file: by then V8 has compiled what reads them, and optimized most of it. */
const ENTRIES = 300;
/** How many bodies are read of a file, and in which of its passes: far fewer of them are read than heads. */
const ROWS = 20;
const PASSES_A_BODY = 8;
const LIMITS = { maxChars: 64 * 1024, maxImageChars: 128 * 1024 };

/**
 * Reads the files of a folder, and of those in it, again and again, as sessions of users are read. They must be sessions,
 * and small. Rejects with the signal's reason.
 */
export async function rehearse(folder: string, cacheDir: string, signal: AbortSignal): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of found) {
    // Hidden files are none of the sessions.
    if (!file.isFile() || file.name.startsWith('.')) continue;
    signal.throwIfAborted();
    await rehearseFile(path.join(file.parentPath, file.name), cacheDir, signal);
  }
}

async function rehearseFile(file: string, cacheDir: string, signal: AbortSignal): Promise<void> {
  const context = { signal, progress: () => undefined };
  const opened = await openSource({ target: { type: 'file', path: file }, cacheDir, isQuick: true }, context);
  if (!opened.ok) {
    signal.throwIfAborted();
    throw new Error(`${file}: ${opened.error.message}`);
  }
  const { source, summary, close } = opened.value;
  try {
    let entries = 0;
    for (let pass = 0; entries < ENTRIES; pass += 1)
      for (const { id } of summary.sessions) {
        const end = await source.heads(id, { ...context, chunk: () => Promise.resolve() });
        if (!end.ok) throw new Error(`${file}: ${end.error.message}`);
        entries += Math.max(1, end.value.entryCount);
        if (pass % PASSES_A_BODY === 0) {
          const rows = Array.from({ length: Math.min(ROWS, end.value.entryCount) }, (_, row) => row);
          await source.tail?.(id, LIMITS);
          await source.bodies(id, rows, LIMITS);
        }
        // Who has a file to open does not wait for the rest.
        await turn();
        signal.throwIfAborted();
      }
  } finally {
    close();
  }
}
