import { isUtf8 } from 'node:buffer';
import type { ArchiveFacts } from '../../shared/theway/archive-facts';
import {
  ARCHIVE_WARNING,
  type ArchiveManifest,
  type ArchiveMember,
  readManifest,
} from '../../shared/theway/archive-manifest';
import { archiveRefusal, archiveRuled } from './archive-error';
import { type ReadArchiveOptions, readMembers } from './archive-members';
import { type ArchiveSidecar, readCronJobs, readTriggers } from './archive-sidecars';
import { type ArchiveTranscript, checkTranscript } from './archive-transcript';

/** An archive that keeps every rule of section 6 of the theway facts. */
export interface CheckedArchive {
  readonly manifest: ArchiveManifest;
  readonly transcript: ArchiveTranscript;
  readonly triggers: ArchiveSidecar | null;
  readonly cronJobs: ArchiveSidecar | null;
  readonly archiveBytes: number;
  readonly transcriptBytes: number;
}

/**
 * Reads a session archive and checks all of it, in memory and writing nothing. Throws a `ThewaySessionError` with the
 * first rule it breaks: `corrupted` for the archive, `not_found` or `storage_failure` for its file, `aborted`.
 */
export async function readArchive(path: string, options: ReadArchiveOptions = {}): Promise<CheckedArchive> {
  const { bytes, archiveBytes } = await readMembers(path, options);
  const manifestBytes = required(bytes, 'manifest.json');
  const transcriptBytes = required(bytes, 'session.jsonl');
  const manifest = manifestOf(manifestBytes);
  const transcript = await checkTranscript(transcriptBytes, manifest.content, options);
  return {
    manifest,
    transcript,
    triggers: sidecarOf(bytes, 'sidecars/triggers.json', manifest.content.hasTriggers, readTriggers),
    cronJobs: sidecarOf(bytes, 'sidecars/cron.toml', manifest.content.hasCron, readCronJobs),
    archiveBytes,
    transcriptBytes: transcriptBytes.length,
  };
}

/** What an archive holds, for people to look at before they import it. Throws as {@link readArchive} does. */
export async function previewArchive(path: string, options: ReadArchiveOptions = {}): Promise<ArchiveFacts> {
  const { manifest, transcript, triggers, cronJobs, ...sizes } = await readArchive(path, options);
  const { metadata, entryCount, activeLeafId, firstUserText } = transcript;
  return {
    manifest,
    metadata,
    entryCount,
    activeLeafId,
    firstUserText,
    triggers: triggers?.counts ?? null,
    cronJobs: cronJobs?.counts ?? null,
    ...sizes,
    statements: statementsOf(manifest),
  };
}

function required(bytes: ReadonlyMap<ArchiveMember, Buffer>, name: ArchiveMember): Buffer {
  const found = bytes.get(name);
  if (found === undefined) throw archiveRefusal(`session archive is missing ${name}`);
  return found;
}

function manifestOf(bytes: Buffer): ArchiveManifest {
  if (!isUtf8(bytes)) throw archiveRefusal('parse session archive manifest', 'not UTF-8');
  return archiveRuled(readManifest(bytes.toString('utf8')));
}

function sidecarOf(
  bytes: ReadonlyMap<ArchiveMember, Buffer>,
  name: ArchiveMember,
  isPromised: boolean,
  read: (bytes: Buffer) => ArchiveSidecar,
): ArchiveSidecar | null {
  const found = bytes.get(name);
  if (found === undefined && isPromised)
    throw archiveRefusal(
      'session archive sidecar mismatch',
      `the manifest promises ${name}, which is missing`,
    );
  if (found !== undefined && !isPromised)
    throw archiveRefusal('session archive sidecar mismatch', `${name} is there, and the manifest denies it`);
  return found === undefined ? null : read(found);
}

/** What the manifest admits can only be repeated: nothing proves it, so only the warning is certain. */
function statementsOf({ sensitivity }: ArchiveManifest): string[] {
  const admitted = [
    sensitivity.hasAuthStores ? 'separate stores of logins' : null,
    sensitivity.hasProviderCredentials ? 'credentials of model providers' : null,
    sensitivity.hasMcpConfig ? 'the configuration of MCP servers' : null,
  ].filter((what) => what !== null);
  const said = admitted.length === 0 ? [] : [`Its manifest says that it includes ${admitted.join(', ')}.`];
  const isCut = !sensitivity.isTranscriptPreserved;
  return [ARCHIVE_WARNING, ...said, ...(isCut ? ['Its manifest says that the transcript was changed.'] : [])];
}
