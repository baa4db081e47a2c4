import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { formatCount } from '../ui/number-format';
import { ProgressBar } from '../ui/progress-bar';
import type { SessionHeads } from './heads';
import styles from './heads-bar.module.css';
import { PROGRESS_AFTER_MS, useElapsed } from './use-elapsed';

/** How the reading of the entries stands, while there is something to say about it. */
export function HeadsBar({ heads }: { heads: SessionHeads }) {
  const isSlow = useElapsed(PROGRESS_AFTER_MS, heads.status);
  if (heads.status === 'failed' && heads.error) {
    const wasCancelled = heads.error.code === 'cancelled';
    return (
      <div className={styles.bar}>
        {wasCancelled ? (
          <div className={styles.calm} role="status">
            <span>
              Reading was cancelled: only the first {formatCount(heads.index.count)} entries are shown.
            </span>
            <Button onClick={heads.retry}>Read all</Button>
          </div>
        ) : (
          <ErrorNotice error={heads.error}>
            <Button onClick={heads.retry}>Try again</Button>
          </ErrorNotice>
        )}
      </div>
    );
  }
  if (heads.status === 'loading' && isSlow) {
    return (
      <div className={styles.bar}>
        <ProgressBar progress={heads.progress} onCancel={heads.cancel} />
      </div>
    );
  }
  return null;
}
