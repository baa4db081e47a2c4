import { call, errorOf } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { showToast } from '../../ui/toast-store';
import { UntrustedText } from '../../ui/untrusted-text';
import { EditError } from '../editing/edit-error';
import { useAttempt } from '../editing/use-attempt';
import styles from './session-editing.module.css';
import type { SessionTarget } from './session-target';
import { sidecarNames } from './sidecars';

/** Deletes the session file and what belongs to it. */
export function TrashDialog({ target }: { target: SessionTarget }) {
  const { fileId, name } = target.file;
  const close = useOverlay((state) => state.close);
  const attempt = useAttempt(
    () => call('files.trash', { fileId }),
    ({ trashId }) => {
      close();
      showToast(`${name} was deleted.`, 'plain', { label: 'Undo', run: () => restore(trashId) });
    },
  );
  return (
    <DialogForm
      title="Delete session"
      submitLabel="Delete"
      isRemoval
      isBusy={attempt.isBusy}
      problem={attempt.error && <EditError error={attempt.error} fileId={fileId} onRetry={attempt.run} />}
      onSubmit={attempt.run}
      onClose={close}
    >
      <p>
        The session{' '}
        <b>
          <UntrustedText text={name} />
        </b>{' '}
        is deleted, with those of these files that are there:
      </p>
      <ul className={styles.notes}>
        {sidecarNames(name).map((sidecar) => (
          <li key={sidecar}>
            <code>
              <UntrustedText text={sidecar} />
            </code>
          </li>
        ))}
      </ul>
      <p>
        You can undo this as long as the app runs. When it quits, they go to the trash of the system. Sessions
        that were forked from this one stay, without their parent.
      </p>
    </DialogForm>
  );
}

function restore(trashId: string): void {
  call('files.restore', { trashId }).then(
    () => showToast('The session is back.'),
    (reason: unknown) => {
      const retry = { label: 'Retry', run: () => restore(trashId) };
      showToast(errorOf(reason).message, 'err', retry);
    },
  );
}
