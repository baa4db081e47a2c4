import { useId, useState } from 'react';
import type { Role } from '../../../../shared/vv-agent/item';
import { Field } from '../../ui/field';
import { FoldIcon } from '../../ui/icons';
import { SegmentedControl } from '../../ui/segmented-control';
import { TextArea, TextInput } from '../../ui/text-input';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './editing.module.css';
import type { DraftField, MessageDraft } from './message-draft';

/** A broken rule, and the field it is about; null for the item as a whole. */
export interface FieldProblem {
  readonly field: DraftField | null;
  readonly message: string;
}

interface MessageFieldsProps {
  draft: MessageDraft;
  problem: FieldProblem | null;
  onChange: (draft: MessageDraft) => void;
}

const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'system', label: 'System' },
  { value: 'tool', label: 'Tool' },
];

/** Fields that are folded away until they are wanted. */
const FOLDED: readonly DraftField[] = ['name', 'toolCalls', 'reasoning', 'imageUrl', 'metadata'];

/** The fields of a message; those that few messages have are folded away. */
export function MessageFields({ draft, problem, onChange }: MessageFieldsProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const moreId = useId();
  const set = (field: DraftField) => (value: string) => onChange({ ...draft, [field]: value });
  const errorOf = (field: DraftField) => (problem?.field === field ? problem.message : null);
  // What is wrong must be in sight.
  const isOpen = isUnfolded || FOLDED.some((field) => problem?.field === field);
  const isTool = draft.role === 'tool';
  const callId = (
    <Field
      label="Tool call id"
      hint={isTool ? 'The call this result answers.' : 'Usual for the role tool only.'}
      error={errorOf('toolCallId')}
    >
      {(control) => <TextInput {...control} isCode value={draft.toolCallId} onChange={set('toolCallId')} />}
    </Field>
  );
  return (
    <>
      <div className={styles.role}>
        <span>Role</span>
        <SegmentedControl label="Role" segments={ROLES} value={draft.role} onChange={set('role')} />
      </div>
      {problem && (problem.field === null || problem.field === 'role') && (
        <p className={styles.ruleError} role="alert">
          ✕ <UntrustedText text={problem.message} />
        </p>
      )}
      {isTool && callId}
      <Field label="Content" error={errorOf('content')}>
        {(control) => (
          <TextArea {...control} data-initial-focus value={draft.content} onChange={set('content')} />
        )}
      </Field>
      <div>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setUnfolded(!isOpen)}
        >
          <FoldIcon isOpen={isOpen} /> More fields
        </button>
        <div id={moreId} className={styles.more} hidden={!isOpen}>
          <Field label="Name" error={errorOf('name')}>
            {(control) => <TextInput {...control} value={draft.name} onChange={set('name')} />}
          </Field>
          {!isTool && callId}
          <Field
            label="Tool calls"
            hint="A JSON array of {id, type, function: {name, arguments}}; arguments is a string of JSON."
            error={errorOf('toolCalls')}
          >
            {(control) => (
              <TextArea {...control} isCode rows={2} value={draft.toolCalls} onChange={set('toolCalls')} />
            )}
          </Field>
          <Field label="Reasoning" error={errorOf('reasoning')}>
            {(control) => (
              <TextArea {...control} rows={2} value={draft.reasoning} onChange={set('reasoning')} />
            )}
          </Field>
          <Field label="Image URL" error={errorOf('imageUrl')}>
            {(control) => <TextInput {...control} isCode value={draft.imageUrl} onChange={set('imageUrl')} />}
          </Field>
          <Field label="Metadata" hint="A JSON object." error={errorOf('metadata')}>
            {(control) => (
              <TextArea {...control} isCode rows={2} value={draft.metadata} onChange={set('metadata')} />
            )}
          </Field>
        </div>
      </div>
    </>
  );
}
