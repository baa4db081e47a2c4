import { useState } from 'react';
import { call } from '../../app/bridge';
import { reportEdit } from '../../app/edits';
import { useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { countOf } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './editing.module.css';
import { type RemovalProps, removalProblem, SessionName, useRemoval } from './removal';
import { useAttempt } from './use-attempt';

/** Removes all items and commits of a session, with a backup of the file unless it is not wanted. */
export function ClearDialog({ file, sessionId }: RemovalProps) {
  const { fileId, place } = file;
  const removal = useRemoval(file, sessionId);
  const [wantsBackup, setWantsBackup] = useState(true);
  const close = useOverlay((state) => state.close);
  const attempt = useAttempt(
    () => call('editing.clear', { fileId, sessionId, withBackup: place === 'file' && wantsBackup }),
    (done) => {
      close();
      reportEdit(fileId, done);
    },
  );
  const { preview } = removal;
  return (
    <DialogForm
      title="Clear this session"
      submitLabel="Clear session"
      isRemoval
      isBusy={attempt.isBusy}
      refusal={preview ? null : ''}
      problem={removalProblem(attempt, removal, fileId)}
      onSubmit={attempt.run}
      onClose={close}
    >
      <p>
        {preview ? (
          <>
            This removes <b>{countOf(preview.itemCount, 'item')}</b> and{' '}
            <b>{countOf(preview.commitCount, 'commit')}</b> of{' '}
            <SessionName file={file} sessionId={sessionId} />.
          </>
        ) : (
          'Counting what is in this session…'
        )}{' '}
        Other sessions stay as they are.
        {preview !== null &&
          preview.commitCount > 0 &&
          ' Once its commits are forgotten, the same items can be committed again.'}
      </p>
      <p>You can undo it while nothing else was written and this {place} stays open.</p>
      {place === 'file' && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={wantsBackup}
            onChange={(event) => setWantsBackup(event.target.checked)}
          />
          <span>
            Make a backup beside the file first
            <span className={styles.checkHint}>
              <UntrustedText text={file.name} />
              .backup-…
            </span>
          </span>
        </label>
      )}
    </DialogForm>
  );
}
