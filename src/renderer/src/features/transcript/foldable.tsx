import type { ReactNode } from 'react';
import { FoldIcon } from '../../ui/icons';
import { formatShort } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import type { FoundPlace } from '../entry/found-place';
import styles from './foldable.module.css';
import { useFold } from './folds';

interface FoldableProps {
  /** Tells it apart within the session: row and block. */
  id: string;
  title: string;
  /** The title comes out of the file. */
  isUntrusted?: boolean;
  sizeChars: number;
  /** What is found in it. */
  found?: FoundPlace | null;
  children: ReactNode;
}

/** A line that unfolds. */
export function Foldable({
  id,
  title,
  isUntrusted = false,
  sizeChars,
  found = null,
  children,
}: FoldableProps) {
  const [isOpen, toggle] = useFold(id, found);
  return (
    <div className={styles.foldable}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={toggle}>
        <FoldIcon isOpen={isOpen} />
        {isUntrusted ? <UntrustedText text={title} /> : title}
        {sizeChars > 0 && <span className={styles.size}>{formatShort(sizeChars)} characters</span>}
      </button>
      {isOpen && children}
    </div>
  );
}
