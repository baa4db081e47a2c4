import type { OpenFolder } from '../../../../shared/contract/folder';
import type { OpenFile, RecentFile } from '../../../../shared/contract/state';
import type { SessionSummary } from '../../../../shared/model/session';
import type { ReadFile } from '../../app/active-file';

/** One line of the session list. `position` and `setSize` are the ARIA ones, within its level. */
export type LibraryRow =
  | {
      readonly type: 'folder';
      readonly key: string;
      readonly folder: OpenFolder;
      readonly position: number;
      readonly setSize: number;
    }
  | {
      readonly type: 'file';
      readonly key: string;
      readonly file: OpenFile;
      readonly isExpanded: boolean;
      /** Sessions that pass the filter; null while the file is not read. */
      readonly matchCount: number | null;
      readonly position: number;
      readonly setSize: number;
    }
  | {
      readonly type: 'session';
      readonly key: string;
      readonly file: ReadFile;
      readonly session: SessionSummary;
      readonly position: number;
      readonly setSize: number;
    }
  | { readonly type: 'unlisted'; readonly key: string; readonly count: number }
  | {
      readonly type: 'recents';
      readonly key: string;
      readonly isExpanded: boolean;
      readonly position: number;
      readonly setSize: number;
    }
  | {
      readonly type: 'recent';
      readonly key: string;
      readonly recent: RecentFile;
      readonly position: number;
      readonly setSize: number;
    };

interface LibraryInput {
  readonly files: readonly OpenFile[];
  readonly folders?: readonly OpenFolder[];
  readonly recents: readonly RecentFile[];
  readonly filter: string;
  /** Keys of file rows, and `recents`, that are folded. */
  readonly folded: ReadonlySet<string>;
}

const RECENTS_KEY = 'recents';

/**
 * The lines of the session list: the folders, then each file with its sessions, newest first, then the recent files
 * that are not open. A filter keeps sessions whose title or id has all its words, whole files by
 * their name, and opens what is folded.
 */
export function libraryRows({
  files,
  folders = [],
  recents,
  filter,
  folded,
}: LibraryInput): readonly LibraryRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltering = words.length > 0;
  const rows: LibraryRow[] = [];
  const openPaths = new Set([...files, ...folders].map(({ path }) => path));
  const closed = recents.filter(
    (recent) => !openPaths.has(recent.path) && hasAll(`${recent.name} ${recent.folder}`, words),
  );
  const groups = files.map((file) => ({ file, sessions: matchingSessions(file, words) }));
  const shown = groups.filter(
    ({ file, sessions }) => !isFiltering || hasAll(file.name, words) || (sessions?.length ?? 0) > 0,
  );
  const shownFolders = folders.filter((folder) => hasAll(folder.name, words));
  const setSize = shownFolders.length + shown.length + (closed.length > 0 ? 1 : 0);
  for (const [index, folder] of shownFolders.entries())
    rows.push({ type: 'folder', key: folder.folderId, folder, position: index + 1, setSize });
  for (const [index, { file, sessions }] of shown.entries()) {
    const isExpanded = isFiltering || !folded.has(file.fileId);
    rows.push({
      type: 'file',
      key: file.fileId,
      file,
      isExpanded,
      matchCount: sessions?.length ?? null,
      position: shownFolders.length + index + 1,
      setSize,
    });
    if (file.status !== 'open' || !sessions || !isExpanded) continue;
    for (const [place, session] of sessions.entries()) {
      rows.push({
        type: 'session',
        key: sessionKey(file.fileId, session.id),
        file,
        session,
        position: place + 1,
        setSize: sessions.length,
      });
    }
    const unlisted = file.summary.sessionCount - file.summary.sessions.length;
    if (unlisted > 0) rows.push({ type: 'unlisted', key: `unlisted ${file.fileId}`, count: unlisted });
  }
  if (closed.length === 0) return rows;
  const isExpanded = isFiltering || !folded.has(RECENTS_KEY);
  rows.push({ type: 'recents', key: RECENTS_KEY, isExpanded, position: setSize, setSize });
  if (!isExpanded) return rows;
  for (const [index, recent] of closed.entries()) {
    rows.push({
      type: 'recent',
      key: `recent ${recent.path}`,
      recent,
      position: index + 1,
      setSize: closed.length,
    });
  }
  return rows;
}

export function sessionKey(fileId: string, sessionId: string): string {
  return `session ${fileId} ${sessionId}`;
}

/** Sessions that pass the filter, the one written last first; all of them when the file's name passes it. */
function matchingSessions(file: OpenFile, words: readonly string[]): readonly SessionSummary[] | null {
  if (file.status !== 'open') return null;
  const { sessions } = file.summary;
  const matching =
    words.length === 0 || hasAll(file.name, words)
      ? [...sessions]
      : sessions.filter((session) => hasAll(`${session.title ?? ''} ${session.id}`, words));
  return matching.sort((a, b) => a.recency - b.recency);
}

function hasAll(text: string, words: readonly string[]): boolean {
  const whole = text.toLowerCase();
  return words.every((word) => whole.includes(word));
}
