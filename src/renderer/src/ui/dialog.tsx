import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';
import styles from './dialog.module.css';
import { CloseIcon } from './icons';

interface DialogProps {
  title: string;
  /** Keeps the title for screen readers only, where the content speaks for itself. */
  isTitleHidden?: boolean;
  /** Near the top of the window rather than in its middle. */
  isAtTop?: boolean;
  /** For what is better read in long lines. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog over the native element: it traps the focus, closes on Escape and gives the focus back. What
 * carries `data-initial-focus` has the focus first.
 */
export function Dialog({
  title,
  isTitleHidden = false,
  isAtTop = false,
  isWide = false,
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // A layout effect, since it is undone while the dialog is still there: a dialog that is removed gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    return () => element?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape does the same by key
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isAtTop && styles.top, isWide && styles.wide)}
      aria-labelledby={isTitleHidden ? undefined : id}
      aria-label={isTitleHidden ? title : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.content}>
        {!isTitleHidden && (
          <header className={styles.header}>
            <h2 id={id}>{title}</h2>
            <IconButton label="Close" icon={<CloseIcon />} onClick={onClose} />
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
