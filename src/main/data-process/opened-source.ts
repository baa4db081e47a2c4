import path from 'node:path';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { RedisTarget } from '../../shared/contract/target';
import { NO_ABILITIES } from '../../shared/model/abilities';
import { type FileSummary, MAX_SESSIONS_LISTED } from '../../shared/model/session';
import type { SessionSource } from '../formats/format';
import { detectFormat, detectTextFormat } from '../formats/registry';
import { openRedisSource } from '../formats/vv-agent-redis/source';
import { openForReading, sweepStaleCopies } from '../sqlite/open';
import type { ReadDatabase } from '../sqlite/types';
import { byteProgress } from './byte-progress';
import type { DataInput } from './protocol';
import type { RequestContext } from './requests';

/** Sessions that are open for reading. */
export interface OpenedSource {
  readonly source: SessionSource;
  readonly summary: FileSummary;
  /** The database behind it, for what only its own format knows; null for a server and for a text file. */
  readonly db: ReadDatabase | null;
  /** Whether what is stored is no longer what was read. */
  hasChanged(): boolean | Promise<boolean>;
  /** Lets go of a database and of copies. */
  close(): void;
}

type Context = Pick<RequestContext, 'signal' | 'progress'>;

/** Opens a file or a server, finds the format of a file by its content, and lists the sessions. */
export async function openSource(input: DataInput<'open'>, context: Context): Promise<Result<OpenedSource>> {
  sweepStaleCopies(input.cacheDir);
  const { target } = input;
  return target.type === 'file'
    ? openFile({ ...input, path: target.path }, context)
    : openServer(target, input.cacheDir, context);
}

async function openFile(
  input: Omit<DataInput<'open'>, 'target'> & { path: string },
  { signal, progress }: Context,
): Promise<Result<OpenedSource>> {
  const tellCopied = byteProgress(progress, 'Copying to read');
  const opened = await openForReading(input.path, {
    cacheDir: input.cacheDir,
    signal,
    onProgress: ({ doneBytes, totalBytes }) => tellCopied(doneBytes, totalBytes),
    ...(input.busyTimeoutMs === undefined ? {} : { busyTimeoutMs: input.busyTimeoutMs }),
  });
  if (!opened.ok) {
    const text = opened.code === 'not-a-database' ? await openText(input, { signal, progress }) : null;
    return text ?? fail(opened.code, opened.message, opened.detail);
  }
  const { db } = opened;
  try {
    const detected = detectFormat(db);
    if (!detected.ok) {
      db.close();
      return fail('unknown-format', detected.message);
    }
    const source = detected.format.open(db);
    const summary = await summarise(path.resolve(input.path), db.facts.sizeBytes, source);
    return ok({ source, summary, db, hasChanged: () => db.hasChanged(), close: () => db.close() });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Null where no format knows the file: then what it is no database of is all there is to say. */
async function openText(
  { path: file, cacheDir, isQuick = false }: Parameters<typeof openFile>[0],
  { signal, progress }: Context,
): Promise<Result<OpenedSource> | null> {
  const detected = detectTextFormat(file);
  if (!detected.ok) return fail(detected.code, detected.message, detected.detail);
  if (detected.value === null) return null;
  const onProgress = byteProgress(progress, 'Finding lines');
  const opened = await detected.value.open(file, { cacheDir, isQuick, signal, onProgress });
  if (!opened.ok) return fail(opened.code, opened.message, opened.detail);
  const { source, sizeBytes, hasChanged, close } = opened.value;
  return ok({
    source,
    summary: await summarise(path.resolve(file), sizeBytes, source),
    db: null,
    hasChanged,
    close: () => close?.(),
  });
}

async function openServer(
  { address, user, password, prefix }: RedisTarget,
  cacheDir: string,
  { signal, progress }: Context,
): Promise<Result<OpenedSource>> {
  const options = { address, user, password, prefix, cacheDir, signal, onProgress: progress };
  const opened = await openRedisSource(options);
  if (!opened.ok) return opened;
  const { source, hasChanged } = opened.value;
  return ok({ source, summary: await summarise(address, 0, source), db: null, hasChanged, close: () => {} });
}

async function summarise(where: string, sizeBytes: number, source: SessionSource): Promise<FileSummary> {
  const { sessions, total, problems } = await source.sessions();
  return {
    path: where,
    format: source.format,
    formatVersion: source.formatVersion,
    sizeBytes,
    facts: source.facts(),
    sessions: sessions.slice(0, MAX_SESSIONS_LISTED),
    sessionCount: total,
    problems,
    abilities: source.abilities ?? NO_ABILITIES,
  };
}
