import type { OpenFile } from '../../../shared/contract/state';
import type { Action } from './actions';
import { useViewState } from './view-state';

/** One line of the command palette: an action, or a session to go to. */
export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  /** Where it belongs. */
  readonly detail: string;
  /** Null for a session. */
  readonly action: Action | null;
  run(): void;
}

export function actionItems(actions: readonly Action[]): readonly PaletteItem[] {
  return actions
    .filter((action) => action.id !== 'show-commands')
    .map((action) => ({
      id: action.id,
      title: action.title,
      detail: action.section,
      action,
      run: action.run,
    }));
}

export function sessionItems(files: readonly OpenFile[]): readonly PaletteItem[] {
  return files.flatMap((file) =>
    file.status !== 'open'
      ? []
      : file.summary.sessions.map((session) => ({
          id: `session ${file.fileId} ${session.id}`,
          title: session.title ?? session.id,
          detail: file.name,
          action: null,
          run: () => useViewState.getState().selectSession(file.fileId, session.id),
        })),
  );
}
