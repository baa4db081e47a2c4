import { useMemo, useState } from 'react';
import type { ReadFile } from '../../app/active-file';
import { call } from '../../app/bridge';
import { reportEdit } from '../../app/edits';
import { useOverlay } from '../../app/overlay';
import { useViewState } from '../../app/view-state';
import { DialogForm } from '../../ui/dialog-form';
import { composeItems, EMPTY_DRAFT, fieldOfRule, type MessageDraft } from './message-draft';
import { type FieldProblem, MessageFields } from './message-fields';
import { PayloadPreview } from './payload-preview';
import { chosenSessionId, SessionChoice } from './session-choice';
import { useAttempt } from './use-attempt';
import { type PreviewState, usePreview } from './use-preview';
import { writeProblem } from './write-problem';

interface AppendDialogProps {
  file: ReadFile;
  sessionId: string | null;
}

/** Composes one message, shows its payload, and appends it. */
export function AppendDialog({ file, sessionId }: AppendDialogProps) {
  const { fileId, generation } = file;
  const close = useOverlay((state) => state.close);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [chosen, setChosen] = useState({ isNew: sessionId === null, newId: '' });
  const target = chosenSessionId(sessionId, chosen);
  const composed = useMemo(() => composeItems(draft), [draft]);
  const itemsText = composed.ok ? composed.itemsText : null;
  const isUntouched = isEmpty(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another generation of the file may meet it otherwise
  const request = useMemo(
    () => (itemsText === null ? null : { fileId, sessionId: target, itemsText, commit: null }),
    [fileId, target, itemsText, generation],
  );
  const preview = usePreview(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names what is written
  const subject = useMemo(() => ({}), [target, itemsText]);
  const attempt = useAttempt(
    () => call('editing.append', { fileId, sessionId: target, itemsText: itemsText ?? '' }),
    (done) => {
      close();
      reportEdit(fileId, done);
      if (chosen.isNew) useViewState.getState().selectSession(fileId, target);
    },
    subject,
  );
  const problem = composed.ok ? ruleProblem(preview) : { field: composed.field, message: composed.message };
  return (
    <DialogForm
      title="Append a message"
      isWide
      submitLabel="Append"
      hasTextArea
      isBusy={attempt.isBusy}
      isWaiting={preview.status === 'pending' && target !== ''}
      refusal={refusalOf(preview, problem, target)}
      problem={writeProblem(attempt, preview, fileId)}
      onSubmit={attempt.run}
      onClose={close}
    >
      <SessionChoice file={file} sessionId={sessionId} chosen={chosen} onChange={setChosen} />
      <MessageFields draft={draft} problem={isUntouched ? null : problem} onChange={setDraft} />
      <PayloadPreview title="What will be stored" state={preview} />
    </DialogForm>
  );
}

function isEmpty(draft: MessageDraft): boolean {
  return Object.entries(draft).every(([field, value]) => field === 'role' || value === '');
}

function ruleProblem(preview: PreviewState): FieldProblem | null {
  if (preview.status !== 'ready' || preview.preview.problem === null) return null;
  const { message } = preview.preview.problem;
  return { field: fieldOfRule(message), message };
}

function refusalOf(preview: PreviewState, problem: FieldProblem | null, target: string): string | null {
  if (target === '') return 'Type the id of the new session.';
  if (problem) return 'A rule is broken: see the field.';
  // A failure has a notice of its own.
  return preview.status === 'ready' ? null : '';
}
