import path from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import { type FileSummary, MAX_SESSIONS_LISTED } from '../../shared/model/session';
import type { SessionSource } from '../formats/format';
import { detectFormat } from '../formats/registry';
import { openForReading, sweepStaleCopies } from '../sqlite/open';
import type { ReadDatabase } from '../sqlite/types';

/** A session file that is open for reading, with the store its format makes of it. */
export interface OpenedFile {
  readonly db: ReadDatabase;
  readonly store: SessionSource;
  readonly summary: FileSummary;
}

/** Opens a file, finds its format by its content, and lists its sessions. */
export async function openFile(
  input: { path: string; cacheDir: string; busyTimeoutMs?: number | undefined },
  { signal, progress }: { signal: AbortSignal; progress: (progress: Progress) => void },
): Promise<Result<OpenedFile>> {
  sweepStaleCopies(input.cacheDir);
  const opened = await openForReading(input.path, {
    cacheDir: input.cacheDir,
    signal,
    onProgress: ({ doneBytes, totalBytes }) =>
      progress({
        label: 'Copying to read',
        done: megabytes(doneBytes),
        total: megabytes(totalBytes),
        unit: 'MB',
      }),
    ...(input.busyTimeoutMs === undefined ? {} : { busyTimeoutMs: input.busyTimeoutMs }),
  });
  if (!opened.ok) return fail(opened.code, opened.message, opened.detail);
  const { db } = opened;
  try {
    const detected = detectFormat(db);
    if (!detected.ok) {
      db.close();
      return fail('unknown-format', detected.message);
    }
    const store = detected.format.open(db);
    return ok({ db, store, summary: await summarise(input.path, db, store) });
  } catch (error) {
    db.close();
    throw error;
  }
}

async function summarise(file: string, db: ReadDatabase, store: SessionSource): Promise<FileSummary> {
  const { sessions, total, problems } = await store.sessions();
  return {
    path: path.resolve(file),
    format: store.format,
    formatVersion: store.formatVersion,
    sizeBytes: db.facts.sizeBytes,
    facts: store.facts(),
    sessions: sessions.slice(0, MAX_SESSIONS_LISTED),
    sessionCount: total,
    problems,
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}
