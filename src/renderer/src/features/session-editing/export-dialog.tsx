import { useState } from 'react';
import type { OperationOutput } from '../../../../shared/contract/operations';
import { ARCHIVE_WARNING } from '../../../../shared/theway/archive-manifest';
import { call } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { perform } from '../../app/perform';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/clipboard';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { UntrustedText } from '../../ui/untrusted-text';
import { EditError } from '../editing/edit-error';
import { useAttempt } from '../editing/use-attempt';
import styles from './session-editing.module.css';
import type { SessionTarget } from './session-target';

type Exported = NonNullable<OperationOutput<'archive.export'>>;

/** Writes the session into an archive, after saying what travels with it. */
export function ExportDialog({ target }: { target: SessionTarget }) {
  const { fileId } = target.file;
  const close = useOverlay((state) => state.close);
  const [exported, setExported] = useState<Exported | null>(null);
  const attempt = useAttempt(() => call('archive.export', { fileId }), setExported);
  if (exported) return <ExportResult exported={exported} onClose={close} />;
  return (
    <DialogForm
      title="Export archive"
      submitLabel="Choose where…"
      isBusy={attempt.isBusy}
      problem={attempt.error && <EditError error={attempt.error} fileId={fileId} onRetry={attempt.run} />}
      onSubmit={attempt.run}
      onClose={close}
    >
      <p>
        The session is written into one file that theway and Ramify can import, together with its triggers and
        cron jobs where it has some. An existing file is never replaced.
      </p>
      <p className={styles.warning}>{ARCHIVE_WARNING}</p>
    </DialogForm>
  );
}

function ExportResult({ exported, onClose }: { exported: Exported; onClose: () => void }) {
  return (
    <Dialog title="Archive exported" onClose={onClose}>
      <div className={styles.result}>
        <p>The archive was written. Only you can read the file as it is now:</p>
        <p className={styles.path}>
          <code>
            <UntrustedText text={exported.path} />
          </code>
        </p>
        <p className={styles.warning}>{exported.warning}</p>
        <div className={styles.actions}>
          <Button onClick={() => perform('archive.reveal', { path: exported.path })}>Show in folder</Button>
          <Button onClick={() => copyText(exported.path, 'Path copied.')}>Copy path</Button>
          <Button variant="primary" data-initial-focus onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
