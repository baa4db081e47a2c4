import { ok } from '../../shared/contract/errors';
import type { ArchivePreview } from '../../shared/contract/theway-editing';
import { importArchive } from '../theway/archive-import';
import { previewArchive } from '../theway/archive-read';
import { listFamily } from '../theway/family';
import type { RequestHandlers } from './requests';

const PHASES = {
  reading: 'Reading the archive',
  checking: 'Checking the archive',
  writing: 'Writing the session',
} as const;

/** What needs no open file: archives, and the sessions of a folder. What fails is thrown as a `ThewaySessionError`. */
export const archiveRequests: RequestHandlers<'archive.preview' | 'archive.import' | 'session.family'> = {
  'archive.preview': async ({ path }, { signal }) => ok(await previewOf(path, signal)),
  'archive.import': async ({ path, toDir, activate }, { signal, progress }) =>
    ok({
      path: await importArchive(path, {
        toDir,
        activate,
        signal,
        onProgress: ({ phase, doneBytes, totalBytes }) =>
          progress({ label: PHASES[phase], done: doneBytes, total: totalBytes, unit: 'bytes' }),
      }),
    }),
  'session.family': async ({ path, cacheDir }, { signal }) =>
    ok(await listFamily(path, { cacheDir, signal })),
};

async function previewOf(path: string, signal: AbortSignal): Promise<ArchivePreview> {
  const { manifest, metadata, archiveBytes, ...rest } = await previewArchive(path, { signal });
  const { entryCount, activeLeafId, firstUserText, triggers, cronJobs, statements } = rest;
  return {
    path,
    sessionId: metadata.id,
    cwd: metadata.cwd,
    createdAt: manifest.createdAt,
    thewayVersion: manifest.thewayVersion,
    entryCount,
    activeLeafId,
    firstUserText,
    sizeBytes: archiveBytes,
    triggers,
    cronJobs,
    statements: [...statements],
  };
}
