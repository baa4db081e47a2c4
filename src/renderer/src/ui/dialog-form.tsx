import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import styles from './dialog-form.module.css';
import { Kbd } from './kbd';
import { Spinner } from './spinner';

interface DialogFormProps {
  title: string;
  isWide?: boolean;
  /** What the button says that carries it out. */
  submitLabel: string;
  isRemoval?: boolean;
  /** Why it cannot be carried out now, in a sentence; null when it can. An empty one needs no words. */
  refusal?: string | null;
  /** It is being carried out: nothing else can be asked for meanwhile. */
  isBusy?: boolean;
  /** Has a text area, in which Enter makes a line. */
  hasTextArea?: boolean;
  /** What went wrong, beside the buttons and always in view. */
  problem?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog in which something is filled in or confirmed: Enter submits, Mod+Enter also from a text area. */
export function DialogForm(props: DialogFormProps) {
  const { title, isWide = false, isRemoval = false, isBusy = false, hasTextArea = false } = props;
  const { onClose, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const refusal = props.refusal ?? null;
  const isOff = isBusy || refusal !== null;

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isOff) form.current?.requestSubmit();
  }

  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onKeyDown={press}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) props.onSubmit();
        }}
      >
        <div className={styles.body}>{children}</div>
        {props.problem && <div className={styles.problem}>{props.problem}</div>}
        <footer className={styles.footer}>
          <span className={styles.refusal}>
            {isBusy && <Spinner />}
            {!isBusy && refusal}
          </span>
          {/* Where no field has the focus first, a button has: one that removes nothing. */}
          <Button data-initial-focus={isRemoval || undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button
            isSubmit
            variant={isRemoval ? 'danger' : 'primary'}
            disabled={isOff}
            data-initial-focus={!isRemoval || undefined}
          >
            {props.submitLabel}
            {hasTextArea && <Kbd shortcut="Mod+Enter" />}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
