import type { ReactNode } from 'react';
import type { OperationError } from '../../../shared/contract/errors';
import styles from './error-notice.module.css';
import { ErrorIcon } from './icons';
import { UntrustedText } from './untrusted-text';

interface ErrorNoticeProps {
  error: OperationError;
  /** Buttons: what the user can do. */
  children?: ReactNode;
}

/** What went wrong in one sentence, what can be done, and the detail on demand. */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.icon}>
        <ErrorIcon />
      </span>
      <div className={styles.body}>
        <p>
          <UntrustedText text={error.message} />
        </p>
        {error.detail !== null && error.detail !== '' && (
          <details className={styles.detail}>
            <summary>Details</summary>
            <code>
              <UntrustedText text={error.detail} />
            </code>
          </details>
        )}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  );
}
