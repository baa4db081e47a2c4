import { useMemo, useState } from 'react';
import type { EditPreview } from '../../../../shared/contract/editing';
import type { ReadFile } from '../../app/active-file';
import { call } from '../../app/bridge';
import { reportEdit } from '../../app/edits';
import { useOverlay } from '../../app/overlay';
import { useViewState } from '../../app/view-state';
import { DialogForm } from '../../ui/dialog-form';
import { CommitFacts } from './commit-facts';
import { type CommitNameDraft, CommitNameField, commitNameOf } from './commit-name';
import { commitOutlook } from './commit-outlook';
import { type ItemsSource, ItemsSourceField } from './items-source';
import { PayloadPreview } from './payload-preview';
import { chosenSessionId, SessionChoice } from './session-choice';
import { useAttempt } from './use-attempt';
import { type PreviewState, shownPreview, usePreview } from './use-preview';
import { writeProblem } from './write-problem';

interface CommitDialogProps {
  file: ReadFile;
  sessionId: string | null;
}

const NO_ITEMS: ItemsSource = { text: '', fileName: null };
const NO_NAME: CommitNameDraft = { type: 'checkpoint-key', text: '' };

/** Appends items once for a commit id: what they are, what they would meet, and what became of it. */
export function CommitDialog({ file, sessionId }: CommitDialogProps) {
  const { fileId, generation } = file;
  const close = useOverlay((state) => state.close);
  const [source, setSource] = useState(NO_ITEMS);
  const [name, setName] = useState(NO_NAME);
  const [chosen, setChosen] = useState({ isNew: sessionId === null, newId: '' });
  const target = chosenSessionId(sessionId, chosen);
  const hasItems = source.text.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another generation of the file may meet it otherwise
  const request = useMemo(
    () =>
      hasItems ? { fileId, sessionId: target, itemsText: source.text, commit: commitNameOf(name) } : null,
    [fileId, target, source, name, hasItems, generation],
  );
  const preview = usePreview(request);
  const shown = shownPreview(preview);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names what is written
  const subject = useMemo(() => ({}), [target, source, name]);
  const attempt = useAttempt(
    () =>
      call('editing.commit', {
        fileId,
        sessionId: target,
        itemsText: source.text,
        commit: commitNameOf(name) ?? { type: 'id', commitId: '' },
        digest: shown?.digest ?? '',
      }),
    (done) => {
      close();
      reportEdit(fileId, done);
      if (chosen.isNew) useViewState.getState().selectSession(fileId, target);
    },
    subject,
  );
  return (
    <DialogForm
      title="Append a commit"
      isWide
      submitLabel={shown?.meets === 'same-digest' ? 'Replay' : 'Commit'}
      hasTextArea
      isBusy={attempt.isBusy}
      isWaiting={preview.status === 'pending' && target !== '' && name.text !== ''}
      refusal={refusalOf(preview, hasItems, target)}
      problem={writeProblem(attempt, preview, fileId)}
      onSubmit={attempt.run}
      onClose={close}
    >
      <SessionChoice file={file} sessionId={sessionId} chosen={chosen} onChange={setChosen} />
      <ItemsSourceField
        source={source}
        error={preview.status === 'ready' ? problemText(preview.preview) : null}
        onChange={setSource}
      />
      <CommitNameField name={name} onChange={setName} />
      <CommitFacts preview={shown} isStale={preview.status === 'pending'} />
      <PayloadPreview title="Payloads" state={preview} />
    </DialogForm>
  );
}

function problemText({ problem }: EditPreview): string | null {
  if (problem === null) return null;
  return problem.index === null ? problem.message : `Item ${problem.index + 1}: ${problem.message}`;
}

function refusalOf(state: PreviewState, hasItems: boolean, target: string): string | null {
  if (target === '') return 'Type the id of the new session.';
  if (!hasItems) return 'Give the items to commit.';
  // A failure has a notice of its own.
  if (state.status !== 'ready') return '';
  const { preview } = state;
  if (preview.problem) return 'A rule is broken: see the items.';
  const outlook = commitOutlook(preview);
  return outlook ? outlook.refusal : 'Name the commit.';
}
