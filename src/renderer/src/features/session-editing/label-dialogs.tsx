import { useState } from 'react';
import type { EntryTarget } from '../../app/overlay';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/text-input';
import { EditSheet } from './edit-sheet';
import { EntryLine } from './entry-line';
import type { SessionTarget } from './session-target';

interface LabelDialogProps {
  target: SessionTarget;
  entry: EntryTarget;
}

/** Gives an entry a label, or another one. */
export function LabelDialog({ target, entry }: LabelDialogProps) {
  const [before] = useState(() => labelOf(target, entry));
  const [text, setText] = useState(before ?? '');
  const isMissing = text.trim() === '';
  const isSame = text === before;
  return (
    <EditSheet
      target={target}
      title={before === null ? 'Label this entry' : 'Change the label'}
      submitLabel={before === null ? 'Label' : 'Change label'}
      edit={isMissing || isSame ? null : { kind: 'label', entryId: entry.id, text }}
      refusal={isMissing ? '' : isSame ? 'That is its label already.' : null}
    >
      <p>The label stands beside the entry from now on, in every view of this session.</p>
      <EntryLine target={target} row={entry.row} />
      <Field label="Label">
        {(control) => <TextInput {...control} value={text} onChange={setText} data-initial-focus />}
      </Field>
    </EditSheet>
  );
}

/** Takes the label off an entry. */
export function ClearLabelDialog({ target, entry }: LabelDialogProps) {
  return (
    <EditSheet
      target={target}
      title="Clear the label"
      submitLabel="Clear label"
      edit={{ kind: 'label', entryId: entry.id, text: null }}
    >
      <p>
        The entry has no label any more. Nothing is removed: an entry is appended that says so, and the old
        label stays in the session’s past.
      </p>
      <EntryLine target={target} row={entry.row} />
    </EditSheet>
  );
}

function labelOf({ heads }: SessionTarget, { row }: EntryTarget): string | null {
  return heads.index.end?.labels.find((label) => label.row === row)?.text ?? null;
}
