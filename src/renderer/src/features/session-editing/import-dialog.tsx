import { type ReactNode, useState } from 'react';
import type { ArchivePreview, ChosenArchive } from '../../../../shared/contract/theway-editing';
import { call } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { ErrorNotice } from '../../ui/error-notice';
import { countOf, formatBytes } from '../../ui/number-format';
import { showToast } from '../../ui/toast-store';
import { UntrustedText } from '../../ui/untrusted-text';
import { useAttempt } from '../editing/use-attempt';
import { fileNameOf } from './file-name';
import styles from './session-editing.module.css';

/** What an archive holds, before anything of it is written; then a folder is asked for. */
export function ImportDialog({ chosen }: { chosen: ChosenArchive }) {
  const { archiveId, preview } = chosen;
  const close = useOverlay((state) => state.close);
  const [isActive, setActive] = useState(false);
  const enabled = (preview.triggers?.enabled ?? 0) + (preview.cronJobs?.enabled ?? 0);
  const attempt = useAttempt(
    () => call('archive.import', { archiveId, activate: isActive }),
    (made) => {
      if (made === null) return;
      close();
      showToast(`Imported as ${fileNameOf(made.path)}.`);
    },
    chosen,
  );
  return (
    <DialogForm
      title="Import archive"
      submitLabel="Choose folder…"
      isBusy={attempt.isBusy}
      problem={attempt.error && <ErrorNotice error={attempt.error} />}
      onSubmit={attempt.run}
      onClose={close}
    >
      <p>
        A new session file with an id of its own is made of this archive. The whole transcript travels: every
        message, every tool call and its output, on every branch.
      </p>
      <ArchiveFacts preview={preview} />
      {enabled > 0 && (
        <label className={styles.check}>
          <input type="checkbox" checked={isActive} onChange={(event) => setActive(event.target.checked)} />
          <span>
            Switch on what was switched on at its source
            <span className={styles.checkHint}>
              Otherwise its triggers and cron jobs arrive switched off. Once on, theway may run them without
              asking.
            </span>
          </span>
        </label>
      )}
    </DialogForm>
  );
}

function ArchiveFacts({ preview }: { preview: ArchivePreview }) {
  return (
    <dl className={styles.facts}>
      <ArchiveFact name="Archive">
        <span title={preview.path}>
          <UntrustedText text={fileNameOf(preview.path)} />
        </span>
        , {formatBytes(preview.sizeBytes)}
      </ArchiveFact>
      {preview.firstUserText !== null && (
        <ArchiveFact name="Begins with">
          “<UntrustedText text={preview.firstUserText} isProse />”
        </ArchiveFact>
      )}
      <ArchiveFact name="Entries">{countOf(preview.entryCount, 'entry', 'entries')}</ArchiveFact>
      <ArchiveFact name="Stored leaf">
        {preview.activeLeafId === null ? 'none' : <Code text={preview.activeLeafId} />}
      </ArchiveFact>
      <ArchiveFact name="Session id there">
        <Code text={preview.sessionId} />
      </ArchiveFact>
      <ArchiveFact name="Folder there">
        <Code text={preview.cwd} />
      </ArchiveFact>
      <ArchiveFact name="Made">
        <UntrustedText text={preview.createdAt} />
      </ArchiveFact>
      <ArchiveFact name="Version of theway">
        <UntrustedText text={preview.thewayVersion} />
      </ArchiveFact>
      <ArchiveFact name="Triggers">{sidecarWords(preview.triggers)}</ArchiveFact>
      <ArchiveFact name="Cron jobs">{sidecarWords(preview.cronJobs)}</ArchiveFact>
    </dl>
  );
}

function ArchiveFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Code({ text }: { text: string }) {
  return (
    <code>
      <UntrustedText text={text} />
    </code>
  );
}

function sidecarWords(sidecar: ArchivePreview['triggers']): string {
  if (sidecar === null) return 'none';
  return `${sidecar.total}, ${sidecar.enabled} of them switched on`;
}
