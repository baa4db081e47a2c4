import { useState } from 'react';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/text-input';
import { EditSheet } from './edit-sheet';
import type { SessionTarget } from './session-target';

/** Gives the session a name. */
export function RenameDialog({ target }: { target: SessionTarget }) {
  // The title of a session without a name is its first text.
  const [before] = useState(() => (hasName(target.heads.index) ? (target.session.title ?? '') : ''));
  const [name, setName] = useState(before);
  const isMissing = name.trim() === '';
  const isSame = before !== '' && name === before;
  return (
    <EditSheet
      target={target}
      title="Rename session"
      submitLabel="Rename"
      edit={isMissing || isSame ? null : { kind: 'rename', name }}
      refusal={
        isMissing ? 'A name needs at least one visible character.' : isSame ? 'That is its name.' : null
      }
    >
      <p>The session is listed under this name.</p>
      <Field label="Name">
        {(control) => <TextInput {...control} value={name} onChange={setName} data-initial-focus />}
      </Field>
    </EditSheet>
  );
}

/** Whether an entry names the session; a blank name counts for nothing (contract, section 2). */
function hasName(index: SessionIndex): boolean {
  for (let row = index.count - 1; row >= 0; row--) {
    if (index.isKind(row, 'session_info') && index.preview(row).trim() !== '') return true;
  }
  return false;
}
