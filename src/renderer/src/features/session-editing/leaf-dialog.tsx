import type { EntryTarget } from '../../app/overlay';
import { EditSheet } from './edit-sheet';
import { EntryLine } from './entry-line';
import type { SessionTarget } from './session-target';

/** Moves the stored leaf to an entry; null: to none, so that what comes next begins anew. */
export function LeafDialog({ target, entry }: { target: SessionTarget; entry: EntryTarget | null }) {
  if (entry === null) {
    return (
      <EditSheet
        target={target}
        title="Leave the session without a stored leaf"
        submitLabel="Clear leaf"
        edit={{ kind: 'set-leaf', entryId: null }}
      >
        <p>Whoever goes on with the session next begins anew: the next entry is a root of its own.</p>
      </EditSheet>
    );
  }
  return (
    <EditSheet
      target={target}
      title="Continue from here"
      submitLabel="Move leaf"
      edit={{ kind: 'set-leaf', entryId: entry.id }}
    >
      <p>The stored leaf moves to this entry: whoever goes on with the session next goes on from here.</p>
      <EntryLine target={target} row={entry.row} />
    </EditSheet>
  );
}
