import type { ReactNode } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import type { SessionEdit, SessionEditPreview } from '../../../../shared/contract/session-editing';
import { useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { shownPreview } from '../editing/use-preview';
import { writeProblem } from '../editing/write-problem';
import { placeNotes } from './place-notes';
import type { SessionTarget } from './session-target';
import { type PendingEdit, useSessionEdit } from './use-session-edit';
import { WrittenPreview } from './written-preview';

interface EditSheetProps {
  target: SessionTarget;
  title: string;
  submitLabel: string;
  /** Null while it is not complete. */
  edit: SessionEdit | null;
  /** What is missing or wrong, a sentence; what is plain to see needs no words. */
  refusal?: string | null;
  hasTextArea?: boolean;
  /** What it does in a sentence, and its field; told why the edit is refused, where the refusal is about the field. */
  children: ReactNode | ((refused: OperationError | null) => ReactNode);
}

/** A dialog about one edit of a session: what it does, its field, exactly what will be written, and the button. */
export function EditSheet({ target, edit, refusal = null, children, ...form }: EditSheetProps) {
  const close = useOverlay((state) => state.close);
  const pending = useSessionEdit(target, edit);
  const { preview, attempt } = pending;
  const shown = shownPreview(preview);
  const { heads, view } = target;
  const leaves = { ...view, id: (row: number) => heads.index.id(row) };
  return (
    <DialogForm
      {...form}
      isWide
      isBusy={attempt.isBusy}
      isWaiting={preview.status === 'pending'}
      refusal={refusal ?? refusalOf(pending)}
      problem={writeProblem(attempt, preview, target.file.fileId)}
      onSubmit={attempt.run}
      onClose={close}
    >
      {typeof children === 'function' ? children(refusedInput(pending)) : children}
      <WrittenPreview
        state={preview}
        notes={
          edit && shown && heads.status !== 'loading'
            ? [...placeNotes(leaves, edit, shown.parentId), ...shown.notes]
            : []
        }
      />
    </DialogForm>
  );
}

function refusalOf({ preview }: PendingEdit): string | null {
  // A failure has a notice of its own, and what is not complete is plain to see.
  if (preview.status !== 'ready') return '';
  return writesNothing(preview.preview) ? 'That is how it is already.' : null;
}

function refusedInput({ preview }: PendingEdit): OperationError | null {
  return preview.status === 'failed' && preview.error.code === 'invalid-input' ? preview.error : null;
}

function writesNothing({ entries, meta }: SessionEditPreview): boolean {
  return entries.length === 0 && meta === null;
}
