import type { EditDone } from '../../../../shared/contract/editing';
import type { SessionEdit } from '../../../../shared/contract/theway-editing';
import { call } from '../../app/bridge';
import { reportEdit } from '../../app/edits';
import { doneWords } from './done-words';

/** Tells what an edit did, and offers to take it back where that can be done. */
export async function reportSessionEdit(
  fileId: string,
  edit: SessionEdit,
  done: EditDone,
  hasWritten: boolean,
): Promise<void> {
  if (!hasWritten) return reportEdit(fileId, done, false);
  // A first name, for one, cannot be taken back.
  const files = await call('files.list', {}).catch(() => []);
  const file = files.find((each) => each.fileId === fileId);
  const canUndo = file?.status !== 'open' || (file.undo !== null && file.undo.refusal === null);
  reportEdit(fileId, { ...done, message: doneWords(edit) }, canUndo);
}
