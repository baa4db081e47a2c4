import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>;

interface ButtonProps extends Native {
  /** `primary` once in a view at most; `danger` in its place where something is removed; `ghost` for bars. */
  variant?: 'normal' | 'primary' | 'danger' | 'ghost';
  icon?: ReactNode;
  /** Submits the form it stands in; Enter in a field does the same. */
  isSubmit?: boolean;
}

/** A button with a text. */
export function Button({ variant = 'normal', icon, isSubmit = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={classNames(styles.button, styles[variant])}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button that reads like a link, within text. */
export function LinkButton(props: Native) {
  return <button type="button" className={styles.link} {...props} />;
}

interface IconButtonProps extends Omit<Native, 'aria-label' | 'children'> {
  /** What it does: read aloud, and shown on hover. */
  label: string;
  icon: ReactNode;
  isSmall?: boolean;
}

/** A button with an icon only. */
export function IconButton({ label, icon, isSmall = false, title, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.icon, isSmall && styles.small)}
      aria-label={label}
      title={title ?? label}
      {...rest}
    >
      {icon}
    </button>
  );
}
