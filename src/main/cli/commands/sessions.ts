import type { Progress } from '../../../shared/contract/state';
import type { FileSummary, SessionSummary } from '../../../shared/model/session';
import { counted } from '../../writing/store-editor';
import type { Command } from '../arguments';
import { notDone, type Outcome, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import { SessionReader } from '../session-reader';

/** `ramify sessions`: the sessions of a store with what they hold, in its order. */
export async function sessions(
  command: Extract<Command, { name: 'sessions' }>,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { path, prefix, json } = command;
  const opened = await SessionReader.open({ name: path, prefix }, onProgress);
  if (!opened.ok) return notDone('sessions', path, opened.error, json);
  const { reader, summary } = opened.value;
  reader.close();
  return printedAs(
    json,
    () => ({
      schema: schemaOf('sessions'),
      store: path,
      sessionCount: summary.sessionCount,
      sessions: summary.sessions.map(({ id, title, entryCount, commitCount }) => ({
        id,
        title,
        itemCount: entryCount,
        commitCount,
      })),
    }),
    () => textOf(summary),
  );
}

function textOf({ sessions, sessionCount }: FileSummary): string {
  const lines = sessions.map(lineOf);
  const rest = sessionCount - sessions.length;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return lines.map((line) => `${line}\n`).join('');
}

function lineOf({ id, title, entryCount, commitCount }: SessionSummary): string {
  const counts = `${counted(entryCount ?? 0, 'item')}, ${counted(commitCount, 'commit')}`;
  return printableLine(`${id}: ${counts}${title === null ? '' : `: ${title}`}`);
}
