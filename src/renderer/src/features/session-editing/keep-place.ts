import type { EditDone } from '../../../../shared/contract/editing';
import type { SessionEdit } from '../../../../shared/contract/session-editing';
import { choiceKey, type EntryRef, useViewState } from '../../app/view-state';
import type { SessionTarget } from './session-target';
import { storedId } from './stored-entry';

/** What the view does about an edit. */
export type PlaceChange =
  /** Nothing: it goes on to follow the stored leaf, or to show what was chosen. */
  | 'none'
  /** Shows what it shows, wherever the stored leaf went. */
  | 'stay'
  /** Shows the entry that was written, which continues what is shown. */
  | 'follow';

/**
 * A write keeps what is looked at where it is: only what continues the viewed path comes into view. Ids; null stands for
 * no entry. `followsStored`: no leaf was chosen, so that the view goes where the stored leaf goes.
 */
export function placeAfter(
  edit: SessionEdit,
  leaves: { viewed: string | null; stored: string | null; followsStored: boolean },
): PlaceChange {
  const { viewed, stored, followsStored } = leaves;
  switch (edit.kind) {
    case 'set-leaf':
      return followsStored && edit.entryId !== viewed ? 'stay' : 'none';
    case 'user-message': {
      const parent = edit.at === undefined ? stored : edit.at;
      if (parent !== viewed) return followsStored ? 'stay' : 'none';
      return followsStored ? 'none' : 'follow';
    }
    default:
      return 'none';
  }
}

/** Pins or moves the view once an edit was made. */
export function keepPlace(target: SessionTarget, edit: SessionEdit, done: EditDone): void {
  const { file, session, heads, view } = target;
  const { choices, choose } = useViewState.getState();
  const viewedRow = view.viewedLeafRow;
  if (viewedRow < 0) return;
  const viewed: EntryRef = { id: heads.index.id(viewedRow), row: viewedRow };
  const change = placeAfter(edit, {
    viewed: viewed.id,
    stored: view.storedLeafRow < 0 ? null : heads.index.id(view.storedLeafRow),
    followsStored: (choices[choiceKey(file.fileId, session.id)]?.viewedLeaf ?? null) === null,
  });
  if (change === 'stay') choose(file.fileId, session.id, { viewedLeaf: viewed });
  const written = done.entries.at(-1);
  const id = written === undefined ? null : storedId(written);
  if (change === 'follow' && id !== null)
    choose(file.fileId, session.id, { viewedLeaf: { id, row: heads.index.count, until: viewed } });
}
