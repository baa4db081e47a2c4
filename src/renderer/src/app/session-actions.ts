import type { OpenFile } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import type { Action } from './actions';
import { editingRefusal } from './editing-refusal';
import { type SessionOverlay, useOverlay } from './overlay';

/** Whether a file holds a session of theway, as a database or as lines. */
export function isThewayFile(file: OpenFile): boolean {
  return file.status === 'open' && file.summary.format === 'theway';
}

/** Why no new session can be made of a file; null when one can. */
export function copyRefusal(file: OpenFile): string | null {
  if (file.status !== 'open' || file.summary.format !== 'theway') return 'Only theway sessions have this.';
  return file.summary.formatVersion === null ? null : 'Transcripts of lines are only read.';
}

/** What can be done with a theway session as a whole. */
export function sessionActions(file: OpenFile, session: SessionSummary | null): readonly Action[] {
  const show = (task: SessionOverlay['task']) => () => {
    if (session)
      useOverlay.getState().show({ task, fileId: file.fileId, sessionId: session.id, entry: null });
  };
  const edits = { section: 'Edit', disabledReason: editingRefusal(file) } as const;
  const copies = { section: 'Session', disabledReason: copyRefusal(file) } as const;
  return [
    {
      id: 'append-message',
      title: 'Append a message…',
      shortcut: 'Mod+Enter',
      ...edits,
      run: show('append-user-message'),
    },
    { id: 'clear-leaf', title: 'Begin anew: no stored leaf…', ...edits, run: show('set-leaf') },
    { id: 'rename-session', title: 'Rename session…', ...edits, run: show('rename') },
    { id: 'set-binding', title: 'Binding…', ...edits, run: show('set-binding') },
    { id: 'collapse-node', title: 'Collapse node…', ...edits, run: show('collapse-node') },
    { id: 'collapsed', title: 'Mark as collapsed, or not…', ...edits, run: show('collapsed') },
    { id: 'trash-session', title: 'Delete session…', ...edits, run: show('trash') },
    { id: 'clone-session', title: 'Clone session…', ...copies, run: show('clone') },
    { id: 'export-archive', title: 'Export archive…', ...copies, run: show('export-archive') },
  ];
}
