import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import type { Action } from './actions';
import { editingRefusal } from './editing-refusal';
import { stopEditing, undoEdit } from './edits';
import { type EditOverlay, useOverlay } from './overlay';
import { hasChange, sessionActions } from './session-actions';

interface EditingState {
  file: OpenFile | null;
  session: SessionSummary | null;
}

/** Every action that changes a file, or decides whether it may be changed. */
export function editingActions({ file, session }: EditingState): readonly Action[] {
  const fileId = file?.fileId ?? '';
  // A store of items is what is spoken of where nothing is open.
  const isSession = hasChange(file, 'set-leaf');
  return [
    {
      id: 'allow-editing',
      title: 'Allow editing…',
      section: 'Edit',
      disabledReason: switchRefusal(file, 'off'),
      run: () => useOverlay.getState().show({ task: 'allow', fileId, sessionId: session?.id ?? null }),
    },
    {
      id: 'stop-editing',
      title: 'Stop editing',
      section: 'Edit',
      disabledReason: switchRefusal(file, 'on'),
      run: () => stopEditing(fileId),
    },
    ...(file !== null && isSession ? sessionActions(file, session) : storeActions({ file, session })),
    {
      id: 'undo-edit',
      title: (file?.status === 'open' ? file.undo?.label : null) ?? 'Undo the last edit',
      section: 'Edit',
      shortcut: 'Mod+Z',
      isForTextFields: true,
      disabledReason: undoRefusal(file),
      run: () => undoEdit(fileId),
    },
  ];
}

/** What can be done to a vv-agent store. */
function storeActions({ file, session }: EditingState): readonly Action[] {
  const fileId = file?.fileId ?? '';
  const show = (task: EditOverlay['task']) => () =>
    useOverlay.getState().show({ task, fileId, sessionId: session?.id ?? null });
  const off = editingRefusal(file);
  return [
    {
      id: 'append-message',
      title: 'Append a message…',
      section: 'Edit',
      shortcut: 'Mod+Enter',
      disabledReason: off,
      run: show('append'),
    },
    {
      id: 'append-commit',
      title: 'Append a commit…',
      section: 'Edit',
      disabledReason: off,
      run: show('commit'),
    },
    {
      id: 'pop-item',
      title: 'Pop the newest item…',
      section: 'Edit',
      disabledReason: off ?? (hasItems(session) ? null : 'This session has no items.'),
      run: show('pop'),
    },
    {
      id: 'clear-session',
      title: 'Clear this session…',
      section: 'Edit',
      disabledReason:
        off ??
        (hasItems(session) || hasCommits(session) ? null : 'This session has neither items nor commits.'),
      run: show('clear'),
    },
    {
      id: 'upgrade-file',
      title: 'Upgrade…',
      section: 'Edit',
      disabledReason: upgradeRefusal(file),
      run: show('upgrade'),
    },
  ];
}

function switchRefusal(file: OpenFile | null, from: 'on' | 'off'): string | null {
  if (file?.status === 'open' && file.editing === from) return null;
  const refusal = editingRefusal(file);
  if (from === 'on') return refusal;
  return refusal ?? 'Editing is on already.';
}

/** What was written stays undoable after editing is switched off. */
function undoRefusal(file: OpenFile | null): string | null {
  if (file === null) return 'No file is open.';
  if (file.status !== 'open' || file.undo === null) return 'Nothing was written here yet.';
  return file.undo.refusal;
}

function upgradeRefusal(file: OpenFile | null): string | null {
  if (file?.status === 'open' && file.editing === 'upgrade-first') return null;
  return file === null ? 'No file is open.' : 'This file is not a store of an older version.';
}

function hasItems(session: SessionSummary | null): boolean {
  return session !== null && session.entryCount !== 0;
}

function hasCommits(session: SessionSummary | null): boolean {
  return (session?.commitCount ?? 0) > 0;
}
