import styles from './leaf-tags.module.css';

/** Marks the stored leaf. */
export function StoredLeafTag() {
  return (
    <span className={styles.stored} title="The leaf this file names as its active one">
      stored leaf
    </span>
  );
}

/** Marks the viewed leaf. */
export function ViewedLeafTag() {
  return (
    <span className={styles.viewed} title="The end of the path in the transcript">
      viewing
    </span>
  );
}
