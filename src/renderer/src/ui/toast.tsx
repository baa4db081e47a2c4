import { IconButton } from './button';
import { classNames } from './class-names';
import { CloseIcon } from './icons';
import styles from './toast.module.css';
import { useToasts } from './toast-store';
import { UntrustedText } from './untrusted-text';

/** Where toasts show; stands once in the window. */
export function Toasts() {
  const { toasts, dismiss } = useToasts();
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={classNames(styles.toast, styles[toast.tone])}>
          <span className={styles.text}>
            <UntrustedText text={toast.text} />
          </span>
          <IconButton isSmall label="Dismiss" icon={<CloseIcon />} onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
