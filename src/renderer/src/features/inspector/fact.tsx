import type { ReactNode } from 'react';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './fact.module.css';

interface FactProps {
  name: string;
  /** The name comes out of the file. */
  isUntrusted?: boolean;
  children: ReactNode;
}

/** A name and a value, in a `dl` of two columns. */
export function Fact({ name, isUntrusted = false, children }: FactProps) {
  return (
    <>
      <dt className={styles.name}>{isUntrusted ? <UntrustedText text={name} /> : name}</dt>
      <dd className={styles.value}>{children}</dd>
    </>
  );
}
