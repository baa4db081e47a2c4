import type { EditDone } from '../../../shared/contract/editing';
import { showToast, type ToastAction, useToasts } from '../ui/toast-store';
import { call, errorOf } from './bridge';

/** The toast that offers to undo the last write of a file; one at a time, as there is one undo. */
const offers = new Map<string, number>();

/** Tells what was done to a file, and offers to take it back. */
export function reportEdit(fileId: string, done: EditDone, canUndo = isUndoable(done)): void {
  withdrawOffer(fileId);
  const offer: ToastAction | null = canUndo ? { label: 'Undo', run: () => undoEdit(fileId) } : null;
  const toastId = showToast(editSentence(done), 'plain', offer);
  if (offer) offers.set(fileId, toastId);
}

/** Whether something was written that undo takes back: an undo is not undone, and a replay wrote nothing. */
export function isUndoable({ outcome, itemCount, commitCount }: EditDone): boolean {
  return outcome !== 'undone' && outcome !== 'replayed' && itemCount + commitCount > 0;
}

/** What was done, and how the backup is called that was made first. */
export function editSentence({ message, backupPath }: EditDone): string {
  if (backupPath === null) return message;
  const name = backupPath.split(/[\\/]/).at(-1) ?? backupPath;
  return `${message} The backup beside the file is ${name}.`;
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
    () => showToast('Editing is off: nothing more is written.'),
    (reason: unknown) => showToast(errorOf(reason).message, 'err'),
  );
}

/** An older offer would take back something newer than it says. */
function withdrawOffer(fileId: string): void {
  const toastId = offers.get(fileId);
  if (toastId !== undefined) useToasts.getState().dismiss(toastId);
  offers.delete(fileId);
}
