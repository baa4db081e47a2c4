import type { FileChange, OpenFile } from '../../../shared/contract/state';
import { Button } from '../ui/button';
import { ReloadIcon } from '../ui/icons';
import styles from './changed-bar.module.css';
import { perform } from './perform';

/** The file on disk is not what is shown, and is not read again by itself. What is selected stays so over a reload. */
export function ChangedBar({
  fileId,
  place,
  change,
}: Pick<OpenFile, 'fileId' | 'place'> & { change: FileChange }) {
  return (
    <div className={styles.bar} role="status">
      <span>{place === 'server' ? 'What is on this server changed since it was read.' : WORDS[change]}</span>
      <Button icon={<ReloadIcon sizeRem={0.875} />} onClick={() => perform('files.reload', { fileId })}>
        Reload
      </Button>
    </div>
  );
}

const WORDS: Readonly<Record<FileChange, string>> = {
  written: 'This file changed on disk since it was read.',
  replaced: 'Another file has taken the place of this one on disk. What is shown was read before.',
  shortened: 'This file is shorter on disk than when it was read: something was cut off or taken out.',
  deleted: 'This file is no longer on disk: it was deleted or moved away. What is shown was read before.',
};
