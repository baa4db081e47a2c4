import styles from './leaf-tags.module.css';

interface LeafTagProps {
  /** The leaf itself is not shown: it is below the entry that has the tag. */
  isBelow?: boolean;
}

/** Marks the stored leaf. */
export function StoredLeafTag({ isBelow = false }: LeafTagProps) {
  return (
    <span
      className={styles.stored}
      title={`The leaf this file names as its active one${isBelow ? BELOW : ''}`}
    >
      stored leaf{isBelow && ' ↓'}
    </span>
  );
}

/** Marks the viewed leaf. */
export function ViewedLeafTag({ isBelow = false }: LeafTagProps) {
  return (
    <span className={styles.viewed} title={`The end of the path in the transcript${isBelow ? BELOW : ''}`}>
      viewing{isBelow && ' ↓'}
    </span>
  );
}

const BELOW = '; it is below this entry, and not shown';
