import { UntrustedText } from '../../ui/untrusted-text';
import { TextBlocks } from '../entry/text-blocks';
import styles from './plain-text.module.css';

/** Text as it was written, line breaks kept, nothing interpreted; it may come in parts. */
export function PlainText({ text, more = NONE }: { text: string; more?: readonly string[] }) {
  return (
    <p className={styles.text}>
      <TextBlocks parts={[text, ...more]}>{(part) => <UntrustedText text={part} isProse />}</TextBlocks>
    </p>
  );
}

const NONE: readonly string[] = [];
