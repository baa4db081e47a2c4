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
  const { done, total } = progress;
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span id={id} className={styles.label}>
          {progress.label}
        </span>
        <span className={styles.count}>{progressText(progress)}</span>
      </div>
      <div className={styles.line}>
        <progress
          className={styles.bar}
          aria-labelledby={id}
          {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(total, 1) })}
        />
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  );
}
