import type { CommitName } from '../../../../shared/contract/editing';
import { isBlank } from '../../../../shared/text/white-space';
import { Field } from '../../ui/field';
import { SegmentedControl } from '../../ui/segmented-control';
import { TextInput } from '../../ui/text-input';
import styles from './editing.module.css';

/** How a commit is named, as filled in. */
export interface CommitNameDraft {
  readonly type: CommitName['type'];
  readonly text: string;
}

/** The name of a commit; null while there is none. An empty key would be one, but nobody types it on purpose. */
export function commitNameOf({ type, text }: CommitNameDraft): CommitName | null {
  switch (type) {
    case 'checkpoint-key':
      return text === '' ? null : { type, key: text };
    case 'id':
      return isBlank(text) ? null : { type, commitId: text };
  }
}

interface CommitNameFieldProps {
  name: CommitNameDraft;
  onChange: (name: CommitNameDraft) => void;
}

/** The id of a commit, or the key it is made from. */
export function CommitNameField({ name, onChange }: CommitNameFieldProps) {
  const isKey = name.type === 'checkpoint-key';
  return (
    <div className={styles.name}>
      <span className={styles.nameTitle}>Named by</span>
      <SegmentedControl
        label="How the commit is named"
        segments={[
          { value: 'checkpoint-key', label: 'Checkpoint key' },
          { value: 'id', label: 'Commit id' },
        ]}
        value={name.type}
        onChange={(type) => onChange({ ...name, type })}
      />
      <Field
        label={isKey ? 'Checkpoint key' : 'Commit id'}
        isLabelHidden
        hint={isKey ? 'The commit id is made from it.' : 'It is stored as typed, white space included.'}
      >
        {(control) => (
          <TextInput {...control} isCode value={name.text} onChange={(text) => onChange({ ...name, text })} />
        )}
      </Field>
    </div>
  );
}
