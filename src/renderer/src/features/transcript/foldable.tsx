import type { ReactNode } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from '../../ui/icons';
import { formatShort } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { useSessionScope } from '../entry/session-scope';
import styles from './foldable.module.css';
import { useFold } from './folds';

interface FoldableProps {
  /** Tells it apart within the session: row and block. */
  id: string;
  title: string;
  /** The title comes out of the file. */
  isUntrusted?: boolean;
  sizeChars: number;
  children: ReactNode;
}

/** A line that unfolds. */
export function Foldable({ id, title, isUntrusted = false, sizeChars, children }: FoldableProps) {
  const { fileId, sessionId } = useSessionScope();
  const [isOpen, toggle] = useFold(JSON.stringify([fileId, sessionId, id]));
  return (
    <div className={styles.foldable}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? <ChevronDownIcon sizeRem={0.75} /> : <ChevronRightIcon sizeRem={0.75} />}
        {isUntrusted ? <UntrustedText text={title} /> : title}
        {sizeChars > 0 && <span className={styles.size}>{formatShort(sizeChars)} characters</span>}
      </button>
      {isOpen && children}
    </div>
  );
}
