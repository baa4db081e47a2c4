import type { EditDone } from '../../../shared/contract/editing';
import { showToast, type ToastAction, useToasts } from '../ui/toast-store';
import { call, errorOf } from './bridge';

/** The toast that offers to undo the last write of a file; one at a time, as there is one undo. */
const offers = new Map<string, number>();

/** What undo takes back. A replay wrote nothing, and an undo is not undone. */
const UNDOABLE: ReadonlySet<EditDone['outcome']> = new Set(['appended', 'committed', 'popped', 'cleared']);

/** Tells what was done to a file, and offers to take it back. */
export function reportEdit(fileId: string, done: EditDone): void {
  withdrawOffer(fileId);
  const offer: ToastAction | null = UNDOABLE.has(done.outcome)
    ? { label: 'Undo', run: () => undoEdit(fileId) }
    : null;
  const toastId = showToast(done.message, 'plain', offer);
  if (offer) offers.set(fileId, toastId);
}

/** Takes the last write of a file back, and says so or why not. */
export function undoEdit(fileId: string): void {
  withdrawOffer(fileId);
  call('editing.undo', { fileId }).then(
    (done) => reportEdit(fileId, done),
    (reason: unknown) => {
      const error = errorOf(reason);
      const retry: ToastAction | null =
        error.code === 'locked' ? { label: 'Retry', run: () => undoEdit(fileId) } : null;
      showToast(error.message, 'err', retry);
    },
  );
}

/** Switches editing off; on is asked for in a dialog, which can show why it is refused. */
export function stopEditing(fileId: string): void {
  call('editing.set', { fileId, isOn: false }).then(
    () => {
      withdrawOffer(fileId);
      showToast('Editing is off. The file is only read from now on.');
    },
    (reason: unknown) => showToast(errorOf(reason).message, 'err'),
  );
}

/** An older offer would take back something newer than it says. */
function withdrawOffer(fileId: string): void {
  const toastId = offers.get(fileId);
  if (toastId !== undefined) useToasts.getState().dismiss(toastId);
  offers.delete(fileId);
}
