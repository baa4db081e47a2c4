import { type Problem, problemAt } from '../../../shared/model/report';
import { failureOfSystemError } from '../../sqlite/failure';
import { DatabaseError } from '../database-error';
import type { OpenedText, TextOptions } from '../format';
import type { LineFormat } from '../line-session/line-format';
import { openRecordFile } from '../line-session/open-record-file';
import { type OpenedRecords, type OpenedSession, openSession } from '../line-session/text-format';
import { SessionWithAgents, type SubAgentSession } from './session-with-agents';
import type { SubAgentFile, SubAgentFinder } from './sub-agent-files';

/** Transcripts of sub-agents up to this size are read as a whole at once: there may be hundreds. */
const MAX_WHOLE_BYTES = 1024 * 1024;

/** Opens a file of lines as a session with those of its sub-agents. Throws as {@link withSubAgents} does. */
export async function openSessionFiles(
  path: string,
  format: LineFormat,
  finder: SubAgentFinder,
  options: TextOptions,
): Promise<OpenedText> {
  return withSubAgents(
    { file: await openRecordFile(path, format.isRecord, options), format },
    finder,
    options,
  );
}

/** Opens a session with those of its sub-agents, which are in `format`. Throws as {@link openSession} does, for the session itself. */
export async function withSubAgents(
  records: OpenedRecords,
  finder: SubAgentFinder,
  options: TextOptions,
  format = records.format,
): Promise<OpenedText> {
  const { path } = records.file;
  const main = await openSession(records, options);
  const [sessionId = ''] = sessionIds(main);
  // A sub-agent that is opened by itself is no session with further ones.
  const isAlone = isSubAgent(main);
  const listing = isAlone ? '' : finder.listing(path, sessionId);
  const { agents, problems } = isAlone
    ? NO_AGENTS
    : await openAgents(finder.files(path, sessionId), main, { format, finder, options });
  const opened = [main, ...agents];
  return {
    source: new SessionWithAgents(main.store, agents, problems),
    sizeBytes: main.file.sizeBytes,
    hasChanged: () =>
      opened.some(({ file }) => file.hasChanged()) ||
      (!isAlone && finder.listing(path, sessionId) !== listing),
    close: () => closeAll(opened),
  };
}

interface OpenedAgents {
  readonly agents: readonly (SubAgentSession & OpenedSession)[];
  readonly problems: readonly Problem[];
}

const NO_AGENTS: OpenedAgents = { agents: [], problems: [] };

function isSubAgent({ store }: OpenedSession): boolean {
  return store.facts().some(({ name }) => name === 'Sub-agent');
}

/** What all transcripts are opened with. */
interface Opening {
  readonly format: LineFormat;
  readonly finder: SubAgentFinder;
  readonly options: TextOptions;
}

async function openAgents(
  files: readonly SubAgentFile[],
  main: OpenedSession,
  opening: Opening,
): Promise<OpenedAgents> {
  const agents: (SubAgentSession & OpenedSession)[] = [];
  const problems: Problem[] = [];
  const ids = new Set(sessionIds(main));
  try {
    for (const file of files) {
      opening.options.signal.throwIfAborted();
      const opened = await openAgent(file, opening, ids);
      if ('message' in opened) problems.push(opened);
      // A file without a byte stands for an agent that was never started.
      else if (opened.file.sizeBytes > 0) agents.push(opened);
    }
    return { agents, problems };
  } catch (error) {
    closeAll([main, ...agents]);
    throw error;
  }
}

/** A transcript of a sub-agent; what is wrong with it where it cannot be read. */
async function openAgent(
  agent: SubAgentFile,
  { format, finder, options: given }: Opening,
  ids: Set<string>,
): Promise<(SubAgentSession & OpenedSession) | Problem> {
  const options = { ...given, onProgress: () => undefined, maxWholeBytes: MAX_WHOLE_BYTES };
  try {
    const file = await openRecordFile(agent.path, format.isRecord, options);
    const opened = await openSession({ file, format }, options, ({ facts }) => {
      const id = facts.id ?? agent.agentId;
      return ids.has(id) ? `${id} (${ids.size})` : id;
    });
    for (const id of sessionIds(opened)) ids.add(id);
    return { ...opened, ...finder.meta(agent) };
  } catch (error) {
    const failed = error instanceof DatabaseError ? error.failure : failureOfSystemError(error);
    if (failed === null || given.signal.aborted) throw error;
    const message = `The transcript of the sub-agent ${agent.agentId} cannot be read: ${failed.message}`;
    return problemAt({}, { code: 'sub-agent-unreadable', severity: 'warning', message });
  }
}

function sessionIds({ store }: OpenedSession): string[] {
  return store.sessions().sessions.map(({ id }) => id);
}

function closeAll(opened: readonly OpenedSession[]): void {
  for (const { file } of opened) file.close();
}
