import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { version } from '../../../package.json';
import { printJson } from '../../shared/json/print';
import { hasLoneSurrogate } from '../../shared/json/unicode';
import {
  ARCHIVE_MEMBERS,
  ARCHIVE_WARNING,
  type ArchiveMember,
  writeManifest,
} from '../../shared/theway/archive-manifest';
import { type SessionMetadata, writeMetadataLine } from '../../shared/theway/metadata';
import { leafMoveOf, type SessionEntry } from '../../shared/theway/session-entry';
import { REPLAY_TEXTS, TranscriptReplay } from '../../shared/theway/transcript';
import { deleteAbandonedFolders, deleteCopyFolder, makeCopyFolder } from '../sqlite/private-copies';
import { archiveRefusal, asArchiveFileError, expectNotAborted } from './archive-error';
import { sidecarPath } from './archive-landing';
import { readCronJobs, readTriggers } from './archive-sidecars';
import { sha256Hex } from './archive-transcript';
import type { SessionReader } from './session';
import { ThewaySessionError } from './session-error';

export interface ExportArchiveOptions {
  /** Where the archive is to be; there must be no file yet. */
  readonly out: string;
  /** The session file whose triggers and cron jobs travel along, where it has any; null: none do. */
  readonly sidecarsOf: string | null;
  readonly signal?: AbortSignal | undefined;
}

export interface ExportedArchive {
  readonly path: string;
  /** What has to be said to whoever is about to hand it on, a sentence. */
  readonly warning: string;
}

/**
 * Writes a session as an archive that only its owner can read. Throws a `ThewaySessionError`, and then nothing is left
 * behind: `corrupted` for a transcript that breaks a rule, `already_exists` for a file in the place of the archive,
 * `storage_failure` for what is too large or cannot be written.
 */
export async function exportArchive(
  source: SessionReader,
  { out, sidecarsOf, signal }: ExportArchiveOptions,
): Promise<ExportedArchive> {
  const target = path.resolve(out);
  expectFree(target);
  const members = membersOf(source, sidecarsOf);
  expectNotAborted(signal);
  try {
    await writeArchive(target, members, signal);
  } catch (error) {
    if (signal?.aborted === true) expectNotAborted(signal);
    throw asArchiveFileError(target, error, 'writing');
  }
  return { path: target, warning: ARCHIVE_WARNING };
}

/** All members, in their order, before anything is written. */
function membersOf(source: SessionReader, sidecarsOf: string | null): Map<ArchiveMember, Buffer> {
  const metadata = source.metadata();
  const transcript = renderTranscript(metadata, source.entries());
  const triggers = readSidecar(sidecarsOf && sidecarPath(sidecarsOf, '.triggers.json'));
  const cronJobs = readSidecar(sidecarsOf && sidecarPath(sidecarsOf, '.cron.toml'));
  // What could not be imported again is no archive.
  if (triggers !== null) readTriggers(triggers);
  if (cronJobs !== null) readCronJobs(cronJobs);
  const manifest = writeManifest({
    createdAt: new Date().toISOString(),
    thewayVersion: `ramify ${version}`,
    source: { sessionId: metadata.id, cwd: metadata.cwd, sessionPath: source.location ?? metadata.path },
    content: {
      sessionSha256: sha256Hex(transcript.bytes),
      entryCount: transcript.entryCount,
      activeLeafId: transcript.activeLeafId,
      hasTriggers: triggers !== null,
      hasCron: cronJobs !== null,
    },
    sensitivity: {
      isTranscriptPreserved: true,
      hasAuthStores: false,
      hasProviderCredentials: false,
      hasMcpConfig: false,
    },
  });
  const members = new Map<ArchiveMember, Buffer>([
    ['manifest.json', Buffer.from(manifest)],
    ['session.jsonl', transcript.bytes],
  ]);
  if (triggers !== null) members.set('sidecars/triggers.json', triggers);
  if (cronJobs !== null) members.set('sidecars/cron.toml', cronJobs);
  return members;
}

/** The transcript as JSON lines, held to the rules an import will hold it to. */
function renderTranscript(
  metadata: SessionMetadata,
  entries: Iterable<SessionEntry>,
): { bytes: Buffer; entryCount: number; activeLeafId: string | null } {
  const lines: Buffer[] = [];
  let sizeBytes = 0;
  const push = (text: string) => {
    const line = Buffer.from(`${text}\n`);
    sizeBytes += line.length;
    if (sizeBytes > ARCHIVE_MEMBERS['session.jsonl']) throw tooLarge('session transcript');
    lines.push(line);
  };
  push(writeMetadataLine(metadata));
  const replay = new TranscriptReplay();
  for (const entry of entries) {
    const { faults } = replay.push({ ...entry, leafMove: leafMoveOf(entry) });
    const fault = faults.find((candidate) => candidate !== 'own-parent');
    if (fault !== undefined) throw archiveRefusal(REPLAY_TEXTS[fault], `entry ${entry.id}`);
    push(lineOf(entry));
  }
  const { count: entryCount, activeLeaf: activeLeafId } = replay;
  return { bytes: Buffer.concat(lines, sizeBytes), entryCount, activeLeafId };
}

/** An entry to the byte; only where that would not be one line of UTF-8, the same in other words. */
function lineOf({ payload, object }: SessionEntry): string {
  return /[\r\n]/.test(payload) || hasLoneSurrogate(payload) ? printJson(object) : payload;
}

function readSidecar(file: string | null): Buffer | null {
  if (file === null) return null;
  try {
    const stat = fs.statSync(file);
    // Reading a pipe would wait for somebody to write to it.
    if (!stat.isFile()) throw Object.assign(new Error(`${file} is no file`), { code: 'ENXIO' });
    if (stat.size > ARCHIVE_MEMBERS['sidecars/triggers.json']) throw tooLarge('session sidecar');
    return fs.readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw asArchiveFileError(file, error, 'reading');
  }
}

function tooLarge(what: string): ThewaySessionError {
  const message = `${what} is too large to export`;
  return new ThewaySessionError({ code: 'storage_failure', message, detail: '' }, 'too-large');
}

/** Written in a folder of its own beside it, so that it is whole once it has its name. */
async function writeArchive(
  target: string,
  members: ReadonlyMap<ArchiveMember, Buffer>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const dir = path.dirname(target);
  if (!fs.statSync(dir).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  fs.accessSync(dir, fs.constants.W_OK);
  deleteAbandonedFolders(dir);
  const folder = makeCopyFolder(dir);
  try {
    const staged = path.join(folder, 'archive');
    const stream = fs.createWriteStream(staged, { flags: 'wx', mode: 0o600, flush: true });
    const archive = pack();
    for (const [name, bytes] of members) {
      const entry = archive.entry(
        { name, size: bytes.length, mode: 0o600, mtime: new Date(), type: 'file' },
        bytes,
      );
      // Each repeats why the archive failed; unheard, that would end the process.
      entry.on('error', () => {});
    }
    archive.finalize();
    await pipeline(archive, stream, signal === undefined ? {} : { signal });
    putInPlace(staged, target);
  } finally {
    deleteCopyFolder(dir, folder);
  }
}

/** A link never takes the place of a file; where a disk knows no links, a rename after a look has to do. */
function putInPlace(staged: string, target: string): void {
  try {
    fs.linkSync(staged, target);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    expectFree(target);
    fs.renameSync(staged, target);
  }
}

/** A link that leads nowhere is in the way, too. */
function expectFree(target: string): void {
  if (fs.lstatSync(target, { throwIfNoEntry: false }) === undefined) return;
  const message = `There is a file already, and it is left as it is: ${target}`;
  throw new ThewaySessionError({ code: 'already_exists', message, detail: '' }, 'exists-already');
}
