import { classNames } from '../../ui/class-names';
import styles from './lists.module.css';
import tones from './tones.module.css';
import type { VerdictWords } from './verdict-words';

interface JudgementProps {
  words: VerdictWords;
}

/** The sign of a judgement; the word beside it says the same. */
export function Sign({ words }: JudgementProps) {
  return (
    <span className={classNames(styles.sign, tones[words.tone])} aria-hidden="true">
      {words.sign}
    </span>
  );
}

/** A judgement in a word. */
export function Word({ words }: JudgementProps) {
  return <span className={tones[words.tone]}>{words.word}</span>;
}
