import fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import type { ArchiveProgress } from '../../shared/theway/archive-facts';
import { ARCHIVE_MEMBERS, type ArchiveMember } from '../../shared/theway/archive-manifest';
import { contentKind } from '../sqlite/content-kind';
import { archiveRefusal, asArchiveFileError, expectNotAborted } from './archive-error';
import { ThewaySessionError } from './session-error';

/** How an archive is read. */
export interface ReadArchiveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
}

/** The bytes of each member of an archive, and how many the file has. */
export interface ArchiveMembers {
  readonly bytes: ReadonlyMap<ArchiveMember, Buffer>;
  readonly archiveBytes: number;
}

const TOO_LARGE = 'session archive file is too large';
const CHUNK_BYTES = 256 * 1024;
const SNIFFED_BYTES = 4096;

/** Headers, padding and the end of an archive take a few KiB; whatever goes on beyond this is no archive of ours. */
const MAX_FRAME_BYTES = 1024 * 1024;
const MAX_ARCHIVE_BYTES = Object.values(ARCHIVE_MEMBERS).reduce((sum, bytes) => sum + bytes, MAX_FRAME_BYTES);

/**
 * Reads the members of an archive, by and by and never more than is allowed; nothing is written anywhere. Throws a
 * `ThewaySessionError` at the first member that breaks a rule, before its content is read.
 */
export async function readMembers(path: string, options: ReadArchiveOptions): Promise<ArchiveMembers> {
  let file: FileHandle | null = null;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    file = await open(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    return await readFrom(file, options);
  } catch (error) {
    throw asArchiveFileError(path, error, 'reading');
  } finally {
    await file?.close();
  }
}

async function readFrom(file: FileHandle, options: ReadArchiveOptions): Promise<ArchiveMembers> {
  const stat = await file.stat();
  if (stat.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  if (!stat.isFile()) throw notAnArchive('a pipe, socket or device');
  const source = new ArchiveSource(file, stat.size, options);
  const members = new Map<ArchiveMember, Buffer>();
  const tar = extract();
  // Ends with the loop below, which has the same errors to tell.
  const feeding = pipeline(source.chunks(), tar).catch(() => {});
  let hasMember = false;
  try {
    for await (const member of tar) {
      hasMember = true;
      const name = memberName(member.header, members);
      members.set(name, await contentOf(member, member.header.size));
    }
  } catch (error) {
    if (error instanceof ThewaySessionError || source.failure !== null) throw source.failure ?? error;
    throw tarFailure(error, source, hasMember);
  } finally {
    tar.destroy();
    await feeding;
  }
  return { bytes: members, archiveBytes: source.readBytes };
}

/** The bytes of a file in order, up to the most an archive can have. */
class ArchiveSource {
  readBytes = 0;
  hasEnded = false;
  head = Buffer.alloc(0);
  /** Why reading failed, apart from what the parser makes of it. */
  failure: unknown = null;
  readonly #file: FileHandle;
  readonly #options: ReadArchiveOptions;
  readonly sizeBytes: number;

  constructor(file: FileHandle, sizeBytes: number, options: ReadArchiveOptions) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
    this.#options = options;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        expectNotAborted(this.#options.signal);
        const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        if (this.readBytes === 0) this.head = Buffer.from(chunk.subarray(0, SNIFFED_BYTES));
        this.readBytes += bytesRead;
        if (this.readBytes > MAX_ARCHIVE_BYTES) throw archiveRefusal(TOO_LARGE, '', 'too-large');
        const { readBytes: doneBytes, sizeBytes: totalBytes } = this;
        this.#options.onProgress?.({ phase: 'reading', doneBytes, totalBytes });
        yield chunk;
      }
      this.hasEnded = true;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/** The name of a member that may be there; contract, section 6. */
function memberName(header: Header, seen: ReadonlyMap<ArchiveMember, Buffer>): ArchiveMember {
  const { name, size } = header;
  const detail = JSON.stringify(name.slice(0, 200));
  if (header.type !== 'file' || isSparse(header))
    throw archiveRefusal('session archive contains a non-file entry', detail);
  if (isUnsafe(name)) throw archiveRefusal('session archive contains an unsafe path', detail);
  if (!isMember(name)) throw archiveRefusal('session archive contains an unexpected file', detail);
  if (seen.has(name)) throw archiveRefusal('session archive contains duplicate file paths', detail);
  if (size > ARCHIVE_MEMBERS[name]) throw archiveRefusal(TOO_LARGE, `${detail}: ${size} bytes`, 'too-large');
  return name;
}

function isMember(name: string): name is ArchiveMember {
  return Object.hasOwn(ARCHIVE_MEMBERS, name);
}

/** Absolute, or with a step that goes nowhere or up: on any system, whichever this one is. */
function isUnsafe(name: string): boolean {
  if (/^([/\\]|[A-Za-z]:)/.test(name)) return true;
  return name.split(/[/\\]/).some((part) => part === '..' || part === '.');
}

/** A sparse file's bytes are not its content, though the type of its header can be that of an ordinary file. */
function isSparse({ pax }: Header): boolean {
  return (
    typeof pax === 'object' && pax !== null && Object.keys(pax).some((key) => key.startsWith('GNU.sparse'))
  );
}

/** `sizeBytes` was checked; a size that promises more than there is costs no more than that. */
async function contentOf(stream: AsyncIterable<unknown>, sizeBytes: number): Promise<Buffer> {
  const content = Buffer.alloc(sizeBytes);
  let at = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error('The tar reader gave something other than bytes');
    content.set(chunk, at);
    at += chunk.length;
  }
  return content;
}

function tarFailure(error: unknown, source: ArchiveSource, hasMember: boolean): ThewaySessionError {
  const detail = error instanceof Error ? error.message : String(error);
  const { label, id } = contentKind(source.head, source.sizeBytes);
  if (!hasMember && id !== 'tar') return notAnArchive(label);
  if (source.hasEnded)
    return archiveRefusal(
      'This session archive is cut off, or something follows its end.',
      detail,
      'truncated',
    );
  return archiveRefusal('This session archive is damaged.', detail, 'damaged');
}

function notAnArchive(label: string): ThewaySessionError {
  const message = `This is ${label}, not a session archive (an uncompressed tar with manifest.json and session.jsonl).`;
  return archiveRefusal(message, '', 'unknown-format');
}
