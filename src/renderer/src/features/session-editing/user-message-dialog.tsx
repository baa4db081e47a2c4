import { useState } from 'react';
import type { EntryTarget } from '../../app/overlay';
import { Field } from '../../ui/field';
import { TextArea } from '../../ui/text-input';
import { EditSheet } from './edit-sheet';
import { EntryLine } from './entry-line';
import type { SessionTarget } from './session-target';

interface UserMessageDialogProps {
  target: SessionTarget;
  /** What it follows; null for the end of the path that is viewed. */
  entry: EntryTarget | null;
}

/** Appends a message of the user after an entry. */
export function UserMessageDialog({ target, entry }: UserMessageDialogProps) {
  const [text, setText] = useState('');
  const row = entry?.row ?? target.view.viewedLeafRow;
  const at = row < 0 ? null : target.heads.index.id(row);
  // Which leaf is viewed may not be known yet.
  const isPlaced = entry !== null || target.heads.status !== 'loading';
  const isMissing = text.trim() === '';
  return (
    <EditSheet
      target={target}
      title="Append a message"
      submitLabel="Append"
      hasTextArea
      edit={isMissing || !isPlaced ? null : { kind: 'user-message', text, at }}
      refusal={isPlaced ? (isMissing ? '' : null) : 'The session is still being read.'}
    >
      <p>{sentence(target, row)}</p>
      {row >= 0 && <EntryLine target={target} row={row} />}
      <Field label="Message of the user">
        {(control) => <TextArea {...control} value={text} onChange={setText} data-initial-focus />}
      </Field>
    </EditSheet>
  );
}

function sentence({ heads }: SessionTarget, row: number): string {
  if (row < 0) return 'The message starts the session.';
  if (heads.index.parents.includes(row))
    return 'The message follows this entry. Others follow it already: a new branch begins here.';
  return 'The message follows this entry.';
}
