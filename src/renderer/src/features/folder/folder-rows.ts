import type { FoundSessions } from '../../../../shared/contract/folder';
import type { FormatId } from '../../../../shared/model/format';
import { formatName } from '../../app/format-names';

/** One line of a folder: a session, or a file of which no session can be listed. */
export interface FolderRow {
  readonly key: string;
  /** Of the file, from the folder. */
  readonly path: string;
  /** Null for a file. */
  readonly sessionId: string | null;
  /** The session's title, else its id; of a file its name. */
  readonly title: string;
  readonly format: FormatId | null;
  /** Null for a file. */
  readonly entryCount: number | null;
  readonly sizeBytes: number;
  /** Milliseconds since 1970: when the session was written, as it says itself, else its file. */
  readonly writtenMs: number;
  /** How many sessions of the file are not listed; 0 on all but a line of its own. */
  readonly unlistedCount: number;
  readonly isSubAgent: boolean;
  readonly trouble: string | null;
}

/** Every line there is of what was found, the session written last first. */
export function folderRows(files: readonly FoundSessions[]): readonly FolderRow[] {
  return files
    .flatMap(rowsOf)
    .sort((a, b) => b.writtenMs - a.writtenMs || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function rowsOf(file: FoundSessions): FolderRow[] {
  const { path, sizeBytes, writtenMs, format, isSubAgent, sessions, sessionCount, trouble } = file;
  const whole = {
    key: path,
    path,
    sessionId: null,
    title: baseName(path),
    format,
    entryCount: null,
    sizeBytes,
    writtenMs,
    unlistedCount: sessionCount - sessions.length,
    isSubAgent,
    trouble,
  };
  const rows = sessions.map((session) => ({
    ...whole,
    key: `${path}\n${session.id}`,
    sessionId: session.id,
    title: session.title ?? session.id,
    entryCount: session.entryCount,
    writtenMs: session.writtenMs ?? writtenMs,
    unlistedCount: 0,
  }));
  if (rows.length === 0) return [whole];
  if (whole.unlistedCount === 0) return rows;
  // Behind those that are listed, which are newer.
  return [...rows, { ...whole, writtenMs: Math.min(...rows.map((row) => row.writtenMs)) - 1 }];
}

/** The lines that have all words of a filter in their title, id, path or format. */
export function filteredRows(
  rows: readonly FolderRow[],
  filter: string,
  hasSubAgents: boolean,
): readonly FolderRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && hasSubAgents) return rows;
  return rows.filter((row) => {
    if (row.isSubAgent && !hasSubAgents) return false;
    if (words.length === 0) return true;
    const { title, sessionId, path, format } = row;
    const text =
      `${title}\n${sessionId ?? ''}\n${path}\n${format === null ? '' : formatName(format)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The last part of a path, whichever system it is of. */
function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
