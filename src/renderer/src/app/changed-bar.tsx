import { Button } from '../ui/button';
import { ReloadIcon } from '../ui/icons';
import styles from './changed-bar.module.css';
import { perform } from './perform';

/** The file on disk is newer than what is shown. What is selected stays selected over a reload. */
export function ChangedBar({ fileId }: { fileId: string }) {
  return (
    <div className={styles.bar} role="status">
      <span>This file changed on disk since it was read.</span>
      <Button icon={<ReloadIcon sizeRem={0.875} />} onClick={() => perform('files.reload', { fileId })}>
        Reload
      </Button>
    </div>
  );
}
