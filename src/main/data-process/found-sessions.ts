import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type ErrorCode, fail, type Result } from '../../shared/contract/errors';
import { type FoundSession, type FoundSessions, MAX_SESSIONS_OF_FILE } from '../../shared/contract/folder';
import type { Problem, Severity } from '../../shared/model/report';
import type { FileSummary, SessionSummary } from '../../shared/model/session';
import { DatabaseError } from '../formats/database-error';
import type { SessionFile } from '../library/session-files';
import { openSource } from './opened-source';

interface LookOptions {
  /** The folder that is looked through: paths are told from there. */
  readonly folder: string;
  readonly cacheDir: string;
  readonly signal: AbortSignal;
  /** Called now and then while a large file is looked over. */
  readonly progress: () => void;
  /** How long one file may hold up the others, in milliseconds. Default 15,000. */
  readonly mostMs?: number;
}

/** A locked database is told to be locked rather than waited for. */
const BUSY_TIMEOUT_MS = 200;
/** One file does not hold up the others for longer. */
const MOST_LOOKING_MS = 15_000;
/** What can be said of a file that holds no session, and of one that went meanwhile. */
const NO_SESSIONS: ReadonlySet<ErrorCode> = new Set([
  'unknown-format',
  'not-a-database',
  'encrypted',
  'empty',
  'missing',
  'is-a-folder',
  'not-a-regular-file',
]);

/** What sessions a file has; null where no format knows it. Leaves no trace. Rejected with the signal's reason only. */
export async function lookAtFile(file: SessionFile, options: LookOptions): Promise<FoundSessions | null> {
  const opened = await summaryOf(file, options);
  // A turn of the event loop, so that a cancel gets in between.
  await turn();
  if (!opened.ok && NO_SESSIONS.has(opened.error.code)) return null;
  const { sizeBytes, writtenMs } = file;
  const about = { path: path.relative(options.folder, file.path), sizeBytes, writtenMs };
  return opened.ok
    ? { ...about, ...foundIn(opened.value) }
    : {
        ...about,
        format: null,
        isSubAgent: false,
        sessions: [],
        sessionCount: 0,
        trouble: opened.error.message,
      };
}

async function summaryOf(
  file: SessionFile,
  { cacheDir, signal, progress, mostMs = MOST_LOOKING_MS }: LookOptions,
): Promise<Result<FileSummary>> {
  // Such as a compressed file of gigabytes, which has to be decoded first.
  const limit = AbortSignal.timeout(mostMs);
  const tooLong = () => fail('deadline', 'Looking into this file takes long: open it to see what it holds.');
  try {
    const target = { type: 'file', path: file.path } as const;
    const context = { signal: AbortSignal.any([signal, limit]), progress: () => progress() };
    const opened = await openSource(
      { target, cacheDir, busyTimeoutMs: BUSY_TIMEOUT_MS, isQuick: true },
      context,
    );
    if (!opened.ok) {
      signal.throwIfAborted();
      return limit.aborted ? tooLong() : opened;
    }
    opened.value.close();
    return { ok: true, value: opened.value.summary };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return tooLong();
    // One file that cannot be read does not keep the others from being looked at.
    return error instanceof DatabaseError
      ? fail(error.failure.code, error.failure.message)
      : fail('internal', 'Something went wrong in Ramify itself while looking at this file.');
  }
}

function foundIn(
  summary: FileSummary,
): Pick<FoundSessions, 'format' | 'isSubAgent' | 'sessions' | 'sessionCount' | 'trouble'> {
  const { format, facts, sessions, sessionCount, problems } = summary;
  const newestFirst = [...sessions].sort((a, b) => a.recency - b.recency);
  const own = hasAgentFiles(summary) ? newestFirst.slice(0, 1) : newestFirst;
  return {
    format,
    isSubAgent: facts.some(({ name }) => name === 'Sub-agent'),
    sessions: own.slice(0, MAX_SESSIONS_OF_FILE).map(foundSession),
    sessionCount: hasAgentFiles(summary) ? 1 : sessionCount,
    trouble: worstOf(problems)?.message ?? null,
  };
}

/** The gravest problem that was seen; none where there is nothing but notes. */
function worstOf(problems: readonly Problem[]): Problem | undefined {
  const first = (severity: Severity) => problems.find((problem) => problem.severity === severity);
  return first('error') ?? first('warning');
}

/** Whether the sessions behind the first are those of sub-agents, which are files of their own and found as such. */
function hasAgentFiles({ facts }: FileSummary): boolean {
  return facts.some(({ name }) => name === 'Sub-agents');
}

function foundSession({ id, title, entryCount, lastWrittenAt }: SessionSummary): FoundSession {
  const writtenMs = lastWrittenAt === null ? Number.NaN : Date.parse(lastWrittenAt);
  return { id, title, entryCount, writtenMs: Number.isNaN(writtenMs) ? null : writtenMs };
}
