import { useId } from 'react';
import type { Progress } from '../../../shared/contract/state';
import { Button } from './button';
import styles from './progress-bar.module.css';
import { progressText } from './progress-text';

interface ProgressBarProps {
  progress: Progress;
  /** Left out where the work cannot be stopped. */
  onCancel?: (() => void) | undefined;
}

/** How far a long operation is, in words and as a bar, with Cancel. */
export function ProgressBar({ progress, onCancel }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span id={id} className={styles.label}>
          {progress.label}
        </span>
        <span className={styles.count}>{progressText(progress)}</span>
      </div>
      <div className={styles.line}>
        <Bar progress={progress} labelledBy={id} />
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  );
}

/** The same in one line, for bars. */
export function ProgressLine({ progress, onCancel }: ProgressBarProps) {
  const id = useId();
  return (
    <span className={styles.inline}>
      <span id={id}>{progress.label}</span>
      <Bar progress={progress} labelledBy={id} />
      <span className={styles.count}>{progressText(progress)}</span>
      {onCancel && (
        <button type="button" className={styles.cancel} onClick={onCancel}>
          Cancel
        </button>
      )}
    </span>
  );
}

function Bar({ progress: { done, total }, labelledBy }: { progress: Progress; labelledBy: string }) {
  return (
    <progress
      className={styles.bar}
      aria-labelledby={labelledBy}
      {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(total, 1) })}
    />
  );
}
