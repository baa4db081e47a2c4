import { useMemo } from 'react';
import type { CodeLanguage } from '../../../../../shared/tools/code-language';
import { UntrustedText } from '../../../ui/untrusted-text';
import { useCodeColours } from '../../entry/code-colours';
import { AskForColours, useColouredLines } from '../../entry/coloured-code';
import { ColouredLine } from '../../entry/coloured-line';
import type { CodeLine } from '../../entry/coloured-lines';
import { SideScroll } from '../side-scroll';
import styles from './code-lines.module.css';
import { LimitedLines } from './limited-lines';
import { linesOf } from './line-diff';

interface CodeLinesProps {
  text: string;
  /** Number of the first line. */
  firstNumber: number;
  label: string;
  language: CodeLanguage | null;
}

/** The text of a file with the numbers of its lines. */
export function CodeLines({ text, firstNumber, label, language }: CodeLinesProps) {
  const colours = useCodeColours(text, language);
  const coloured = useColouredLines(text, colours);
  const lines = useMemo(() => linesOf(text), [text]);
  return (
    <>
      <LimitedLines lines={lines}>
        {(shown) => (
          <SideScroll label={label}>
            <div className={styles.lines}>
              {shown.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is told by its number
                <div key={at} className={styles.line}>
                  <span className={styles.number} aria-hidden="true">
                    {firstNumber + at}
                  </span>
                  <code className={styles.text}>
                    <CodeLineText text={line} line={coloured?.[at]} />
                  </code>
                </div>
              ))}
            </div>
          </SideScroll>
        )}
      </LimitedLines>
      <div className={styles.ask}>
        <AskForColours colours={colours} sizeChars={text.length} />
      </div>
    </>
  );
}

/** A line in its colours, as soon as those are known. */
export function CodeLineText({ text, line }: { text: string; line: CodeLine | undefined }) {
  return line === undefined ? <UntrustedText text={text} /> : <ColouredLine line={line} />;
}
