import { useLayoutEffect, useRef } from 'react';
import type { OpenFolder } from '../../../shared/contract/folder';
import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { isWantedForComparison } from './main-view';
import { useViewState } from './view-state';

/** A file that was read: the only state in which it has sessions. */
export type ReadFile = OpenFile & { status: 'open' };

/**
 * Which file to show after the list changed: one that is new in it (the last, if several), else the
 * one on screen, else the one that took its place.
 */
export function fileToShow(
  before: readonly string[],
  after: readonly string[],
  activeFileId: string | null,
): string | null {
  const added = after.filter((fileId) => !before.includes(fileId)).at(-1);
  if (added !== undefined) return added;
  if (activeFileId !== null && after.includes(activeFileId)) return activeFileId;
  const place = activeFileId === null ? 0 : Math.max(0, before.indexOf(activeFileId));
  return after[Math.min(place, after.length - 1)] ?? null;
}

/** The session to show of a file: the one chosen while it exists, else the one written last. */
export function sessionToShow(file: ReadFile, chosenId: string | undefined): SessionSummary | null {
  const { sessions } = file.summary;
  const chosen = sessions.find((session) => session.id === chosenId);
  if (chosen) return chosen;
  return sessions.reduce<SessionSummary | null>(
    (latest, session) => (latest === null || session.recency < latest.recency ? session : latest),
    null,
  );
}

/** What the window shows beside the session list: a file, or a folder; at most one of them. */
export interface ActivePlace {
  readonly file: OpenFile | null;
  readonly folder: OpenFolder | null;
}

/** What is on screen. A file or folder that was just opened comes to the front. */
export function useActivePlace(files: readonly OpenFile[], folders: readonly OpenFolder[]): ActivePlace {
  const activeFileId = useViewState((state) => state.activeFileId);
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const after = [...folders.map((folder) => folder.folderId), ...files.map((file) => file.fileId)];
    const { activeFileId: active, selectFile, keepFiles } = useViewState.getState();
    // What a comparison has opened stays behind it.
    const isBehind = (fileId: string) =>
      files.some((file) => file.fileId === fileId && isWantedForComparison(file.path));
    const known = [...before.current, ...after.filter(isBehind)];
    const next = fileToShow(known, after, active);
    before.current = after;
    keepFiles(after);
    if (next !== active) selectFile(next);
  }, [files, folders]);
  return {
    file: files.find((file) => file.fileId === activeFileId) ?? null,
    folder: folders.find((folder) => folder.folderId === activeFileId) ?? null,
  };
}
