import type { ReactNode } from 'react';
import type { OpenFile } from '../../../shared/contract/state';
import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { FileIcon, FolderIcon, ReloadIcon, ServerIcon } from '../ui/icons';
import { formatBytes } from '../ui/number-format';
import { ProgressBar } from '../ui/progress-bar';
import { Time } from '../ui/time';
import { UntrustedText } from '../ui/untrusted-text';
import styles from './file-notice.module.css';
import { useOverlay } from './overlay';
import { perform } from './perform';
import { PROGRESS_AFTER_MS, useElapsed } from './use-elapsed';

/** A file that is being opened: nothing for a moment, then how far it is, with Cancel. */
export function OpeningNotice({ file }: { file: OpenFile & { status: 'opening' } }) {
  const isSlow = useElapsed(PROGRESS_AFTER_MS, `${file.fileId} ${file.generation}`);
  if (!isSlow) return null;
  const progress = file.progress ?? { label: 'Opening', done: 0, total: null, unit: '' };
  return (
    <Notice file={file}>
      <ProgressBar progress={progress} onCancel={() => perform('files.cancel', { fileId: file.fileId })} />
    </Notice>
  );
}

/** A file that cannot be shown: why, and what can be done. */
export function FileNotice({ file }: { file: OpenFile & { status: 'failed' | 'dead' } }) {
  const { fileId, error } = file;
  const isGone = error.code === 'missing';
  const actions = (
    <>
      <Button variant="primary" icon={<ReloadIcon sizeRem={0.875} />} onClick={() => retry(file)}>
        {retryWord(file)}
      </Button>
      {!isGone && file.place === 'file' && (
        <Button icon={<FolderIcon sizeRem={0.875} />} onClick={() => perform('files.reveal', { fileId })}>
          Show in folder
        </Button>
      )}
      <Button onClick={() => perform('files.close', { fileId })}>Close</Button>
    </>
  );
  return (
    <Notice file={file}>
      {error.code === 'cancelled' ? (
        <>
          <p className={styles.calm}>Opening was cancelled.</p>
          <div className={styles.actions}>{actions}</div>
        </>
      ) : (
        <>
          <ErrorNotice error={error}>{actions}</ErrorNotice>
          {file.found && (
            <p className={styles.found}>
              {formatBytes(file.found.sizeBytes)}, last written{' '}
              <Time timeMs={file.found.writtenMs} format="full" />
            </p>
          )}
        </>
      )}
    </Notice>
  );
}

/** A server that did not take the password is asked again with another one. */
function retry({ fileId, path, place, error }: OpenFile & { status: 'failed' | 'dead' }): void {
  if (place === 'server' && error.code === 'not-authorised')
    useOverlay.getState().show({ task: 'open-address', address: path });
  else perform('files.reload', { fileId });
}

function retryWord({ status, place, error }: OpenFile & { status: 'failed' | 'dead' }): string {
  if (status === 'dead') return 'Restart';
  if (place === 'server' && error.code === 'not-authorised') return 'Try another password…';
  if (error.code === 'locked') return 'Retry';
  return error.code === 'cancelled' ? 'Open' : 'Try again';
}

function Notice({ file, children }: { file: OpenFile; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <section className={styles.notice} aria-label={file.place === 'server' ? 'Server' : 'File'}>
        <div className={styles.head}>
          <span className={styles.icon}>
            {file.place === 'server' ? <ServerIcon sizeRem={1.5} /> : <FileIcon sizeRem={1.5} />}
          </span>
          <div className={styles.names}>
            <h2>
              <UntrustedText text={file.name} />
            </h2>
            <p>
              <UntrustedText text={file.path} />
            </p>
          </div>
        </div>
        {children}
      </section>
    </div>
  );
}
