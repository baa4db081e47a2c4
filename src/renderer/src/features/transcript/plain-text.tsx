import { UntrustedText } from '../../ui/untrusted-text';
import styles from './plain-text.module.css';

/** Text as it was written, line breaks kept, nothing interpreted. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      <UntrustedText text={text} isProse />
    </p>
  );
}
