import type { OpenFile } from '../../../shared/contract/state';
import type { Change, Copy } from '../../../shared/model/abilities';
import type { SessionSummary } from '../../../shared/model/session';
import type { Action } from './actions';
import { editingRefusal } from './editing-refusal';
import { type SessionOverlay, useOverlay } from './overlay';

/** Whether a file holds a session of theway, as a database or as lines. */
export function isThewayFile(file: OpenFile): boolean {
  return file.status === 'open' && file.summary.format === 'theway';
}

/** Whether such a change is one for what a file holds at all. */
export function hasChange(file: OpenFile | null, change: Change): boolean {
  return file?.status === 'open' && file.summary.abilities.changes.includes(change);
}

/** Whether what a file holds can be made a new file of in this way. */
export function hasCopy(file: OpenFile, copy: Copy): boolean {
  return file.status === 'open' && file.summary.abilities.copies.includes(copy);
}

/** Why no new session can be made of a file; null when one can. */
export function copyRefusal(file: OpenFile): string | null {
  return file.status === 'open' ? file.summary.abilities.readOnlyReason : 'This file could not be read.';
}

/** What can be done with a session of entries as a whole. */
export function sessionActions(file: OpenFile, session: SessionSummary | null): readonly Action[] {
  const show = (task: SessionOverlay['task']) => () => {
    if (session)
      useOverlay.getState().show({ task, fileId: file.fileId, sessionId: session.id, entry: null });
  };
  const change = (of: Change, action: Omit<Action, 'section' | 'disabledReason'>): Action[] =>
    hasChange(file, of) ? [{ ...action, section: 'Edit', disabledReason: editingRefusal(file) }] : [];
  const copy = (of: Copy, action: Omit<Action, 'section' | 'disabledReason'>): Action[] =>
    hasCopy(file, of) ? [{ ...action, section: 'Session', disabledReason: copyRefusal(file) }] : [];
  return [
    ...change('user-message', {
      id: 'append-message',
      title: 'Append a message…',
      shortcut: 'Mod+Enter',
      run: show('append-user-message'),
    }),
    ...change('clear-leaf', {
      id: 'clear-leaf',
      title: 'Begin anew: no stored leaf…',
      run: show('set-leaf'),
    }),
    ...change('rename', { id: 'rename-session', title: 'Rename session…', run: show('rename') }),
    ...change('binding', { id: 'set-binding', title: 'Binding…', run: show('set-binding') }),
    ...change('collapse', { id: 'collapse-node', title: 'Collapse node…', run: show('collapse-node') }),
    ...change('collapse', { id: 'collapsed', title: 'Mark as collapsed, or not…', run: show('collapsed') }),
    ...change('delete', { id: 'trash-session', title: 'Delete session…', run: show('trash') }),
    ...copy('clone', { id: 'clone-session', title: 'Clone session…', run: show('clone') }),
    ...copy('archive', { id: 'export-archive', title: 'Export archive…', run: show('export-archive') }),
  ];
}
