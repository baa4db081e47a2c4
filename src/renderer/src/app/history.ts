import { useEffect } from 'react';
import { create } from 'zustand';
import type { OpenFolder } from '../../../shared/contract/folder';
import type { OpenFile } from '../../../shared/contract/state';
import type { Action } from './actions';
import { useLinkedPlace } from './linked-place';
import { keepPlaces, NO_HISTORY, nextPlace, type ViewHistory, visit } from './view-history';
import { choiceKey, useViewState, type ViewedPlace } from './view-state';

const useHistory = create<ViewHistory>()(() => NO_HISTORY);

/** Where back and forward lead; -1 where they lead nowhere. */
export interface HistorySteps {
  readonly back: number;
  readonly forward: number;
}

/** Where history can lead. */
interface OpenPlaces {
  readonly files: readonly OpenFile[];
  readonly folders: readonly OpenFolder[];
}

/** Notes what is viewed, and says where back and forward lead; stands once in the window. */
export function useViewHistory(
  open: OpenPlaces,
  { fileId, sessionId }: { readonly fileId: string | null; readonly sessionId: string | null },
): HistorySteps {
  const { files, folders } = open;
  const choice = useViewState((state) =>
    fileId === null || sessionId === null ? undefined : state.choices[choiceKey(fileId, sessionId)],
  );
  const link = useLinkedPlace((state) => state.place);
  // What is passed on the way to where a link leads was not looked at.
  const isUnderWay = link !== null && files.some((each) => each.fileId === link.fileId);
  useEffect(() => {
    const fileIds = [...folders.map((each) => each.folderId), ...files.map((each) => each.fileId)];
    useHistory.setState((history) => keepPlaces(history, fileIds));
    if (fileId === null || isUnderWay || !fileIds.includes(fileId)) return;
    const { selected = null, viewedLeaf = null } = choice ?? {};
    useHistory.setState((history) => visit(history, { fileId, sessionId, selected, viewedLeaf }));
  }, [files, folders, fileId, sessionId, choice, isUnderWay]);

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const step = MOUSE_STEPS.get(event.button);
      if (step === undefined) return;
      event.preventDefault();
      if (event.type === 'mouseup' && !document.querySelector('dialog[open]'))
        goThroughHistory({ files, folders }, step);
    };
    // A press would otherwise take the focus along.
    window.addEventListener('mousedown', press);
    window.addEventListener('mouseup', press);
    return () => {
      window.removeEventListener('mousedown', press);
      window.removeEventListener('mouseup', press);
    };
  }, [files, folders]);

  const history = useHistory();
  const isThere = placeTest(open);
  return { back: nextPlace(history, -1, isThere), forward: nextPlace(history, 1, isThere) };
}

/** The buttons at the side of a mouse. */
const MOUSE_STEPS: ReadonlyMap<number, -1 | 1> = new Map([
  [3, -1],
  [4, 1],
]);

export function historyActions(open: OpenPlaces, steps: HistorySteps): readonly Action[] {
  return [
    {
      id: 'go-back',
      title: 'Back',
      section: 'View',
      shortcut: 'Alt+ArrowLeft',
      macShortcut: 'Mod+[',
      disabledReason: steps.back < 0 ? 'Nothing was viewed before this.' : null,
      run: () => goThroughHistory(open, -1),
    },
    {
      id: 'go-forward',
      title: 'Forward',
      section: 'View',
      shortcut: 'Alt+ArrowRight',
      macShortcut: 'Mod+]',
      disabledReason: steps.forward < 0 ? 'Nothing was viewed after this.' : null,
      run: () => goThroughHistory(open, 1),
    },
  ];
}

function goThroughHistory(open: OpenPlaces, step: -1 | 1): void {
  const history = useHistory.getState();
  const at = nextPlace(history, step, placeTest(open));
  const place = history.places[at];
  if (!place) return;
  useHistory.setState({ at });
  useViewState.getState().restore(place);
}

/** Whether a place can be shown: its folder or file is open, and its session is in it as far as that is known. */
function placeTest({ files, folders }: OpenPlaces): (place: ViewedPlace) => boolean {
  return ({ fileId, sessionId }) => {
    if (folders.some((each) => each.folderId === fileId)) return true;
    const file = files.find((each) => each.fileId === fileId);
    if (file?.status !== 'open' || sessionId === null) return file !== undefined;
    return file.summary.sessions.some((session) => session.id === sessionId);
  };
}
