import { spellOut } from '../../ui/invisible-characters';
import { shortId } from '../../ui/short-id';
import { UntrustedText } from '../../ui/untrusted-text';
import { kindWords } from '../entry/kind-words';
import styles from './session-editing.module.css';
import type { SessionTarget } from './session-target';

/** The entry an edit is about, on one line. */
export function EntryLine({ target, row }: { target: SessionTarget; row: number }) {
  const { index } = target.heads;
  const id = index.id(row);
  const text = index.preview(row) || index.toolNames(row);
  return (
    <p className={styles.entry}>
      <span className={styles.entryKind}>{kindWords(index.kind(row)).word}</span>
      <span className={styles.entryText}>
        <UntrustedText text={text} isProse />
      </span>
      <code title={spellOut(id)}>
        <UntrustedText text={shortId(id)} />
      </code>
    </p>
  );
}
