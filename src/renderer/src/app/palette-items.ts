import type { OpenFile } from '../../../shared/contract/state';
import { parseEntryLink } from '../../../shared/links/entry-link';
import { showToast } from '../ui/toast-store';
import type { Action } from './actions';
import { openLink } from './linked-place';
import { useViewState } from './view-state';

/** One line of the command palette: an action, a session to go to, or a link to follow. */
export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  /** Where it belongs. */
  readonly detail: string;
  /** Null for a session and for a link. */
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

/** What a link that was put in leads to; one that is refused says why when it is followed, too. */
export function linkItem(link: string): PaletteItem {
  const parsed = parseEntryLink(link);
  return {
    id: 'link',
    title: parsed.ok ? 'Open this link' : 'This link cannot be opened',
    detail: parsed.ok ? parsed.value.file : parsed.error.message,
    action: null,
    run: () => (parsed.ok ? openLink(link) : showToast(parsed.error.message, 'err')),
  };
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
