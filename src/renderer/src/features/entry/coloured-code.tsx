import { Fragment, useMemo } from 'react';
import type { CodeLanguage } from '../../../../shared/tools/code-language';
import { Button } from '../../ui/button';
import { formatShort } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { type CodeColours, useCodeColours } from './code-colours';
import styles from './coloured-code.module.css';
import { ColouredLine } from './coloured-line';
import { type CodeLine, colouredLines } from './coloured-lines';

/** Code in the colours of its language, where that is known, within an element that keeps line breaks. */
export function ColouredCode({ text, language }: { text: string; language: CodeLanguage | null }) {
  const colours = useCodeColours(text, language);
  const lines = useColouredLines(text, colours);
  if (lines === null) {
    return (
      <>
        <UntrustedText text={text} />
        {colours.status === 'too-long' && (
          <span className={styles.ask}>
            <AskForColours colours={colours} sizeChars={text.length} />
          </span>
        )}
      </>
    );
  }
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is told by its number
    <Fragment key={at}>
      <ColouredLine line={line} />
      {at < lines.length - 1 && '\n'}
    </Fragment>
  ));
}

/** The lines of a coloured text; null while it has no colours. */
export function useColouredLines(text: string, colours: CodeColours): readonly CodeLine[] | null {
  const runs = colours.status === 'coloured' ? colours.runs : null;
  return useMemo(() => (runs === null ? null : colouredLines(text, runs)), [text, runs]);
}

/** For a code so long that it is coloured only when asked to. */
export function AskForColours({ colours, sizeChars }: { colours: CodeColours; sizeChars: number }) {
  switch (colours.status) {
    case 'too-long':
      return <Button onClick={colours.ask}>Highlight anyway ({formatShort(sizeChars)} characters)</Button>;
    case 'failed':
      return <span className={styles.failed}>Not highlighted: it would take too long</span>;
    default:
      return null;
  }
}
