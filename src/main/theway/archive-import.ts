import path from 'node:path';
import type { SessionMetadata } from '../../shared/theway/metadata';
import type { SessionEntry } from '../../shared/theway/session-entry';
import { asArchiveFileError, expectNotAborted } from './archive-error';
import { Landing, type SidecarSuffix, sweepLandings } from './archive-landing';
import type { ReadArchiveOptions } from './archive-members';
import { type CheckedArchive, readArchive } from './archive-read';
import { type StagedSession, stageSession } from './staged-session';

export interface ImportArchiveOptions extends ReadArchiveOptions {
  /** An existing folder. */
  readonly toDir: string;
  /** Whether triggers and cron jobs that were enabled at the source are enabled again. Default false: all disabled. */
  readonly activate?: boolean | undefined;
}

/**
 * Makes a session of an archive, once all of it is checked: `<uuidv7>.db` in `toDir` with a new id and `importedFrom`
 * set, its sidecars beside it. Gives its path. Throws a `ThewaySessionError` as `readArchive` and `stageSession` do, and
 * then nothing is left behind; what a process that was ended has left goes with the next import into the folder.
 */
export async function importArchive(archivePath: string, options: ImportArchiveOptions): Promise<string> {
  const archive = await readArchive(archivePath, options);
  expectNotAborted(options.signal);
  const dir = path.resolve(options.toDir);
  const landing = landingIn(dir);
  try {
    const staged = stageSession({
      toDir: dir,
      metadata: (id, target) => importedMetadata(archive, id, target),
      entries: watched(archive, options),
    });
    return land(staged, landing, sidecarsOf(archive, options.activate ?? false), options.signal);
  } finally {
    landing.close();
  }
}

function landingIn(dir: string): Landing {
  try {
    sweepLandings(dir);
    return new Landing(dir);
  } catch (error) {
    throw asArchiveFileError(dir, error, 'writing');
  }
}

/** The rename of the database is the last step: before it there is no session, after it there is all of it. */
function land(
  staged: StagedSession,
  landing: Landing,
  sidecars: ReadonlyMap<SidecarSuffix, string>,
  signal: AbortSignal | undefined,
): string {
  try {
    expectNotAborted(signal);
    landing.put(staged.id, sidecars);
    return staged.commit();
  } catch (error) {
    throw asArchiveFileError(staged.path, error, 'writing');
  } finally {
    staged.discard();
  }
}

function sidecarsOf({ triggers, cronJobs }: CheckedArchive, activate: boolean): Map<SidecarSuffix, string> {
  const sidecars = new Map<SidecarSuffix, string>();
  if (triggers !== null) sidecars.set('.triggers.json', triggers.imported(activate));
  if (cronJobs !== null) sidecars.set('.cron.toml', cronJobs.imported(activate));
  return sidecars;
}

/** Its parent, its client and its runtime stayed where it comes from. */
function importedMetadata(
  { manifest, transcript }: CheckedArchive,
  id: string,
  target: string,
): SessionMetadata {
  const { source, createdAt, thewayVersion } = manifest;
  return {
    id,
    createdAt: new Date().toISOString(),
    cwd: transcript.metadata.cwd,
    path: target,
    parentSessionPath: null,
    importedFrom: {
      sessionId: source.sessionId,
      cwd: source.cwd,
      exportedAt: createdAt,
      thewayVersion,
    },
    binding: null,
    collapseNodeId: null,
    collapsed: null,
  };
}

const PROGRESS_CHARS = 1024 * 1024;

/** The entries as they are written, which is one transaction: whoever watches may abort it. */
function* watched(
  { transcript, transcriptBytes }: CheckedArchive,
  { signal, onProgress }: ReadArchiveOptions,
): Iterable<SessionEntry> {
  let doneChars = 0;
  let told = 0;
  for (const entry of transcript.entries()) {
    doneChars += entry.payload.length;
    if (doneChars >= told + PROGRESS_CHARS) {
      told = doneChars;
      // Characters are at most as many as bytes.
      onProgress?.({ phase: 'writing', doneBytes: doneChars, totalBytes: transcriptBytes });
      expectNotAborted(signal);
    }
    yield entry;
  }
}
