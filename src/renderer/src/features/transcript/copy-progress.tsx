import { PROGRESS_AFTER_MS, useElapsed } from '../../app/use-elapsed';
import { formatShort } from '../../ui/number-format';
import { ProgressLine } from '../../ui/progress-bar';
import { useCopyJob } from './copy-entries';
import styles from './transcript-float.module.css';

/** How far a copy is that takes a while, with Cancel. */
export function CopyProgress() {
  const job = useCopyJob((state) => state.job);
  const isSlow = useElapsed(PROGRESS_AFTER_MS, String(job !== null));
  if (job === null || !isSlow) return null;
  return (
    <div className={styles.float} role="status">
      <ProgressLine
        progress={{
          label: `Gathering the text, ${formatShort(job.chars)} characters`,
          done: job.doneEntries,
          total: job.entryCount,
          unit: 'entries',
        }}
        onCancel={job.stop}
      />
    </div>
  );
}
