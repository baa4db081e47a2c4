import { Button, IconButton } from './button';
import { classNames } from './class-names';
import { CloseIcon } from './icons';
import styles from './toast.module.css';
import { type Toast, useToasts } from './toast-store';
import { UntrustedText } from './untrusted-text';

/** Where toasts show; stands once in the window. */
export function Toasts() {
  const { toasts, dismiss } = useToasts();
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </div>
  );
}

function ToastView({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { action } = toast;
  return (
    <div className={classNames(styles.toast, styles[toast.tone])}>
      <span className={styles.text}>
        <UntrustedText text={toast.text} />
      </span>
      {action && (
        <Button
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton isSmall label="Dismiss" icon={<CloseIcon />} onClick={onDismiss} />
    </div>
  );
}
