import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import { formatCount } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './payload-box.module.css';

interface PayloadBoxProps {
  title: string;
  /** Beside the title. */
  detail?: ReactNode;
  /** What is shown is about to be replaced. */
  isStale?: boolean;
  children: ReactNode;
}

/** Payloads under a title, in a box of limited height. */
export function PayloadBox({ title, detail, isStale = false, children }: PayloadBoxProps) {
  return (
    <div className={styles.preview}>
      <p className={styles.heading}>
        {title}
        {detail && <span className={styles.quiet}>{detail}</span>}
      </p>
      <section
        className={classNames(styles.payloads, isStale && styles.stale)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label={title}
        aria-busy={isStale}
      >
        {children}
      </section>
    </div>
  );
}

/** One payload to the letter, or its beginning. */
export function Payload({ text, totalChars }: { text: string; totalChars: number }) {
  return (
    <pre className={styles.payload}>
      <UntrustedText text={text} />
      {totalChars > text.length && (
        <span className={styles.cut}>… {formatCount(totalChars)} characters in all</span>
      )}
    </pre>
  );
}
