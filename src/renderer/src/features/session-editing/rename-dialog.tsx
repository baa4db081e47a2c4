import { useState } from 'react';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/text-input';
import { EditSheet } from './edit-sheet';
import type { SessionTarget } from './session-target';

/** Gives the session a name. */
export function RenameDialog({ target }: { target: SessionTarget }) {
  const [name, setName] = useState(target.session.title ?? '');
  const isMissing = name.trim() === '';
  return (
    <EditSheet
      target={target}
      title="Rename session"
      submitLabel="Rename"
      edit={isMissing ? null : { kind: 'rename', name }}
      refusal={isMissing ? 'A name needs at least one visible character.' : null}
    >
      <p>
        The session is listed under this name. A name can be changed again, but a session that had none cannot
        go back to that.
      </p>
      <Field label="Name">
        {(control) => <TextInput {...control} value={name} onChange={setName} data-initial-focus />}
      </Field>
    </EditSheet>
  );
}
