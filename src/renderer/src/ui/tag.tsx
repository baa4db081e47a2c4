import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './tag.module.css';

interface TagProps {
  tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'err';
  /** Shown on hover. */
  title?: string;
  children: ReactNode;
}

/** A short word about something: an outcome, a state, a label. */
export function Tag({ tone = 'plain', title, children }: TagProps) {
  return (
    <span className={classNames(styles.tag, styles[tone])} title={title}>
      {children}
    </span>
  );
}
