import type { EditDone } from '../../../../shared/contract/editing';
import type { SessionEdit } from '../../../../shared/contract/session-editing';
import { call } from '../../app/bridge';
import { reportEdit } from '../../app/edits';
import { doneWords } from './done-words';

/** Tells what an edit did, and offers to take it back where that can be done; `written`: what it was shown to write. */
export async function reportSessionEdit(
  fileId: string,
  edit: SessionEdit,
  done: EditDone,
  written: { readonly isSomething: boolean; readonly parentId: string | null },
): Promise<void> {
  if (!written.isSomething) return reportEdit(fileId, done, false);
  // A first name, for one, cannot be taken back.
  const files = await call('files.list', {}).catch(() => []);
  const file = files.find((each) => each.fileId === fileId);
  const canUndo = file?.status !== 'open' || (file.undo !== null && file.undo.refusal === null);
  reportEdit(fileId, { ...done, message: doneWords(edit, written.parentId) }, canUndo);
}
