import { create } from 'zustand';
import { choiceKey, type EntryRef } from './view-state';

/** An entry that was chosen, or one of the two leaves, whichever that is at the time. */
export type LeafRef = EntryRef | 'viewed' | 'stored';

/** Two branches side by side. */
export interface ComparisonView {
  readonly type: 'comparison';
  readonly left: LeafRef;
  readonly right: LeafRef;
  /** Path of the file the right side is of, where that is another one. */
  readonly otherPath: string | null;
}

/** What a model is given at a leaf. */
export interface ContextView {
  readonly type: 'context';
  readonly leaf: LeafRef;
}

/** What stands in the place of the transcript and the inspector. */
export type MainView = ComparisonView | ContextView;

interface ShownView {
  readonly view: MainView;
  /** The transcript is shown; the way back to the view stands above it. */
  readonly isAside: boolean;
}

interface MainViewState {
  /** By `choiceKey`. */
  readonly views: Readonly<Record<string, ShownView>>;
  show(fileId: string, sessionId: string, view: MainView): void;
  setAside(fileId: string, sessionId: string, isAside: boolean): void;
  close(fileId: string, sessionId: string): void;
}

/** Which sessions are looked at other than by reading them. */
export const useMainView = create<MainViewState>()((set) => ({
  views: {},
  show: (fileId, sessionId, view) =>
    set(({ views }) => ({ views: { ...views, [choiceKey(fileId, sessionId)]: { view, isAside: false } } })),
  setAside: (fileId, sessionId, isAside) =>
    set(({ views }) => {
      const key = choiceKey(fileId, sessionId);
      const shown = views[key];
      return shown && shown.isAside !== isAside ? { views: { ...views, [key]: { ...shown, isAside } } } : {};
    }),
  close: (fileId, sessionId) =>
    set(({ views }) => {
      const { [choiceKey(fileId, sessionId)]: _closed, ...rest } = views;
      return { views: rest };
    }),
}));

/** The view of a session, if it has one. */
export function useShownView(fileId: string, sessionId: string): ShownView | null {
  return useMainView((state) => state.views[choiceKey(fileId, sessionId)] ?? null);
}

/** Whether a file is wanted only as the other side of a comparison: then it does not come to the front by itself. */
export function isWantedForComparison(path: string): boolean {
  return Object.values(useMainView.getState().views).some(
    ({ view, isAside }) => !isAside && view.type === 'comparison' && view.otherPath === path,
  );
}
