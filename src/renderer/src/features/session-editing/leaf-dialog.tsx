import type { EntryTarget } from '../../app/overlay';
import { EditSheet } from './edit-sheet';
import { EntryLine } from './entry-line';
import type { SessionTarget } from './session-target';

/** Moves the stored leaf to an entry. */
export function LeafDialog({ target, entry }: { target: SessionTarget; entry: EntryTarget }) {
  return (
    <EditSheet
      target={target}
      title="Move the stored leaf"
      submitLabel="Move leaf"
      edit={{ kind: 'set-leaf', entryId: entry.id }}
    >
      <p>The stored leaf moves to this entry: whoever goes on with the session next goes on from here.</p>
      <EntryLine target={target} row={entry.row} />
    </EditSheet>
  );
}
