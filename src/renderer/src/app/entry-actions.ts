import type { OpenFile } from '../../../shared/contract/state';
import { entryLinkText } from '../../../shared/links/entry-link';
import type { Change } from '../../../shared/model/abilities';
import { copyText } from '../ui/clipboard';
import { showToast } from '../ui/toast-store';
import type { Action } from './actions';
import { editingRefusal } from './editing-refusal';
import { entryWords } from './format-names';
import { type SessionOverlay, useOverlay } from './overlay';
import { copyRefusal, hasChange, hasCopy } from './session-actions';
import { entryViewActions, type ViewableEntry } from './view-actions';

/** An entry as far as its actions depend on it. */
export interface EntryContext extends ViewableEntry {
  readonly hasLabel: boolean;
}

/** What can be done with one entry; null where none is active. */
export function entryActions(
  file: OpenFile,
  sessionId: string,
  entry: EntryContext | null,
): readonly Action[] {
  const missing = entry === null ? 'No entry is shown.' : null;
  const copy: Action = {
    id: 'copy-entry-id',
    title: file.status === 'open' ? `Copy id of ${entryWords(file.summary.format)[0]}` : 'Copy id of entry',
    section: 'Tree',
    disabledReason: missing,
    run: () => copyText(entry?.id ?? '', 'Entry id copied.'),
  };
  const link: Action = {
    id: 'copy-link',
    title: 'Copy link',
    section: 'Tree',
    shortcut: 'Mod+Shift+C',
    disabledReason:
      missing ?? (file.place === 'server' ? 'A link leads to a file, and a server has none.' : null),
    run: () => copyLink(file, sessionId, entry?.id ?? null),
  };
  const views = entryViewActions(file, sessionId, entry);
  const show = (task: SessionOverlay['task']) => () => {
    if (entry) useOverlay.getState().show({ task, fileId: file.fileId, sessionId, entry });
  };
  const off = missing ?? editingRefusal(file);
  const fork: Action = {
    id: 'fork-session',
    title: 'Fork from here…',
    section: 'Session',
    disabledReason: missing ?? copyRefusal(file),
    run: show('fork'),
  };
  const change = (of: Change, action: Omit<Action, 'section'>): Action[] =>
    hasChange(file, of) ? [{ ...action, section: 'Edit' }] : [];
  return [
    ...change('set-leaf', {
      id: 'set-leaf',
      title: 'Continue from here: move stored leaf…',
      disabledReason: off ?? (entry?.isStoredLeaf ? 'It is the stored leaf already.' : null),
      run: show('set-leaf'),
    }),
    ...change('label', {
      id: 'label-entry',
      title: entry?.hasLabel ? 'Change label…' : 'Label…',
      shortcut: 'F2',
      disabledReason: off,
      run: show('set-label'),
    }),
    ...change('label', {
      id: 'clear-label',
      title: 'Clear label…',
      disabledReason: off ?? (entry?.hasLabel ? null : 'This entry has no label.'),
      run: show('clear-label'),
    }),
    ...change('user-message', {
      id: 'append-message-here',
      title: 'Append a message here…',
      disabledReason: off,
      run: show('append-user-message'),
    }),
    ...(hasCopy(file, 'fork') ? [fork] : []),
    ...views,
    link,
    copy,
  ];
}

function copyLink(file: OpenFile, sessionId: string, entryId: string | null): void {
  const link = entryLinkText({ file: file.path, sessionId, entryId });
  if (link === null)
    showToast('No link can name this entry: its path or an id is too long or no text.', 'err');
  else copyText(link, 'Link copied.');
}
