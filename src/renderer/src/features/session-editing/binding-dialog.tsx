import { useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import { LinkButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { SegmentedControl } from '../../ui/segmented-control';
import { TextInput } from '../../ui/text-input';
import {
  type BindingDraft,
  bindingGap,
  bindingOf,
  draftOfRow,
  fieldOfRefusal,
  NO_BINDING,
} from './binding-draft';
import { EditSheet } from './edit-sheet';
import styles from './session-editing.module.css';
import type { SessionTarget } from './session-target';
import { useMetaRow } from './use-meta-row';

const FIELDS = [
  { field: 'clientKey', label: 'Client' },
  { field: 'workDir', label: 'Work folder' },
  { field: 'provider', label: 'Provider (optional)' },
  { field: 'model', label: 'Model (optional)' },
  { field: 'baseUrl', label: 'Base URL (optional)' },
] as const;

const THINKING = [
  { value: '', label: 'not set' },
  { value: 'on', label: 'on' },
  { value: 'off', label: 'off' },
] as const;

/** Says which client and runtime the session belongs to, or clears that. */
export function BindingDialog({ target }: { target: SessionTarget }) {
  const stored = useMetaRow(target, { kind: 'set-binding', binding: null });
  const [typed, setTyped] = useState<Partial<BindingDraft>>({});
  const draft = { ...draftOfRow(stored ?? null), ...typed };
  const binding = bindingOf(draft);
  const gap = bindingGap(draft);
  return (
    <EditSheet
      target={target}
      title="Binding"
      submitLabel={binding === null ? 'Clear binding' : 'Write binding'}
      edit={stored === undefined || gap !== null ? null : { kind: 'set-binding', binding }}
      refusal={gap}
    >
      {(refused) => (
        <>
          <p>
            The client and the runtime this session belongs to. It must never hold credentials: a value that
            looks like one is refused. With every field empty the binding is cleared.
          </p>
          <div className={styles.columns}>
            {FIELDS.map(({ field, label }, place) => (
              <Field
                key={field}
                label={label}
                error={flagged(refused) === field ? 'This looks like a credential.' : null}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    isCode
                    value={draft[field]}
                    onChange={(value) => setTyped({ ...typed, [field]: value })}
                    data-initial-focus={place === 0 || undefined}
                  />
                )}
              </Field>
            ))}
            <div className={styles.thinking}>
              <span>Thinking</span>
              <SegmentedControl
                label="Thinking"
                segments={THINKING}
                value={draft.thinking}
                onChange={(thinking) => setTyped({ ...typed, thinking })}
              />
            </div>
          </div>
          {binding !== null && (
            <p>
              <LinkButton onClick={() => setTyped(NO_BINDING)}>Empty all fields</LinkButton>
            </p>
          )}
        </>
      )}
    </EditSheet>
  );
}

/** The field that is refused, if one is. */
function flagged(refused: OperationError | null): keyof BindingDraft | null {
  return refused && fieldOfRefusal(refused.message);
}
