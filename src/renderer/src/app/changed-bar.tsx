import type { OpenFile } from '../../../shared/contract/state';
import { Button } from '../ui/button';
import { ReloadIcon } from '../ui/icons';
import styles from './changed-bar.module.css';
import { perform } from './perform';

/** The file on disk is newer than what is shown. What is selected stays selected over a reload. */
export function ChangedBar({ fileId, place }: Pick<OpenFile, 'fileId' | 'place'>) {
  return (
    <div className={styles.bar} role="status">
      <span>
        {place === 'server'
          ? 'What is on this server changed since it was read.'
          : 'This file changed on disk since it was read.'}
      </span>
      <Button icon={<ReloadIcon sizeRem={0.875} />} onClick={() => perform('files.reload', { fileId })}>
        Reload
      </Button>
    </div>
  );
}
