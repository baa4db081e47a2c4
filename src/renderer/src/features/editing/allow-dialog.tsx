import type { ReadFile } from '../../app/active-file';
import { call } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { announce } from '../../ui/announcer';
import { DialogForm } from '../../ui/dialog-form';
import { UntrustedText } from '../../ui/untrusted-text';
import { EditError } from './edit-error';
import styles from './editing.module.css';
import { useAttempt } from './use-attempt';

/** Says what editing means, and switches it on for one file. */
export function AllowDialog({ file }: { file: ReadFile }) {
  const { fileId, place } = file;
  const close = useOverlay((state) => state.close);
  const attempt = useAttempt(
    () => call('editing.set', { fileId, isOn: true }),
    () => {
      close();
      announce('Editing is on for this file.');
    },
  );
  return (
    <DialogForm
      title={place === 'server' ? 'Allow editing on this server?' : 'Allow editing of this file?'}
      submitLabel="Allow editing"
      isBusy={attempt.isBusy}
      problem={attempt.error && <EditError error={attempt.error} fileId={fileId} onRetry={attempt.run} />}
      onSubmit={attempt.run}
      onClose={close}
    >
      <p className={styles.fileLine}>
        <UntrustedText text={file.name} />
      </p>
      <ul className={styles.points}>
        <li>
          Nothing is written by switching it on. Each change is shown first, and written when you say so.
        </li>
        <li>The last change can be undone while nothing else was written.</li>
        <li>
          {place === 'server'
            ? 'Others who use this server see what you write at once.'
            : 'Other programs may go on using the file meanwhile.'}
        </li>
        <li>It stays on until you stop it or close the {place}.</li>
      </ul>
    </DialogForm>
  );
}
