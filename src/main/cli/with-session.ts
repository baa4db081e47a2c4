import { fail, type OperationError } from '../../shared/contract/errors';
import type { Progress } from '../../shared/contract/state';
import type { FileSummary, SessionSummary } from '../../shared/model/session';
import { cannotOpen, type Outcome } from './outcome';
import { SessionReader } from './session-reader';

/** What a command works on: an open file, and where it asked for one, a session of it. */
export interface FileContext {
  readonly reader: SessionReader;
  readonly summary: FileSummary;
}

interface Request {
  readonly name: string;
  readonly path: string;
  readonly prefix: string | null;
  readonly json: boolean;
}

/** An operation's error inside a command: it ends the command with exit 2. */
class CommandFailure extends Error {
  readonly error: OperationError;

  constructor(error: OperationError) {
    super(error.message);
    this.error = error;
  }
}

/** The value of a result; an error ends the command. */
export function valueOr<T>(result: { ok: true; value: T } | { ok: false; error: OperationError }): T {
  if (!result.ok) throw new CommandFailure(result.error);
  return result.value;
}

/** Opens the file of a command, runs it, and closes the file whatever happens; `onFailure` says what an error ends with. */
export async function withFile(
  request: Request,
  onProgress: (progress: Progress) => void,
  run: (context: FileContext) => Promise<Outcome>,
  onFailure: typeof cannotOpen = cannotOpen,
): Promise<Outcome> {
  const opened = await SessionReader.open({ name: request.path, prefix: request.prefix }, onProgress);
  if (!opened.ok) return onFailure(request.name, request.path, opened.error, request.json);
  const { reader, summary } = opened.value;
  try {
    return await run({ reader, summary });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return onFailure(request.name, request.path, error.error, request.json, summary.problems);
  } finally {
    reader.close();
  }
}

/** The session asked for; else the only one, else the one written last. */
export function chooseSession(summary: FileSummary, sessionId: string | null): SessionSummary {
  const found =
    sessionId === null
      ? summary.sessions.find((session) => session.recency === 0)
      : summary.sessions.find((session) => session.id === sessionId);
  if (found) return found;
  const message =
    sessionId === null ? 'This file has no sessions.' : `This file has no session "${sessionId}".`;
  return valueOr(fail('unknown-session', message));
}
