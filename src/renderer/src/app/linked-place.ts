import { useEffect } from 'react';
import { create } from 'zustand';
import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { spellOut } from '../ui/invisible-characters';
import { showToast } from '../ui/toast-store';
import { sessionToShow } from './active-file';
import { call, errorOf, useAppEvent } from './bridge';
import type { SessionHeads } from './heads';
import { perform } from './perform';
import { type SessionView, useViewState } from './view-state';

/** Where a link leads that was followed, until it is shown. */
interface LinkedPlace {
  readonly fileId: string;
  readonly sessionId: string | null;
  readonly entryId: string | null;
  /** Its session is on screen; the entry waits for the heads. */
  readonly isSessionShown: boolean;
}

interface LinkedPlaceState {
  readonly place: LinkedPlace | null;
}

export const useLinkedPlace = create<LinkedPlaceState>()(() => ({ place: null }));

const arrive = () => useLinkedPlace.setState({ place: null });

/** Follows a link that was put in by hand; why it is refused shows as a toast. */
export function openLink(link: string): void {
  perform('links.open', { link: link.trim() });
}

/** Shows a session of a file that is being opened once it is read; null for the one the file shows by itself. */
export function showSessionOnceRead(fileId: string, sessionId: string | null): void {
  useLinkedPlace.setState({ place: { fileId, sessionId, entryId: null, isSessionShown: false } });
}

/** Shows what links lead to as soon as their file is read; stands once in the window. */
export function useLinks(
  files: readonly OpenFile[],
  shown: { readonly fileId: string | undefined; readonly sessionId: string | undefined },
): void {
  useEffect(takeLinks, []);
  useAppEvent('links', takeLinks);

  const place = useLinkedPlace((state) => state.place);
  useEffect(() => {
    const file = files.find((each) => each.fileId === place?.fileId);
    if (place && file && !place.isSessionShown) useLinkedPlace.setState({ place: showSession(place, file) });
  }, [place, files]);

  // Whoever goes elsewhere meanwhile is not called back.
  useEffect(() => {
    if (place?.isSessionShown && (shown.fileId !== place.fileId || shown.sessionId !== place.sessionId))
      arrive();
  }, [place, shown.fileId, shown.sessionId]);
}

/** Selects the entry that a link leads to once the heads of its session are known. */
export function useLinkedEntry(
  fileId: string,
  session: SessionSummary,
  heads: SessionHeads,
  view: SessionView,
): void {
  const place = useLinkedPlace((state) => state.place);
  const { index, status } = heads;
  const { selectEntry } = view;
  useEffect(() => {
    if (!place?.isSessionShown || place.fileId !== fileId || place.sessionId !== session.id) return;
    if (status === 'loading') return;
    const row = place.entryId === null ? -1 : index.rowOf(place.entryId);
    arrive();
    if (row >= 0) selectEntry(row);
    else if (place.entryId !== null) showToast(missingEntry(place.entryId, status === 'failed'), 'err');
  }, [place, fileId, session.id, index, status, selectEntry]);
}

function takeLinks(): void {
  call('links.take', {}).then(
    (outcomes) => {
      for (const outcome of outcomes) {
        if (outcome.status === 'refused') showToast(outcome.message, 'err');
        else {
          const { fileId, sessionId, entryId } = outcome;
          useLinkedPlace.setState({ place: { fileId, sessionId, entryId, isSessionShown: false } });
        }
      }
    },
    (reason: unknown) => showToast(errorOf(reason).message, 'err'),
  );
}

/** Brings the session of a link on screen once its file is read; gives what is then still to be shown. */
function showSession(place: LinkedPlace, file: OpenFile): LinkedPlace | null {
  if (file.status === 'opening') return place;
  // Why a file could not be opened stands in its place.
  if (file.status !== 'open') return null;
  const { selectFile, selectSession, activeSessions } = useViewState.getState();
  const session =
    place.sessionId === null
      ? sessionToShow(file, activeSessions[file.fileId])
      : file.summary.sessions.find(({ id }) => id === place.sessionId);
  if (session) {
    selectSession(file.fileId, session.id);
    return place.entryId === null ? null : { ...place, isSessionShown: true };
  }
  selectFile(file.fileId);
  if (place.sessionId !== null) showToast(missingSession(file.summary, place.sessionId), 'err');
  return null;
}

function missingSession(
  { sessions, sessionCount }: { sessions: readonly SessionSummary[]; sessionCount: number },
  sessionId: string,
): string {
  const isListCut = sessions.length < sessionCount;
  return isListCut
    ? `The session “${shortName(sessionId)}” is not among those listed of this file.`
    : `There is no session “${shortName(sessionId)}” in this file.`;
}

function missingEntry(entryId: string, isPartial: boolean): string {
  return isPartial
    ? `The entry “${shortName(entryId)}” is not among those that could be read.`
    : `There is no entry “${shortName(entryId)}” in this session.`;
}

const MAX_NAME_CHARS = 60;

/** A name of a link in a sentence. */
function shortName(name: string): string {
  return spellOut(name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name);
}
