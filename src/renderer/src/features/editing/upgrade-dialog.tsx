import { useEffect, useEffectEvent, useState } from 'react';
import type { EditDone, UpgradePreview } from '../../../../shared/contract/editing';
import type { Progress } from '../../../../shared/contract/state';
import type { ReadFile } from '../../app/active-file';
import { call, useAppEvent } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { perform } from '../../app/perform';
import { announce } from '../../ui/announcer';
import { DialogForm } from '../../ui/dialog-form';
import { ProgressBar } from '../../ui/progress-bar';
import { UntrustedText } from '../../ui/untrusted-text';
import { EditError } from './edit-error';
import styles from './editing.module.css';
import { UpgradeChanges } from './upgrade-changes';
import { UpgradeResult } from './upgrade-result';
import { useAttempt } from './use-attempt';

/** Rehearses an upgrade, shows what it would change, and carries it out. */
export function UpgradeDialog({ file }: { file: ReadFile }) {
  const { fileId } = file;
  const close = useOverlay((state) => state.close);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [plan, setPlan] = useState<UpgradePreview | null>(null);
  const [result, setResult] = useState<EditDone | null>(null);
  useAppEvent('editing', (event) => {
    if (event.fileId === fileId) setProgress(event.progress);
  });
  const rehearsal = useAttempt(() => call('upgrade.preview', { fileId }), setPlan);
  const upgrade = useAttempt(
    () => call('upgrade.run', { fileId }),
    (done) => {
      announce(done.message);
      setResult(done);
    },
  );
  const rehearse = useEffectEvent(rehearsal.run);
  useEffect(() => rehearse(), []);

  const isBusy = rehearsal.isBusy || upgrade.isBusy;
  const error = upgrade.error ?? rehearsal.error;

  /** Closing while something is under way stops it: an upgrade that has reached the file ends by itself. */
  function leave() {
    if (isBusy) perform('upgrade.cancel', { fileId });
    if (!upgrade.isBusy) close();
  }

  if (result) return <UpgradeResult fileId={fileId} result={result} onClose={close} />;
  return (
    <DialogForm
      title="Upgrade this store"
      isWide
      submitLabel={error?.code === 'cancelled' ? 'Rehearse again' : 'Upgrade'}
      refusal={plan || error?.code === 'cancelled' ? null : ''}
      isBusy={isBusy}
      problem={
        error &&
        error.code !== 'cancelled' && (
          <EditError error={error} fileId={fileId} onRetry={upgrade.error ? upgrade.run : rehearsal.run} />
        )
      }
      onSubmit={plan ? upgrade.run : rehearsal.run}
      onClose={leave}
    >
      <p className={styles.fileLine}>
        <UntrustedText text={file.name} />
      </p>
      {isBusy && (
        <ProgressBar
          progress={progress ?? { label: busyWords(upgrade.isBusy), done: 0, total: null, unit: '' }}
          onCancel={() => perform('upgrade.cancel', { fileId })}
        />
      )}
      {!isBusy && error?.code === 'cancelled' && <p>Cancelled. The file was not changed.</p>}
      {!isBusy && error && error.code !== 'cancelled' && (
        <p>The file cannot be upgraded as it is. It was not changed.</p>
      )}
      {plan && <UpgradeChanges plan={plan} fileName={file.name} />}
    </DialogForm>
  );
}

function busyWords(isUpgrading: boolean): string {
  return isUpgrading ? 'Upgrading' : 'Rehearsing on a copy: the file itself is only read';
}
