import { useState } from 'react';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/text-input';
import { EditSheet } from './edit-sheet';
import styles from './session-editing.module.css';
import type { SessionTarget } from './session-target';
import { useMetaRow } from './use-meta-row';

/** Names the node that a collapsed session stands for, or clears it. */
export function CollapseNodeDialog({ target }: { target: SessionTarget }) {
  const stored = useMetaRow(target, { kind: 'set-collapse-node', nodeId: null });
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? textOf(stored);
  return (
    <EditSheet
      target={target}
      title="Collapse node"
      submitLabel={value === '' ? 'Clear' : 'Write'}
      edit={stored === undefined ? null : { kind: 'set-collapse-node', nodeId: value === '' ? null : value }}
    >
      <p>The node of another session’s graph that this session was collapsed into.</p>
      <Field label="Node id" hint="Left empty, the row is removed.">
        {(control) => <TextInput {...control} isCode value={value} onChange={setTyped} data-initial-focus />}
      </Field>
    </EditSheet>
  );
}

/** Marks the session as collapsed, or takes the mark away. */
export function CollapsedDialog({ target }: { target: SessionTarget }) {
  const stored = useMetaRow(target, { kind: 'set-collapsed', isCollapsed: false });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isCollapsed = chosen ?? stored === 'true';
  return (
    <EditSheet
      target={target}
      title="Collapsed"
      submitLabel={isCollapsed ? 'Mark' : 'Remove the mark'}
      edit={stored === undefined ? null : { kind: 'set-collapsed', isCollapsed }}
    >
      <p>A collapsed session is one that another session holds the short form of.</p>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isCollapsed}
          onChange={(event) => setChosen(event.target.checked)}
          data-initial-focus
        />
        <span>This session is collapsed</span>
      </label>
    </EditSheet>
  );
}

function textOf(json: string | null | undefined): string {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
