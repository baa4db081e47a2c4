import { UntrustedText } from '../../../ui/untrusted-text';
import { SideScroll } from '../side-scroll';
import styles from './code-lines.module.css';
import { LimitedLines } from './limited-lines';
import { linesOf } from './line-diff';

interface CodeLinesProps {
  text: string;
  /** Number of the first line. */
  firstNumber: number;
  label: string;
}

/** The text of a file with the numbers of its lines. */
export function CodeLines({ text, firstNumber, label }: CodeLinesProps) {
  return (
    <LimitedLines lines={linesOf(text)}>
      {(lines) => (
        <SideScroll label={label}>
          <div className={styles.lines}>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is told by its number
              <div key={at} className={styles.line}>
                <span className={styles.number} aria-hidden="true">
                  {firstNumber + at}
                </span>
                <code className={styles.text}>
                  <UntrustedText text={line} />
                </code>
              </div>
            ))}
          </div>
        </SideScroll>
      )}
    </LimitedLines>
  );
}
