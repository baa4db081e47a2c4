import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { UntrustedText } from './untrusted-text';
import { VisuallyHidden } from './visually-hidden';

/** What the control of a field takes over, so that its label, hint and error are read with it. */
interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only, where something beside it says the same. */
  isLabelHidden?: boolean;
  /** What it means or takes. */
  hint?: ReactNode;
  /** What is wrong with what stands in it; null when nothing is. */
  error?: string | null;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control of a form, with a hint and with what is wrong. */
export function Field({ label, isLabelHidden = false, hint, error = null, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error === null ? '' : `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === null ? undefined : true,
      })}
      {error !== null && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          ✕ <UntrustedText text={error} />
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
