import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names';
import styles from './text-input.module.css';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange'> {
  /** For ids and addresses: a monospace. */
  isCode?: boolean;
  ref?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
}

/** A field of one line. */
export function TextInput({ isCode = false, onChange, type = 'text', ...rest }: TextInputProps) {
  return (
    <input
      type={type}
      className={classNames(styles.input, isCode && styles.code)}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'onChange'> {
  isCode?: boolean;
  onChange: (value: string) => void;
}

/** A field of several lines. */
export function TextArea({ isCode = false, onChange, rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea
      className={classNames(styles.input, styles.area, isCode && styles.code)}
      spellCheck={false}
      autoComplete="off"
      rows={rows}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}
