import type { EditDone } from '../../../../shared/contract/editing';
import { undoEdit } from '../../app/edits';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './editing.module.css';

interface UpgradeResultProps {
  fileId: string;
  result: EditDone;
  onClose: () => void;
}

/** What the upgrade did, and where the backup is. */
export function UpgradeResult({ fileId, result, onClose }: UpgradeResultProps) {
  return (
    <Dialog title="Upgraded" onClose={onClose}>
      <div className={styles.result}>
        <p>
          <span className={styles.ok} aria-hidden="true">
            ✓
          </span>{' '}
          <UntrustedText text={result.message} />
        </p>
        {result.backupPath !== null && (
          <div className={styles.line}>
            <span className={styles.quiet}>Backup</span>
            <code>
              <UntrustedText text={result.backupPath} />
            </code>
            <CopyButton label="Copy path of the backup" text={result.backupPath} />
          </div>
        )}
        <p className={styles.quiet}>It can be undone while nothing else is written.</p>
        <div className={styles.resultEnd}>
          <Button
            onClick={() => {
              onClose();
              undoEdit(fileId);
            }}
          >
            Undo
          </Button>
          <Button variant="primary" data-initial-focus onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
