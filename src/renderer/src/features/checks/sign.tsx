import { classNames } from '../../ui/class-names';
import styles from './lists.module.css';
import type { VerdictWords } from './verdict-words';

/** The sign of a judgement; the word beside it says the same. */
export function Sign({ words }: { words: VerdictWords }) {
  return (
    <span className={classNames(styles.sign, styles[words.tone])} aria-hidden="true">
      {words.sign}
    </span>
  );
}
