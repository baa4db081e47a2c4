import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { formatCount } from '../ui/number-format';
import type { SessionHeads } from './heads';
import styles from './heads-bar.module.css';

/** Why not all entries are here, and what can be done about it; how far reading is stands in the status bar. */
export function HeadsBar({ heads }: { heads: SessionHeads }) {
  const { error, index, retry } = heads;
  if (!error) return null;
  return (
    <div className={styles.bar}>
      {error.code === 'cancelled' ? (
        <div className={styles.calm} role="status">
          <span>Reading was cancelled: only the first {formatCount(index.count)} entries are shown.</span>
          <Button onClick={retry}>Read all</Button>
        </div>
      ) : (
        <ErrorNotice error={error}>
          <Button onClick={retry}>Try again</Button>
        </ErrorNotice>
      )}
    </div>
  );
}
