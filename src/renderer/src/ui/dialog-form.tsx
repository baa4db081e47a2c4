import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
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
  /** Why it cannot be carried out now, in a sentence; null when it can. What is plain to see needs no words. */
  refusal?: string | null;
  /** Whether it can be carried out is being found out: what is asked for meanwhile is done if so. */
  isWaiting?: boolean;
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
  const isWaiting = (props.isWaiting ?? false) && !isBusy;
  const isOff = isBusy || refusal !== null;
  const [isWanted, setWanted] = useState(false);

  function submit() {
    if (isWaiting) setWanted(true);
    else if (!isOff) props.onSubmit();
  }

  const submitIfPossible = useEffectEvent(() => {
    setWanted(false);
    submit();
  });
  useEffect(() => {
    if (isWanted && !isWaiting) submitIfPossible();
  }, [isWanted, isWaiting]);

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <Dialog title={title} isWide={isWide} onClose={onClose}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onKeyDown={press}
        // Who goes on filling in has not decided yet.
        onInput={() => setWanted(false)}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.body}>{children}</div>
        {props.problem && <div className={styles.problem}>{props.problem}</div>}
        <footer className={styles.footer}>
          <span className={styles.refusal}>{isBusy || isWanted ? <Spinner /> : refusal}</span>
          {/* Where no field has the focus first, a button has: one that removes nothing. */}
          <Button data-initial-focus={isRemoval || undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button
            isSubmit
            variant={isRemoval ? 'danger' : 'primary'}
            disabled={isOff && !isWaiting}
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
